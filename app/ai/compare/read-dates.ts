import { same, type Reader } from './read-amounts.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\b\\.?';
const YEAR = String.raw`(?:,?\s(\d{4})\b)`;
const DAY = String.raw`\d{1,2}(?:st|nd|rd|th)?`;

/** Words that are days and months only where something in front shows it. */
const DOUBTFUL = /^(?:may|march|mar|jan|sep|dec|sun|sat|wed)$/i;
const BEFORE_DATE =
  /\b(?:in|on|for|of|since|until|till|by|from|to|last|next|this|every|during|and)\s$/i;

function monthOf(name: string): number {
  return MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
}

/** A day says its month too, and with a year its weekday: those may be added, but it is not kept by them. */
function dated(day: number, month: number, year?: string) {
  const isDay = day >= 1 && day <= 31 && month >= 1 && month <= 12;
  if (!isDay) return null;
  const short = `date:${month}-${day}`;
  if (year === undefined) return { says: [short, `month:${month}`], needs: [short] };
  const full = Number(year.length === 2 ? `20${year}` : year);
  const weekday = new Date(Date.UTC(full, month - 1, day)).getUTCDay();
  const long = `${short}-${full}`;
  return {
    says: [long, short, `month:${month}`, `month:${month}-${full}`, `weekday:${weekday}`],
    needs: [long],
  };
}

/** `3, 4 and 5 Nov`: every day of it is a fact. */
function datedEach(days: string, month: string, year?: string) {
  const found = (days.match(/\d+/g) ?? []).map((day) => {
    const read = dated(Number(day), monthOf(month), year);
    return read && { ...read, text: `${day} ${month}${year ? ` ${year}` : ''}` };
  });
  return found.some((read) => read === null) ? null : found.filter((read) => read !== null);
}

function named(match: RegExpExecArray, keys: string[]) {
  const [name] = match;
  const before = match.input.slice(Math.max(0, match.index - 10), match.index);
  const isSure = !DOUBTFUL.test(name) || BEFORE_DATE.test(before);
  return isSure ? same(...keys) : { says: keys };
}

/** Without am and pm, 2:30 is one of two times, or a duration. */
function timed(clock: string, half = '') {
  const [hour = 0, minute = 0] = clock.split(/[:.]/).map(Number);
  const at = (hours: number) => `time:${(hours % 24) * 60 + minute}`;
  if (hour > 24 || minute > 59) return null;
  if (half) return same(at((hour % 12) + (/^p/i.test(half) ? 12 : 0)));
  return same(
    at(hour),
    ...(hour >= 1 && hour <= 12 && !clock.startsWith('0') ? [at(hour + 12)] : []),
  );
}

/** Reads dates, weekdays and times; before the numbers they contain. Days come first, as in en-GB. */
export const DATE_READERS: Reader[] = [
  {
    pattern: /(?<![\d-])(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/g,
    read: ([, year, month, day]) => dated(Number(day), Number(month), year),
  },
  {
    pattern:
      /(?<![\d/.-])(?!24\/7)(\d{1,2})([/.-])(\d{1,2})(?:\2(\d{4}|\d\d))?(?![\d/-]|\.\d|\s?(?:an?\s|of\s|hours?|days?|inch|"))/g,
    read: ([, day, separator, month, year]) =>
      separator !== '/' && year === undefined ? null : dated(Number(day), Number(month), year),
  },
  {
    pattern: new RegExp(
      `(?<![\\w.,/£€$])((?:${DAY}\\s?(?:,|and\\b|&|-|–|to\\b)\\s?){0,9}${DAY})[\\s-](?:of\\s)?(${MONTH})${YEAR}?`,
      'gi',
    ),
    read: ([, days = '', month = '', year]) => datedEach(days, month, year),
  },
  {
    pattern: new RegExp(
      `\\b(${MONTH})\\s(?:the\\s)?(${DAY})(?![\\d:]|\\s?(?:am|pm)\\b)${YEAR}?`,
      'gi',
    ),
    read: ([, month = '', day = '', year]) => datedEach(day, month, year),
  },
  {
    pattern: new RegExp(`\\b(${MONTH})${YEAR}`, 'gi'),
    read: ([, month = '', year]) => ({
      says: [`month:${monthOf(month)}-${year}`, `month:${monthOf(month)}`, `number:${year}`],
      needs: [`month:${monthOf(month)}-${year}`],
    }),
  },
  {
    pattern: new RegExp(`\\b${MONTH}`, 'gi'),
    read: (match) => named(match, [`month:${monthOf(match[0])}`]),
  },
  {
    pattern: /\b(?:sun|mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?)(?:days?)?\b/gi,
    read: (match) =>
      named(match, [`weekday:${WEEKDAYS.indexOf(match[0].slice(0, 3).toLowerCase())}`]),
  },
  {
    // "2pm", "2-3.30pm": the first of two has the same half of the day, or the other.
    pattern:
      /(?<![\w.:£€$])(?:(\d{1,2}(?:[:.]\d\d)?)\s?(?:-|–|to|until)\s?)?(\d{1,2}(?:[:.]\d\d)?)\s?([ap])(?:m\b|\.m\.)/gi,
    read: ([, first, last = '', half]) => {
      const [start, end] = [first === undefined ? null : timed(first), timed(last, half)];
      if (!end) return null;
      return start ? [{ ...start, text: first }, end] : end;
    },
  },
  {
    pattern: /(?<![\w.:/])(\d{1,2}):([0-5]\d)(?![\d:])/g,
    read: ([clock, hours, minutes]) => {
      const time = timed(clock);
      // "Took 1:30" is a duration.
      return time && same(...time.says, `min:${Number(hours) * 60 + Number(minutes)}`);
    },
  },
];
