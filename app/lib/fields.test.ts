import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import {
  descriptionField,
  filledDay,
  filledPounds,
  idField,
  MAX_DESCRIPTION_LENGTH,
  optionalDay,
  optionalEmail,
  optionalFlag,
  optionalHours,
  optionalKey,
  optionalPounds,
  optionalText,
  pounds,
  requiredText,
} from './fields.ts';

/** The messages with which a value is refused; none when it is accepted. */
function refusals(schema: z.ZodType, value: unknown): string[] {
  return schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];
}

const name = requiredText('Enter a name.');
const UNSTORABLE = 'This contains a character that cannot be stored. Remove it and try again.';
const kinds: [string, z.ZodType][] = [
  ['required', name],
  ['optional', optionalText()],
  ['a description', descriptionField],
];

describe.each(kinds)('text that is %s', (_, field) => {
  test('is kept as it was written', () => {
    const texts = [
      'Tea & "cakes"',
      '<script>alert(1)</script>',
      "O'Brien",
      '👩‍👩‍👧 日本 ñ',
      'a\tb',
      '%00 \\0',
    ];
    expect(texts.map((text) => field.parse(text))).toEqual(texts);
  });

  test('loses the blanks around it', () => {
    expect(field.parse('  two words \n')).toBe('two words');
  });

  test('has its line ends made alike', () => {
    expect(field.parse('a\r\nb\rc\nd\r\n\r\ne')).toBe('a\nb\nc\nd\n\ne');
  });

  test.each(['a\0b', '\0', 'half \ud83d', '\ude00 half'])('is refused as %j', (text) => {
    expect(refusals(field, text)).toEqual([UNSTORABLE]);
    expect(refusals(field, 'whole 😀')).toEqual([]);
  });

  test.each([5, true, [], {}, ['text']])('is refused as %j, which is no text', (value) => {
    expect(refusals(field, value)).toEqual(['This should be text.']);
  });
});

describe('text', () => {
  test.each(['', '   ', '\r\n', null, undefined])('that is required cannot be %j', (value) => {
    expect(refusals(name, value)).toEqual(['Enter a name.']);
  });

  test.each(['\u200b', ' \u200b\u00a0', '\u2060\ufeff', '\u202e', '\u3000'])(
    'that is required cannot be %j, of which nothing shows',
    (value) => {
      expect(refusals(name, value)).toEqual(['Enter a name.']);
      expect(refusals(name, `${value}A${value}`)).toEqual([]);
    },
  );

  test.each(['', '   ', null, undefined])('that is optional can be %j', (value) => {
    expect(optionalText().parse(value)).toBeNull();
    expect(descriptionField.parse(value)).toBe('');
  });

  test('of 200 characters is a name, of 201 it is refused and not cut', () => {
    const message = 'Keep this to 200 characters or fewer.';
    expect(name.parse('n'.repeat(200))).toBe('n'.repeat(200));
    expect(refusals(name, 'n'.repeat(201))).toEqual([message]);
    expect(refusals(optionalText(), 'n'.repeat(201))).toEqual([message]);
  });

  test('of 10,000 characters is a description, of 10,001 it is refused and not cut', () => {
    const longest = 'd'.repeat(MAX_DESCRIPTION_LENGTH);
    expect(MAX_DESCRIPTION_LENGTH).toBe(10_000);
    expect(descriptionField.parse(longest)).toBe(longest);
    // Trimmed spaces do not count, nor do a form's carriage returns.
    expect(descriptionField.parse(` ${longest}\n`)).toBe(longest);
    expect(descriptionField.parse('d\r\n'.repeat(5_000))).toHaveLength(9_999);
    expect(refusals(descriptionField, `${longest}d`)).toEqual([
      'Keep this to 10,000 characters or fewer.',
    ]);
  });
});

describe('an email', () => {
  test.each(['', null, undefined])('may be left out as %j', (value) => {
    expect(optionalEmail.parse(value)).toBeNull();
  });

  test('is kept without the blanks around it', () => {
    expect(optionalEmail.parse(' alex@example.com ')).toBe('alex@example.com');
    expect(optionalEmail.parse('\u200balex@example.com\u200e\u00a0')).toBe('alex@example.com');
    expect(optionalEmail.parse('\u200b')).toBeNull();
  });

  test.each(['alex', 'alex@', '@example.com', 'a b@example.com', 'a@b', 'a@example.com, b@c.org'])(
    '%j is refused',
    (value) => {
      expect(refusals(optionalEmail, value)).toEqual([
        'Enter an email address such as name@example.com, or leave this empty.',
      ]);
    },
  );
});

describe('a key', () => {
  test('is what shows of what was copied', () => {
    expect(optionalKey.parse('\ufeffsk-A1_b \u200b\n')).toBe('sk-A1_b');
    expect(optionalKey.parse('\u2060')).toBeNull();
    expect(optionalKey.parse('••••••••')).toBe('••••••••');
  });
});

