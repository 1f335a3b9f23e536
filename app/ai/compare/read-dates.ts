import { same, type Reader } from './read-amounts.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\b\\.?';
const YEAR = String.raw`(?:,?\s(\d{4})\b)`;
const DAY = String.raw`\d{1,2}(?:st|nd|rd|th)?`;

/** Words that count as days or months only after a word that introduces a date. */
const DOUBTFUL = /^(?:may|march|mar|jan|sep|dec|sun|sat|wed)$/i;
const BEFORE_DATE =
  /\b(?:in|on|for|of|since|until|till|by|from|to|last|next|this|every|during|and)\s$/i;

function monthOf(name: string): number {
  return MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
}

/** A date. The other text may add its month, and with a year its weekday, but they do not replace it. */
function dateFact(day: number, month: number, year?: string) {
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

/** The facts of a list of days, such as `3, 4 and 5 Nov`; null when one of them is no date. */
function dateFacts(days: string, month: string, year?: string) {
  const found = (days.match(/\d+/g) ?? []).map((day) => {
    const read = dateFact(Number(day), monthOf(month), year);
    return read && { ...read, text: `${day} ${month}${year ? ` ${year}` : ''}` };
  });
  return found.some((read) => read === null) ? null : found.filter((read) => read !== null);
}

/** A word that may also mean something else counts as a fact only when a date is introduced. */
function dayOrMonthFact(match: RegExpExecArray, keys: string[]) {
  const [name] = match;
  const before = match.input.slice(Math.max(0, match.index - 10), match.index);
  const isSure = !DOUBTFUL.test(name) || BEFORE_DATE.test(before);
  return isSure ? same(...keys) : { says: keys };
}

/** A clock time, or null. Without am or pm, 2:30 may be one of two times. */
function timeFact(clock: string, half = '') {
  const [hour = 0, minute = 0] = clock.split(/[:.]/).map(Number);
  const at = (hours: number) => `time:${(hours % 24) * 60 + minute}`;
  if (hour > 24 || minute > 59) return null;
  if (half) return same(at((hour % 12) + (/^p/i.test(half) ? 12 : 0)));
  return same(
    at(hour),
    ...(hour >= 1 && hour <= 12 && !clock.startsWith('0') ? [at(hour + 12)] : []),
  );
}

/** Readers of dates, weekdays and times, before those of numbers; days come before months, as in en-GB. */
export const DATE_READERS: Reader[] = [
  {
    pattern: /(?<![\d-])(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/g,
    read: ([, year, month, day]) => dateFact(Number(day), Number(month), year),
  },
  {
    pattern:
      /(?<![\d/.-])(?!24\/7)(\d{1,2})([/.-])(\d{1,2})(?:\2(\d{4}|\d\d))?(?![\d/-]|\.\d|\s?(?:an?\s|of\s|hours?|days?|inch|"))/g,
    read: ([, day, separator, month, year]) =>
      separator !== '/' && year === undefined ? null : dateFact(Number(day), Number(month), year),
  },
  {
    pattern: new RegExp(
      `(?<![\\w.,/£€$])((?:${DAY}\\s?(?:,|and\\b|&|-|–|to\\b)\\s?){0,9}${DAY})[\\s-](?:of\\s)?(${MONTH})${YEAR}?`,
      'gi',
    ),
    read: ([, days = '', month = '', year]) => dateFacts(days, month, year),
  },
  {
    pattern: new RegExp(
      `\\b(${MONTH})\\s(?:the\\s)?(${DAY})(?![\\d:]|\\s?(?:am|pm)\\b)${YEAR}?`,
      'gi',
    ),
    read: ([, month = '', day = '', year]) => dateFacts(day, month, year),
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
    read: (match) => dayOrMonthFact(match, [`month:${monthOf(match[0])}`]),
  },
  {
    pattern: /\b(?:sun|mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?)(?:days?)?\b/gi,
    read: (match) =>
      dayOrMonthFact(match, [`weekday:${WEEKDAYS.indexOf(match[0].slice(0, 3).toLowerCase())}`]),
  },
  {
    // "2pm", "2-3.30pm": the first of two times may be in either half of the day.
    pattern:
      /(?<![\w.:£€$])(?:(\d{1,2}(?:[:.]\d\d)?)\s?(?:-|–|to|until)\s?)?(\d{1,2}(?:[:.]\d\d)?)\s?([ap])(?:m\b|\.m\.)/gi,
    read: ([, first, last = '', half]) => {
      const [start, end] = [first === undefined ? null : timeFact(first), timeFact(last, half)];
      if (!end) return null;
      return start ? [{ ...start, text: first }, end] : end;
    },
  },
  {
    pattern: /(?<![\w.:/])(\d{1,2}):([0-5]\d)(?![\d:])/g,
    read: ([clock, hours, minutes]) => {
      const time = timeFact(clock);
      // "Took 1:30" is a duration.
      return time && same(...time.says, `min:${Number(hours) * 60 + Number(minutes)}`);
    },
  },
];
