import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatDuration,
  formatHours,
  HOURS_RULE,
  inFigures,
  MAX_DURATION_MINUTES,
  minutesOf,
  readDuration,
  readSpan,
  sayDurationProblem,
  sayHours,
  toHoursInput,
  type BareUnit,
} from './duration.ts';
import { cases } from '#tests/support/cases.ts';

const ALL_MINUTES = Array.from({ length: MAX_DURATION_MINUTES }, (_, index) => index + 1);

const DECIMALS = [
  ['1.5', 90],
  ['1,5', 90],
  ['1.30', 78], // A point is a decimal point, never a colon.
  ['.25', 15],
  ['0,250', 15],
  ['1.500', 90],
  ['0.3333', 20],
  ['1.6666666666666667', 100],
  ['0.008334', 1], // 0.50004 of a minute
  ['0.025', 2], // 1.5 minutes go up
  ['0.0249', 1],
  ['99999.5', 5_999_970],
  ['½', 30],
  ['1½', 90],
  ['1 ½', 90],
  ['1/12', 5],
  ['1 10/60', 70],
  ['11½', 690],
  ['1 1/2', 90],
  ['1⁄4', 15],
  ['2⅓', 140],
] as const;

const WRITTEN = [
  ['1:30', 90],
  ['01:05', 65],
  [':45', 45],
  ['0:00', 0],
  ['100:00', 6_000],
  ['1:30h', 90],
  ['1h30', 90],
  ['1h 30m', 90],
  ['1h5', 65],
  ['1h05m', 65],
  ['1 h 30 min', 90],
  ['1 hour and 30 minutes', 90],
  ['2h', 120],
  ['2 hrs', 120],
  ['1.5h', 90],
  ['1,5 hours', 90],
  ['¾h', 45],
  ['45m', 45],
  ['90m', 90],
  ['90 min', 90],
  ['90mins', 90],
  ['0h 0m', 0],
  ['1 hr 30', 90],
  ['45 minutes', 45],
  ['1h   30m', 90],
] as const;

const SPOKEN = [
  ['half an hour', 30],
  ['half hour', 30],
  ['half a hour', 30],
  ['half an hr', 30],
  ['a hour', 60],
  ['a half hour', 30],
  ['an hour', 60],
  ['one hour', 60],
  ['two hours', 120],
  ['an hour and a half', 90],
  ['1 hour and a half', 90],
  ['one and a half hours', 90],
  ['2 and a quarter hours', 135],
  ['2 hours and a quarter', 135],
  ['12 and a half hours', 750],
  ['10 and a quarter hours', 615],
  ['a quarter of an hour', 15],
  ['quarter of an hour', 15],
  ['quarter an hour', 15],
  ['three quarters of an hour', 45],
  ['forty five minutes', 45],
  ['thirty-five mins', 35],
  ['one hour thirty', 90],
  ['one hour and twenty minutes', 80],
] as const;

/** Spans: from, to, in minutes of the day. */
const SPANS = [
  ['9:15-10:40', 555, 640],
  ['9:15–10:40', 555, 640],
  ['9:15 — 10:40', 555, 640],
  ['09:15\u201110:40', 555, 640],
  ['9:15 to 10:40', 555, 640],
  ['from 9:15 until 10:40', 555, 640],
  ['9-10:30', 540, 630],
  ['9:30-11', 570, 660],
  ['9am-5pm', 540, 1_020],
  ['9.15am-10.40am', 555, 640],
  ['2-3:30pm', 840, 930],
  ['11-1pm', 660, 780],
  ['11.30-12.15 pm', 690, 735],
  ['12:30am-1am', 30, 60],
  ['22:00-01:00', 1_320, 1_500],
  ['11pm-1am', 1_380, 1_500],
  ['23:30-24:00', 1_410, 1_440],
  ['2-3:30am', 120, 210],
  ['11-1am', 1_380, 1_500],
  ['18:00-1:00', 1_080, 1_500],
  ['18:00-6:00', 1_080, 1_800],
] as const;

/** The same text as other keyboards and other programs write it. */
const OTHERWISE: [string, (text: string) => string][] = [
  ['in capitals', (text) => text.toUpperCase()],
  ['with spaces around', (text) => `  ${text}\t`],
  ['with spaces that do not break', (text) => text.replaceAll(' ', '\u00a0')],
  ['with marks that nobody sees', (text) => `\u200e${text}\ufeff`],
  [
    'in full width',
    (text) => text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)),
  ],
];

const minutesIn = (text: string, unit: BareUnit) => {
  const reading = readDuration(text, unit);
  return reading.problem ?? reading.minutes;
};

