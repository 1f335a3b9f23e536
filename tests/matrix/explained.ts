import { ALL_MODES, type Mode } from '#tests/support/browser/modes.ts';

/** Why a journey is not walked somewhere, or ends otherwise there. */
type Explained = {
  journey: RegExp;
  in: readonly (Mode | Elsewhere)[];
  why: string;
  /** It is walked there and ends otherwise; without this only a journey that is not walked is explained. */
  endsOtherwise?: true;
};

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

const WITH: Mode[] = ['desktop', 'phone', 'styles lost'];
/** Files that look at one thing of the frame, in the ways in which it differs. */
const FRAME =
  /^(A signed-out visit|The navigation|The menu on a phone|An unknown address|An error in the address|The Tab key|The list of the keys|A toast|Swiping|A tooltip|A task that cannot be confirmed yet|With the keyboard alone|Every screen and every dialog)/;
const WITHOUT: Mode[] = ['no scripts', 'scripts blocked mid-load', 'Lite'];

export const EXPLAINED: Explained[] = [
  {
    journey:
      /^A dialog, where scripts run: takes the focus|^Add Log: saves only once|^Settings: keeps what was typed|: a saved token leaves its field$|^Where the line breaks,|: is offered after the tab was closed$/,
    in: WITHOUT,
    why: 'Only scripts do this. Without them each form is a page of its own, which the browser keeps as it was typed, and the server says what is missing.',
  },
  {
    journey: /: can always be sent, and then says|^Approving an email: without one can be sent/,
    in: WITH,
    why: 'Where scripts run, the button says before what is missing.',
  },
  {
    journey: /: a saved token leaves its field$/,
    in: ['phone', 'styles lost'],
    why: 'The field is the same at every width; walked once.',
  },
  {
    journey: /^Settings: gives this device pages without scripts/,
    in: ['Lite'],
    why: 'They are on there when the journey begins.',
    endsOtherwise: true,
  },
  {
    journey:
      /^Someone prints a client's month|^Someone looks at the Dashboard|: asks for travel time on an on-site type only$/,
    in: ['styles lost'],
    why: 'Styles alone hide it: the frame on paper, a figure of a chart before it is asked for, the travel time of a type that has none; the server takes the fields that belong.',
    endsOtherwise: true,
  },
  {
    journey: FRAME,
    in: ALL_MODES,
    why: 'Walked with scripts and without: what the frame, a toast or a hint shows is the same part on every page.',
  },
  {
    journey:
      /^(signs in|logs work by one line|deletes a log|adds a work type|confirms a task|makes an invoice|imports a file|reads a report)/,
    in: ['Firefox', 'Chromium 87', 'Chromium 102'],
    why: 'Five journeys are walked in these browsers; the forms of the others are of the same parts.',
  },
  {
    journey:
      /^A work log is made once: (Back, and the same form|the answer to a line is lost, and after Back)/,
    in: ['desktop', 'phone', 'styles lost'],
    why: 'Scripts send again by themselves what the line lost (`tests/journeys/lost-line.test.ts`), and Back shows a new form.',
  },
  {
    journey: /^imports a file$/,
    in: ['w3m'],
    why: 'w3m sends files only where somebody sits before it; what it sends then is sent by `tests/journeys/text-browser-import.test.ts`, byte by byte, and taken.',
  },
];
