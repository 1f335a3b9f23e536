/** Mutants that no test can notice, or that nobody needs to: of one file, for one reason. */
export type Explained = {
  file: string;
  why: string;
  /** The line as it is, or the first of several, and what it becomes. */
  mutants: [line: string, becomes: string][];
};

const CALENDAR = 'app/lib/calendar.ts';
const DURATION = 'app/lib/duration.ts';

export const EXPLAINED: Explained[] = [
  {
    file: CALENDAR,
    why: 'Where the clocks did not go back, the other midnight is this one.',
    mutants: [
      [
        'const isSameDay = minutesBack > 0 && earlier.getDate() === start.getDate();',
        'const isSameDay = minutesBack >= 0 && earlier.getDate() === start.getDate();',
      ],
    ],
  },
  {
    file: CALENDAR,
    why: 'No zone has moved its clocks by so much since 1970; the list says each half hour, so that none has to be known.',
    mutants: ['-6, -+5, -4, -3, -2, -1', '-6, -5, -4, -+3, -2, -1', '-6, -5, -4, -3, -2, -+1'].map(
      (halves) => [
        'const around = [-6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6].map(',
        `const around = [${halves.replace('-+', '+')}, 0, 1, 2, 3, 4, 5, 6].map(`,
      ],
    ),
  },
  {
    file: CALENDAR,
    why: 'A formatter is kept because making one is slow; a new one says the same.',
    mutants: [
      ['if (known) return known;', 'if (false) return known;'],
      ['formatters.set(timeZone, made);', ';'],
    ],
  },
  {
    file: CALENDAR,
    why: 'So en-CA writes days without being asked; it is said because it is relied on.',
    mutants: [
      [
        "const dayFormatter = keepFormatters('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' });",
        "const dayFormatter = keepFormatters('en-CA', {});",
      ],
    ],
  },
  {
    file: DURATION,
    why: 'The pattern always has an hour, which the types do not know.',
    mutants: [
      'hour = "Stryker was here!", sign, minute, half, endHour = \'\'',
      'hour = \'\', sign, minute, half, endHour = "Stryker was here!"',
    ].map((change) => [
      "const [, hour = '', sign, minute, half, endHour = '', endSign, endMinute, endHalf] = parts;",
      `const [, ${change}, endSign, endMinute, endHalf] = parts;`,
    ]),
  },
  {
    file: DURATION,
    why: 'No figure counts as 0, as the figure 0 does.',
    mutants: [
      [
        "function timeOfDay(hour: string, minute = '0', half?: string): number | null {",
        'function timeOfDay(hour: string, minute = "", half?: string): number | null {',
      ],
      ...[
        "ones = \"\", above = '0', below = '0'",
        "ones = '0', above = \"\", below = '0'",
        "ones = '0', above = '0', below = \"\"",
      ].map((change): [string, string] => [
        "const [, ones = '0', above = '0', below = '0'] = FRACTION.exec(written) ?? [];",
        `const [, ${change}] = FRACTION.exec(written) ?? [];`,
      ]),
    ],
  },
  {
    file: DURATION,
    why: 'The first of what a pattern finds is the whole text, which nobody looks at.',
    mutants: [
      [
        "const [, whole = '', fraction = ''] = DECIMAL.exec(written) ?? [];",
        "const [, whole = '', fraction = ''] = DECIMAL.exec(written) ?? [\"Stryker was here\"];",
      ],
      [
        "const [, ones = '0', above = '0', below = '0'] = FRACTION.exec(written) ?? [];",
        "const [, ones = '0', above = '0', below = '0'] = FRACTION.exec(written) ?? [\"Stryker was here\"];",
      ],
    ],
  },
  {
    file: DURATION,
    why: 'With anything before it, it is no duration afterwards either.',
    mutants: [
      [
        ".replace(/^(\\d+)( h\\w+)? and a half( h\\w+)?$/, '$1 1/2$2$3')",
        ".replace(/(\\d+)( h\\w+)? and a half( h\\w+)?$/, '$1 1/2$2$3')",
      ],
      [
        ".replace(/^(\\d+)( h\\w+)? and a quarter( h\\w+)?$/, '$1 1/4$2$3');",
        ".replace(/(\\d+)( h\\w+)? and a quarter( h\\w+)?$/, '$1 1/4$2$3');",
      ],
    ],
  },
  {
    file: DURATION,
    why: 'Sixty minutes have been said as hours one line above.',
    mutants: [
      [
        'return minutes < 60 ? `${minutes}m` : formatDuration(minutes);',
        'return minutes <= 60 ? `${minutes}m` : formatDuration(minutes);',
      ],
    ],
  },
];