describe('reading a duration', () => {
  test.each([...DECIMALS, ...WRITTEN, ...SPOKEN])(
    '%j is %i minutes in every field',
    (text, minutes) => {
      expect(minutesIn(text, 'hours')).toBe(minutes);
      expect(minutesIn(text, 'minutes')).toBe(minutes);
      for (const [how, write] of OTHERWISE) {
        expect(minutesIn(write(text), 'hours'), how).toBe(minutes);
      }
    },
  );

  test.each(SPANS)('%j is from minute %i of the day to %i', (text, from, to) => {
    expect(readSpan(text)).toEqual({ from, to });
    expect(minutesIn(text, 'hours')).toBe(to - from);
    expect(minutesIn(text, 'minutes')).toBe(to - from);
  });

  test.each([
    ...['9:00-5:00', '9:15-9:15', '10:40-9:15', '17:00-16:00', '18:00-9:00', '13pm-14pm'],
    ...['9-10', '9.15-10.40', '9.15-10:40', '9:15-10.40', '25:00-26:00', '9:15-24:01'],
    ...['25:00-9:00', '22:00-25:00', '17:00-1:00', '18:00-6:01', '0am-5am', '13-2pm'],
  ])('%j does not say from when to when for sure', (text) => {
    expect(readSpan(text)).toBeNull();
    expect(minutesIn(text, 'hours')).toBe('not-a-span');
  });

  test.each(['9:15', '9:75-10:00', '9:15-10:40-11:00', '2026-11-12', ''])(
    '%j is no span',
    (text) => {
      expect(readSpan(text)).toBeNull();
    },
  );

  test.each([
    ['0', 0, 0],
    ['2', 120, 2],
    ['90', 5_400, 90],
    ['007', 420, 7],
  ])('the plain number %s has the unit of its field', (text, ofHours, ofMinutes) => {
    expect(readDuration(text, 'hours')).toEqual({ minutes: ofHours, isBare: true });
    expect(readDuration(text, 'minutes')).toEqual({ minutes: ofMinutes, isBare: true });
  });

  test.each([
    ...['', ' ', '.', ',', ':', '/', 'h', 'm', 'one', 'half', 'a', '2 and a half', '1.5-2.5'],
    ...['-1', '+1', '−1:30', '1e2', '0x10', 'Infinity', 'NaN', '£60', '1.5.0', '1..5'],
    ...['1:75', '1:5', '1:', '1:30:45', '1h30m45s', '1h 90m', '1h 60', '30m 1h', '1.5h 30m'],
    ...['1 30', '1 000', '1h1h', '1d', '2 days', '90s', '1.5m', '90.0m', '½m', '1:30m'],
    ...['11/2', '2/2', '1/0', '0/2', '½½', '1.5½', '1²', '①', '٣', '१', '1h 30m today', 'c. 2h'],
    ...[
      '2 quarter of an hour',
      '1 3 quarters of an hour',
      '2 and a halfhour',
      '2 and a quarterhour',
    ],
    ...['100000', '1\u200b\u00d75', '1h\0'],
  ])('%j is refused, in every field', (text) => {
    expect(minutesIn(text, 'hours')).toBe('unreadable');
    expect(minutesIn(text, 'minutes')).toBe('unreadable');
  });

  test.each(['1,500', '12,000', '1,333h', '1,500 min'])(
    '%j may mean two things, and is refused',
    (text) => {
      expect(minutesIn(text, 'hours')).toBe('thousands');
      expect(minutesIn(text, 'minutes')).toBe('thousands');
    },
  );

  test.each(['45.0', '45.', '45,00'])(
    '%j may be hours or minutes where the field is Minutes',
    (text) => {
      expect(minutesIn(text, 'hours')).toBe(2_700);
      expect(minutesIn(text, 'minutes')).toBe('unreadable');
    },
  );

  test.each(['0.001', '0.008333', '1/7', '⅛'])('%j does not come to whole minutes', (text) => {
    expect(minutesIn(text, 'hours')).toBe('not-whole');
  });

  test.each(['1h', '90m', '1:30', '1.5', '½', '9:15-10:40', 'half an hour'])(
    '%j says its unit itself',
    (text) => {
      expect(readDuration(text, 'minutes')).toMatchObject({ isBare: false });
    },
  );

  test('hours × 60 is rounded half up, exactly', () => {
    const hours = fc.record({
      whole: fc.integer({ min: 0, max: 99_999 }),
      fraction: fc.stringMatching(/^\d{0,9}$/),
    });
    fc.assert(
      fc.property(hours, ({ whole, fraction }) => {
        const scale = 10n ** BigInt(fraction.length);
        const scaled = BigInt(whole) * scale + BigInt(fraction || '0');
        const exact = (scaled * 60n * 2n + scale) / (scale * 2n);
        const expected = exact === 0n && scaled > 0n ? 'not-whole' : Number(exact);
        expect(minutesIn(`${whole}.${fraction}`, 'hours')).toBe(expected);
      }),
      { numRuns: cases(20_000) },
    );
  });

  test('is never anything but what a text says, whatever is typed', () => {
    const sign = fc.constantFrom(...'0123456789.,:/½ hm-+esr\u00a0'.split(''));
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 8 }), (signs) => {
        const text = signs.join('');
        const minutes = minutesIn(text, 'hours');
        if (typeof minutes === 'string' || readSpan(text)) return;
        expect(minutes).toBe(saidBy(text));
      }),
      { numRuns: cases(200_000) },
    );
  });
});