describe('an amount', () => {
  const RULE = 'Enter an amount from 0 to £1,000,000.00 with at most two decimals, such as 60.00.';

  test.each([
    ['60', 6_000],
    ['£1,250.5', 125_050],
    [60, 6_000],
    [0.1, 10],
    [0, 0],
    ['1000000.00', 100_000_000],
  ])('%j is %i pence', (value, pence) => {
    expect(pounds(1).parse(value)).toBe(pence);
    expect(optionalPounds.parse(value)).toBe(pence);
  });

  test.each([
    'sixty',
    '60.005',
    '-1',
    -1,
    60.005,
    0.1 + 0.2,
    1e21,
    NaN,
    Infinity,
    '1000000.01',
    1_000_000.01,
    true,
    [],
    {},
  ])('%j is refused', (value) => {
    expect(refusals(pounds(1), value)).toEqual([RULE]);
    expect(refusals(optionalPounds, value)).toEqual([RULE]);
  });

  test.each(['', null, undefined])('left out as %j is the default, or nothing', (value) => {
    expect(pounds(6_000).parse(value)).toBe(6_000);
    expect(pounds(6_005).parse(value)).toBe(6_005);
    expect(optionalPounds.parse(value)).toBeNull();
  });

  test('an amount that comes filled in is refused when it comes back empty, and is the default where there is no field', () => {
    expect(filledPounds(6_005).parse('1,250.5')).toBe(125_050);
    expect(filledPounds(6_005).parse(undefined)).toBe(6_005);
    for (const value of ['', ' ', '6o'])
      expect(refusals(filledPounds(6_005), value)).toEqual([RULE]);
  });
});

describe('an id', () => {
  const id = idField('Choose one.');

  test.each([
    [7, 7],
    ['7', 7],
    ['999999999999999', 999_999_999_999_999],
  ])('%j is %i', (value, expected) => {
    expect(id.parse(value)).toBe(expected);
  });

  test.each([
    0,
    -7,
    7.5,
    '0',
    '07',
    '7.0',
    '7 ',
    '1e3',
    '1000000000000000',
    '',
    null,
    undefined,
    [7],
  ])('%j is none', (value) => {
    expect(refusals(id, value)).toEqual(['Choose one.']);
  });
});

describe('a yes or no', () => {
  test.each([
    [true, true],
    ['on', true],
    ['true', true],
    [false, false],
    ['off', false],
    ['false', false],
    ['', null],
    [null, null],
    [undefined, null],
  ])('%j is %j', (value, expected) => {
    expect(optionalFlag.parse(value)).toBe(expected);
  });

  test.each(['yes', 1, 0, 'TRUE', []])('%j is neither', (value) => {
    expect(refusals(optionalFlag, value)).toEqual(['This should be true or false.']);
  });
});

describe('hours', () => {
  test.each([
    ['1.5', 90],
    ['1,5', 90],
    ['1:30', 90],
    ['45m', 45],
    [1.5, 90],
    ['0', 0],
    ['', null],
    [undefined, null],
  ])('%j are %j minutes', (value, minutes) => {
    expect(optionalHours.parse(value)).toBe(minutes);
  });

  test.each(['some hours', '-1', '1:75', true])('%j are none', (value) => {
    expect(refusals(optionalHours, value)).toEqual([
      'Enter a number of hours, such as 1.5, or a duration such as 1:30, 1h 30m or 90m.',
    ]);
  });
});

test('a day that comes filled in is refused when it comes back empty, and left out where there is no field', () => {
  expect(filledDay.parse(' ２０２４-０２-２９ ')).toBe('2024-02-29');
  expect(filledDay.parse(undefined)).toBeNull();
  for (const value of ['', ' ', '2026-02-29']) {
    expect(refusals(filledDay, value)).toEqual(['Enter a real date as YYYY-MM-DD.']);
  }
});

describe('a day', () => {
  test('is a real date or left out', () => {
    expect(optionalDay.parse('2024-02-29')).toBe('2024-02-29');
    expect(optionalDay.parse('')).toBeNull();
    expect(optionalDay.parse(' 2024-02-29\u200e ')).toBe('2024-02-29');
    expect(optionalDay.parse('２０２４-０２-２９')).toBe('2024-02-29');
  });

  test.each(['1969-12-31', '9999-01-01', '0001-01-01'])('%s is said to be out of range', (day) => {
    expect(refusals(optionalDay, day)).toEqual(['Enter a date from 1970-01-01 to 9998-12-31.']);
  });

  test.each(['2026-02-29', '29/02/2024', '1969-02-29', 20240229, '2024-02-29T00:00:00Z'])(
    '%j is refused',
    (value) => {
      expect(refusals(optionalDay, value)).toEqual(['Enter a real date as YYYY-MM-DD.']);
    },
  );
});
