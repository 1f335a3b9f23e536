/** A fact found in a text. `says` and `needs` hold keys such as `£:45`, `min:90` and `date:11-03`. */
export type Fact = {
  text: string;
  start: number;
  says: string[];
  /** The fact is kept when the other text says any one of these; empty: it only keeps facts of the other text. */
  needs: string[];
  /** The thing that a number counts: tells "2 printers, 3 switches" from "3 printers, 2 switches". */
  noun?: string;
};

type Read = Pick<Fact, 'says' | 'noun'> & { needs?: string[]; text?: string };

/** Finds one kind of fact. `read` gives null to leave the text to later readers. */
export type Reader = { pattern: RegExp; read: (match: RegExpExecArray) => Read | Read[] | null };

/** Replaces each character that an earlier reader has taken; neither letter, digit nor space. */
export const TAKEN = '\u0001';

/** A fact that is kept only by one of the keys that it says. */
export function same(...keys: string[]): Read {
  return { says: keys, needs: keys };
}

const WORDS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = ' ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const FRACTIONS: Record<string, number> = { '½': 0.5, '¼': 0.25, '¾': 0.75 };

const DIGITS = String.raw`(?:\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?|\d+(?:[.,]\d+)?|\.\d+)(?!\d)`;
const NUMBER_WORD = `(?:(?:${TENS.slice(2).join('|')})(?:[- ](?:${WORDS.slice(1, 10).join('|')}))?|${WORDS.slice(1).join('|')})(?![a-z])(?: (?:hundred|thousand)\\b)?`;
const QUANTITY = `(?:${DIGITS}(?:\\s?[½¼¾])?|[½¼¾]|${NUMBER_WORD})`;

function valueOf(quantity: string): number {
  const text = quantity.toLowerCase();
  const fraction = FRACTIONS[text.slice(-1)];
  if (fraction !== undefined) return valueOf(text.slice(0, -1).trim() || '0') + fraction;
  // A comma before three digits groups them, as in en-GB.
  if (/^[\d.]/.test(text)) return Number(text.replace(/,(?=\d{3})/g, '').replace(',', '.'));
  return text.split(/[- ]/).reduce((sum, word) => {
    if (word === 'hundred' || word === 'thousand') return sum * (word === 'hundred' ? 100 : 1_000);
    return sum + (WORDS.includes(word) ? WORDS.indexOf(word) : TENS.indexOf(word) * 10);
  }, 0);
}

/** Units as they are written, the key that they are compared by, and their size in that key's unit. */
const UNITS: [written: string, key: string, factor: number][] = [
  ['£|gbp|pounds?|quid', '£', 1],
  ['p|pence', '£', 0.01],
  ['€|eur|euros?', '€', 1],
  ['us\\$|\\$|usd|dollars?', '$', 1],
  ['%|percent|per cent|pct', '%', 1],
  ['hours?|hrs?|h', 'min', 60],
  ['minutes?|mins?|m', 'min', 1],
  ['seconds?|secs?|s', 'second', 1],
  ['(?:working |full )?days?', 'day', 1],
  ['weeks?|wks?', 'day', 7],
  ['months?|mths?', 'month', 1],
  ['years?|yrs?', 'month', 12],
  ...'mm|cm|m|km|kg|inch|kb|mb|gb|tb|mbps|gbps|mhz|ghz|kw|ms'
    .split('|')
    .map((unit): [string, string, number] => [unit, unit, 1]),
  ['met(?:re|er)s?', 'm', 1],
  ['miles?', 'mile', 1],
  ['["″]|inches', 'inch', 1],
];
const UNIT = UNITS.map(([written]) => written).join('|');
const CURRENCY = '£|€|US\\$|\\$|GBP|EUR|USD';

function withUnit(quantity: string, unit: string, factor: number): Read {
  const value = valueOf(quantity) * factor;
  const read = { says: [] as string[], needs: [] as string[] };
  for (const [written, key, size] of UNITS) {
    if (!new RegExp(`^(?:${written})$`, 'i').test(unit)) continue;
    // Hours with two decimals are rounded: 1.67 hours are 100 minutes.
    const amount = key === 'min' ? Math.round(value * size) : value * size;
    read.says.push(keyOf(key, amount));
    read.needs.push(keyOf(key, amount));
    // "fee 1250" may become "£1,250", and the reverse; but "2 people" are no £2.
    const isPriceLike = /^[£€$]$/.test(key) && (value >= 100 || /\d[.,]\d/.test(quantity));
    if (isPriceLike || !/^(?:[£€$%]|min|second|day|month)$/.test(key)) {
      read.says.push(keyOf('number', value));
      read.needs.push(keyOf('bare', value));
    }
  }
  return read;
}

function keyOf(unit: string, value: number): string {
  return `${unit}:${Math.round(value * 10_000) / 10_000}`;
}

/** The plural noun that is counted, up to three words after the number: `2 new printers`. */
const COUNTED = /^(?:\s[\p{L}-]+){0,2}?\s([\p{L}-]+[^\P{L}s])s(?!\p{L})/iu;