/**
 * What an accepted text says, by another way than the parser's: every number in it, with the unit
 * that follows it or, for the last one without a unit, the next smaller one.
 */
function saidBy(text: string): number {
  const clean = text.trim().replaceAll('\u00a0', ' ').replaceAll('½', ' 1/2');
  if (/[-+]/.test(clean)) return NaN;
  const clock = /^(\d*):(\d\d)/.exec(clean);
  if (clock) return Number(clock[1]) * 60 + Number(clock[2]);
  const [, before = '', after = ''] = /^([^hm]*)(?:h[rs]*)?(.*)$/.exec(clean) ?? [];
  if (after.startsWith('m')) return Number(before);
  const minutes = Number(after.replace(/[^\d]/g, '') || '0');
  const [whole = '0', above, below] =
    before.trim().split(/[ /]+/).reverse().length === 3
      ? before.trim().split(/[ /]+/)
      : before.includes('/')
        ? ['0', ...before.trim().split('/')]
        : [before.trim().replace(',', '.')];
  const fraction = above === undefined ? 0 : Number(above) / Number(below);
  return Math.round((Number(whole) + fraction) * 60 + 1e-9) + minutes;
}

describe('writing a duration', () => {
  test('every minute that a log may have survives the hours of the form', () => {
    const lost = ALL_MINUTES.filter(
      (minutes) => minutesIn(toHoursInput(minutes), 'hours') !== minutes,
    );
    expect(lost).toEqual([]);
  });

  test('whatever is printed as a duration is read as the same minutes', () => {
    const lost = ALL_MINUTES.filter(
      (minutes) =>
        minutesIn(formatDuration(minutes), 'hours') !== minutes ||
        minutesIn(formatDuration(minutes), 'minutes') !== minutes ||
        minutesIn(sayHours(toHoursInput(minutes)), 'minutes') !== minutes ||
        minutesIn(formatHours(minutes), 'hours') !== minutes,
    );
    expect(lost).toEqual([]);
  });

  test.each([
    [15, '0.25', '0h 15m'],
    [20, '20m', '0h 20m'],
    [57, '0.95', '0h 57m'],
    [60, '1', '1h 0m'],
    [90, '1.5', '1h 30m'],
    [100, '1h 40m', '1h 40m'],
    [6_000, '100', '100h 0m'],
  ])('%i minutes are %s in an input and %s in a list', (minutes, input, list) => {
    expect(toHoursInput(minutes)).toBe(input);
    expect(formatDuration(minutes)).toBe(list);
  });

  test.each([
    [0, '0.00'],
    [1, '0.02'],
    [20, '0.33'],
    [40, '0.67'],
    [138_615, '2,310.25'],
    [60_000_000, '1,000,000.00'],
  ])('%i minutes add up to %s hours', (minutes, hours) => {
    expect(formatHours(minutes)).toBe(hours);
  });

  test.each([
    [0, '0.0'],
    [2, '0.0'],
    [3, '0.1'],
    [90, '1.5'],
    [1_377, '23.0'],
    [138_615, '2,310.3'],
  ])('%i minutes are %s hours with one decimal', (minutes, hours) => {
    expect(formatHours(minutes, 1)).toBe(hours);
  });

  test('a sum of hours has two decimals, rounded half up', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (minutes) => {
        const hundredths = (BigInt(minutes) * 200n + 60n) / 120n;
        expect(formatHours(minutes).replace(/[,.]/g, '')).toMatch(
          new RegExp(`^0{0,2}${hundredths}$`),
        );
      }),
      { numRuns: cases(2_000) },
    );
  });
});

describe('a duration that cannot be read', () => {
  test.each([
    [
      'thousands',
      'A comma before three figures may mean two things. Write it like 1.5, 1:30, 1h 30m or 90m.',
    ],
    ['not-whole', 'This does not come to whole minutes. Write it like 1.5, 1:30, 1h 30m or 90m.'],
    [
      'not-a-span',
      'This does not say for sure from when to when. Write it like 9:15-10:40, or 22:00-01:00 over midnight.',
    ],
    [
      'unreadable',
      'Enter a number of hours, such as 1.5, or a duration such as 1:30, 1h 30m or 90m.',
    ],
  ] as const)('because it is %s says what to write', (problem, sentence) => {
    expect(sayDurationProblem(problem, HOURS_RULE)).toBe(sentence);
  });

  test('counts for nothing where it is added up', () => {
    expect(['1:30', '2', '', 'much', '1,500'].map(minutesOf)).toEqual([90, 120, 0, 0, 0]);
  });
});

test('a word is a figure, other words and none stay as they are', () => {
  expect(['one', 'twelve', 'forty', 'much', ''].map(inFigures)).toEqual([
    '1',
    '12',
    '40',
    'much',
    '',
  ]);
});
