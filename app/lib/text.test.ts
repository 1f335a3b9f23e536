import { expect, test } from 'vitest';
import {
  apart,
  cleanLine,
  cleanText,
  storableLine,
  storableText,
  VISIBLE,
  withoutControls,
} from './text.ts';

test('a text has line ends of one kind and no blanks around it', () => {
  expect(cleanText(' a\r\nb\rc\n\n ')).toBe('a\nb\nc');
});

test.each([
  ['1h\u200b30', '1h30'],
  ['Ac\u00adme\u200d Ltd\ufeff', 'Acme Ltd'],
  ['\u200eAc\u200cme\u2060', 'Acme'],
  ['می\u200cخواهم 👩\u200d💻', 'می\u200cخواهم 👩\u200d💻'],
  ['\u202aa\nb\u202c', '\u202aa\u202c\nb'],
])(
  'a text has no signs in it that nobody sees, unless its script needs them: %j',
  (typed, stored) => {
    expect(cleanText(typed)).toBe(stored);
    expect(cleanText(stored)).toBe(stored);
  },
);

test('a text of another program has nothing in it that cannot be stored', () => {
  expect(storableText('\0 a\r\nb\0\ud83d c😀\n\0')).toBe('a\nb\ufffd c😀');
  expect(storableText(storableText(' \r\0\n x'))).toBe('x');
});

test('a text for XML has breaks and tabs, and no other control characters', () => {
  expect(withoutControls('a\u000bb\fc\td\ne\u0000\u0002\u001f\u007f\u0085\ufffff')).toBe(
    'a\nb\nc\td\nef',
  );
  expect(withoutControls('Łódź 😀\u00ad\u2028')).toBe('Łódź 😀\u00ad\u2028');
});

test.each([
  ['Acme\nLtd', 'Acme Ltd'],
  ['Acme\r\n\tLtd\n', 'Acme Ltd'],
  ['Acme\v\fLtd\u2028', 'Acme Ltd'],
  // Fields of one line keep these.
  ['Acme\u2028Ltd', 'Acme\u2028Ltd'],
  ['Acme  Ltd\u00a0& Co', 'Acme  Ltd\u00a0& Co'],
])('%j is %j in one line', (text, line) => {
  expect(cleanLine(text)).toBe(line);
});

test('a character that only formats is not visible', () => {
  expect(['', ' \u200b\u202e', '\u3000\ufeff', '\0'].some((text) => VISIBLE.test(text))).toBe(
    false,
  );
  expect(VISIBLE.test('\u200bא')).toBe(true);
});

test('a name of another program is one line, and empty where nothing of it shows', () => {
  expect(storableLine(' Acme\n\0Ltd\ud83d\t')).toBe('Acme Ltd\ufffd');
  expect([null, undefined, '', '\u200b\n', '\0\u202e'].map(storableLine).join('')).toBe('');
});

test.each([
  ['Acme', 'Acme'],
  ['\u200fעמיל', 'עמיל'],
  ['\u202eAcme', '\u202eAcme\u202c'],
  ['\u202eAcme\u202c', '\u202eAcme\u202c'],
  ['a\u202bb\u2067c\u202ed ', 'a\u202bb\u2067c\u202ed\u202c\u2069\u202c'],
  ['a\u2067b\u202ec\u2069', 'a\u2067b\u202ec\u2069'],
  ['a\u2069\u202cb', 'ab'],
  ['a\u202ab\u2069c', 'a\u202abc\u202c'],
])('a name turns the direction of nothing behind it: %j', (typed, stored) => {
  expect(cleanLine(typed)).toBe(stored);
  expect(cleanLine(stored)).toBe(stored);
});

test.each([
  ['Acme 12', 'Acme 12'],
  ['Łódź 日本 ไทย 😀', 'Łódź 日本 ไทย 😀'],
  ['שלום', '\u2068שלום\u2069'],
  ['Acme (أكمي)', '\u2068Acme (أكمي)\u2069'],
  ['12 שלום 7', '\u206812 שלום 7\u2069'],
])('a name from right to left stands apart in a sentence, others as they are: %j', (name, said) => {
  expect(apart(name)).toBe(said);
});