/** Words after which a number may be a clock time: "at 3", "from 9". */
const BEFORE_HOUR = /(?:\b(?:at|from|to|until|till|by|before|after|between)\s|@\s?)$/i;

function withoutUnit(value: number, before: string, after: string): Read {
  const noun = COUNTED.exec(after)?.[1]?.toLowerCase();
  const isHour = Number.isInteger(value) && value >= 1 && value <= 24 && BEFORE_HOUR.test(before);
  const times = isHour ? [`time:${value * 60}`, `time:${(value + 12) * 60}`] : [];
  const counts = noun ? [`counted:${noun}`, keyOf(noun, value)] : [];
  return {
    says: [keyOf('number', value), keyOf('bare', value), ...times, ...counts],
    needs: [keyOf('number', value), ...times],
    ...(noun ? { noun } : {}),
  };
}

function readQuantity(match: RegExpExecArray): Read | Read[] {
  const [whole, currency = '', first, last = '', scale, written = ''] = match;
  const before = match.input.slice(Math.max(0, match.index - 12), match.index);
  const end = match.index + whole.length;
  const after = match.input.slice(end, end + 60);
  const unit = currency || written;
  const factor = scale === undefined ? 1 : /million/i.test(scale) ? 1_000_000 : 1_000;
  const read = (quantity: string) =>
    unit
      ? withUnit(quantity, unit, factor)
      : withoutUnit(valueOf(quantity) * factor, before, after);
  if (first === undefined) return read(last);
  return [first, last].map((quantity) => ({
    ...read(quantity),
    text: `${currency}${quantity}${written && ` ${written}`}`,
  }));
}

const HOURS = '[\\s-]?(?:hours?|hrs?|h)';
const MINUTES = '[\\s-]?(?:minutes?|mins?|m)';

/** Words that can replace a number: they show that one was kept. */
const EVIDENCE: [value: number, words: string][] = [
  [1, 'an?|another|single|once|first'],
  [2, 'both|pair|twice|second'],
  [3, 'third'],
  [12, 'dozen'],
];

/** Readers of amounts with and without a unit; they run after those of everything else with digits. */
export const AMOUNT_READERS: Reader[] = [
  // The numbers of a numbered list are no facts.
  { pattern: /^\s*\d{1,2}[.)]\s/gm, read: () => [] },
  {
    // "half an hour", "three quarters of an hour", "1/2 day".
    pattern:
      /\b(half|(?:a\s)?quarter|three[\s-]quarters|[13]\/[24])(?:\sof)?[\s-]?(?:an?\s)?(hour|day)\b/gi,
    read: ([, share = '', unit]) => {
      const part = /^(?:half|1\/2)/i.test(share) ? 0.5 : /^3|three/i.test(share) ? 0.75 : 0.25;
      return same(/day/i.test(unit ?? '') ? `day:${part}` : `min:${part * 60}`);
    },
  },
  {
    // "one and a half hours", "an hour and a half".
    pattern: new RegExp(
      `\\b(?:an|(${QUANTITY}))(?:\\shours?\\sand\\sa\\shalf|\\sand\\sa\\shalf\\shours?)\\b`,
      'gi',
    ),
    read: ([, hours = '1']) => same(`min:${(valueOf(hours) + 0.5) * 60}`),
  },
  {
    // "1h 30m", "1 hour and 30 minutes", "1h30".
    pattern: new RegExp(
      `(?<![\\p{L}\\d.])(${QUANTITY})${HOURS}\\.?\\s?(?:and\\s)?(?:(\\d\\d)\\b|(${QUANTITY})${MINUTES}\\b)`,
      'giu',
    ),
    read: ([, hours = '', short, written = '']) => {
      const [long, minutes] = [valueOf(hours) * 60, valueOf(short ?? written)];
      const whole = keyOf('min', Math.round(long + minutes));
      return { says: [whole, keyOf('min', long), keyOf('min', minutes)], needs: [whole] };
    },
  },
  {
    // A range is two facts with one unit: "£50-60", "2 to 3 hours".
    pattern: new RegExp(
      `(?:(?<![\\p{L}\\d_.])|(?<=(?<!\\p{L})[x×]))(?:(${CURRENCY})\\s?)?(?:(${QUANTITY})(?:\\s?[-–]\\s?(?=[\\d.])|\\s(?:to|or)\\s))?(${QUANTITY})(?:st|nd|rd|th|x)?(?:\\s?(k|thousand|million)(?!\\p{L}))?(?:[\\s-]?(${UNIT})(?!\\p{L}))?(?![\\p{L}\\d])`,
      'giu',
    ),
    read: readQuantity,
  },
  // "£60 an hour" is a rate, not an hour of work.
  { pattern: new RegExp(`(?<!${TAKEN}\\s)\\ban hour\\b`, 'gi'), read: () => same('min:60') },
  ...EVIDENCE.map(([value, words]): Reader => ({
    pattern: new RegExp(`\\b(?:${words})\\b`, 'gi'),
    read: () => ({ says: [`number:${value}`] }),
  })),
];
