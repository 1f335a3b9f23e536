/** Mutants that no test can notice, or that nobody needs to: of one file, for one reason. */
export type Explained = {
  file: string;
  why: string;
  /** The line as it is, or the first of several, and what it becomes. */
  mutants: [line: string, becomes: string][];
};

const CALENDAR = 'app/lib/calendar.ts';

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
];
