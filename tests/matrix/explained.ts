import type { Mode } from '#tests/support/browser/modes.ts';

/** Why a journey is not walked somewhere, or ends otherwise there. */
type Explained = { journey: RegExp; in: (Mode | Elsewhere)[]; why: string };

/** Where the ten journeys that matter most are walked beside Chromium. */
export const ELSEWHERE = ['lynx', 'w3m', 'Firefox', 'Chromium 87', 'Chromium 102'] as const;
export type Elsewhere = (typeof ELSEWHERE)[number];

/** Those journeys: ten in text browsers, five of them in the others. */
export const TEN = [
  'signs in',
  'logs work by the form',
  'logs work by one line',
  'changes the rate of a log, and nothing else',
  'deletes a log',
  'adds a client',
  'adds a work type',
  'rejects the task whose button is pressed, and touches no other',
  'confirms a task with a time typed into its row',
  'starts a timer',
  'makes an invoice',
  'imports a file',
  'reads a report',
];

export const EXPLAINED: Explained[] = [
  {
    journey:
      /^(signs in|logs work by one line|deletes a log|adds a work type|confirms a task|makes an invoice|imports a file|reads a report)/,
    in: ['Firefox', 'Chromium 87', 'Chromium 102'],
    why: 'Five journeys are walked in these browsers; the forms of the others are of the same parts.',
  },
  {
    journey: /^imports a file$/,
    in: ['w3m'],
    why: 'w3m sends files only where somebody sits before it; what it sends then is sent by `tests/journeys/text-browser-import.test.ts`, byte by byte, and taken.',
  },
];
