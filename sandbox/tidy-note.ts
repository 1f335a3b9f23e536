/** What consultants shorten in notes, and the whole word. Ambiguous short forms are left out. */
const WHOLE_WORDS: Record<string, string> = {
  'w/': 'with',
  'w/o': 'without',
  'b/c': 'because',
  '&': 'and',
  acct: 'account',
  approx: 'approximately',
  appt: 'appointment',
  config: 'configuration',
  cust: 'customer',
  dept: 'department',
  docs: 'documents',
  hr: 'hour',
  hrs: 'hours',
  inv: 'invoice',
  mgmt: 'management',
  mgr: 'manager',
  min: 'minutes',
  mins: 'minutes',
  msg: 'message',
  mtg: 'meeting',
  pls: 'please',
  prob: 'probably',
  pwd: 'password',
  qty: 'quantity',
  svr: 'server',
  thru: 'through',
  upd: 'updated',
};

const PREFIX = /^(?:[-*•]\s+|\d{1,2}[.)]\s+|(?:todo|to do|done|note|log|task|wip)\s*[:-]\s+)+/i;

/** A word that is written as it is on purpose: an address, a version, `iPhone`, `web01`. */
const OWN_SPELLING = /[\d@/\\_]|\w\.\w|[a-z][A-Z]/;

/**
 * Makes a note fit for an invoice, as far as rules can: removes bullets and "todo:", writes
 * short forms out, and makes each line a sentence. It keeps every fact, and the same note
 * always gives the same text.
 */
export function tidyNote(note: string): string {
  return note
    .split(/\r?\n/)
    .map((line) => tidyLine(line))
    .filter((line) => line !== '')
    .join(' ');
}

function tidyLine(line: string): string {
  const words = line.trim().replace(PREFIX, '').split(/\s+/).map(writeOut);
  const [first = '', ...rest] = words;
  const start = OWN_SPELLING.test(first) ? first : first.charAt(0).toUpperCase() + first.slice(1);
  const sentence = [start, ...rest].join(' ');
  return sentence === '' || /[.!?…]$/.test(sentence)
    ? sentence
    : `${sentence.replace(/[,;:]$/, '')}.`;
}

function writeOut(word: string, index: number, words: string[]): string {
  const [, core = word, punctuation = ''] = /^(.*?)([.,;:!?]*)$/.exec(word) ?? [];
  // A word in capitals may be a name: MIN, INV.
  const isShortened = core === core.toLowerCase() && Object.hasOwn(WHOLE_WORDS, core);
  const whole = isShortened ? WHOLE_WORDS[core] : undefined;
  if (whole === undefined) return word;
  // The full stop in "inv. 43" marks a short form; the one in "2 hrs. Then" ends a sentence.
  const isShortening = punctuation === '.' && /^[^A-Z]/.test(words[index + 1] ?? '');
  return isShortening ? whole : whole + punctuation;
}

/** Adds an invention: makes the last number one higher or, without a number, adds one. */
export function inventFigure(text: string): string {
  const numbers = [...text.matchAll(/\d+/g)];
  const last = numbers.at(-1);
  if (!last) return `${text} This took 7 hours.`;
  const end = last.index + last[0].length;
  const other = String(BigInt(last[0]) + 1n).padStart(last[0].length, '0');
  return text.slice(0, last.index) + other + text.slice(end);
}
