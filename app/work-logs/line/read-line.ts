import {
  belongs,
  nameAt,
  namesIn,
  settle,
  type Found,
  type Names,
  wordsOfLine,
  type Finders,
  type Kind,
  type Word,
} from './line-names.ts';
import { knownOf, nameFinder, plain, type Named, type Part } from './names.ts';
import { readCells } from './read-cells.ts';
import { dateBeginning, dateEnding, dayOf, NO_DATE, NOWHERE, otherDate } from './line-dates.ts';
import { SEPARATORS, SURE, sumUp, sureTimes, timeIn, timesIn, type Time } from './line-times.ts';

/** Reads a work log from one line (docs/one-line.md). Pure, since the browser shows what the server will understand. */

/** A job that a line may name. */
type LineJob = { id: number; clientId: number; name: string };

/** What a line is read against: the names that it may have, and the business day. */
export type LineContext = {
  clients: Named[];
  workTypes: Named[];
  jobs?: LineJob[];
  /** `yyyy-MM-dd`. */
  today: string;
};

/** What was understood of a line. */
export type LineReading = {
  /** In minutes. */
  duration: Part<number>;
  client: Part<Named>;
  workType: Part<Named>;
  /** Null: the line names no job of its client. */
  job: LineJob | null;
  /** Null: the line names no day. */
  day: string | null;
  /** Why it is not clear which day is meant; a sentence. */
  dateProblem: string | null;
  description: string;
};

/** A reader of lines against these names; the lines have no signs that nobody sees (`cleanText`, `asShown`). */
export function lineReader({ clients, workTypes, jobs = [], today }: LineContext) {
  const finders: Finders = {
    client: { options: clients, find: nameFinder(clients) },
    workType: { options: workTypes, find: nameFinder(workTypes) },
  };
  return (line: string): LineReading => read(line, finders, jobs, today);
}

/**
 * The most durations and names that a front has: far more than anybody writes. Each is weighed against those
 * before it, so that without an end a long line of the same word would take a minute.
 */
const MOST_IN_FRONT = 24;

/** Bullets of a list, and boxes of one of things to do. */
const BULLET = /^(?:[-–—*•·◦▪‣]|\[[ x✓]?\])\s+/i;

function read(text: string, finders: Finders, jobs: LineJob[], today: string): LineReading {
  const row = readRow(text, finders, jobs, today);
  if (row) return row;
  const line = text.replace(BULLET, '');
  const words = wordsOfLine(line, finders);
  const begin = dateBeginning({ words, finders }, today);
  words.splice(0, begin.count);
  if (begin.count > 0 && SEPARATORS.has(words[0]?.raw ?? '')) words.shift();
  // A date at the beginning is the line's day, so another one at the end is a second date.
  const ending = (end: number) =>
    begin.count > 0 ? { ...NO_DATE, at: end } : dateEnding(words, end, today);
  const date = ending(words.length);
  const front = readFront({ words: words.slice(0, date.at), finders });
  if (front.description !== null) {
    const from = front.description;
    const to = words[date.at]?.start ?? line.length;
    const other = front.isFree ? otherDate(words.slice(front.end, date.at), today) : null;
    return {
      ...front.names,
      duration: sumUp(front.times),
      ...dayOf(begin, date, other),
      job: null,
      description: line.slice(from, to).trim(),
    };
  }
  const times = sureTimes(front.times, timesIn(words.slice(0, date.at), front.end), date.at);
  const last = times.at(-1);
  // A duration at the end may follow the date.
  const isTimeLast = date.count === 0 && last && last.at + last.count === words.length;
  const earlier = isTimeLast ? ending(last.at) : date;
  const found = earlier.at >= front.end ? earlier : date;
  const taken = new Set([...times, found].flatMap(positions));
  const rest = words.map((word, at) => (taken.has(at) ? null : word));
  const names = isWhole(front.names, front.times)
    ? front.names
    : namesIn({ words: rest, finders }, front.end);
  const isUsed = (at: number) =>
    names.used.some((name) => name.count > 1 && positions(name).includes(at));
  const other = otherDate(
    rest.map((word, at) => (isUsed(at) ? null : word)),
    today,
  );
  for (const at of names.used.flatMap(positions)) taken.add(at);
  const { client, workType } = names;
  const own = jobs.filter(({ clientId }) => clientId === knownOf(client)?.id);
  const said = jobBeginning(restOf(line, words, taken), own);
  return { client, workType, ...said, duration: sumUp(times), ...dayOf(begin, found, other) };
}

/** A row of a spreadsheet by its cells; null for a line of words. */
function readRow(line: string, finders: Finders, jobs: LineJob[], today: string) {
  const cells = line.includes('\t') ? readCells(line, finders, today) : null;
  if (!cells) return null;
  const { names, minutes, isSure, date, texts } = cells;
  const { client, workType } = names;
  const job = jobs.find(
    ({ clientId, name }) =>
      clientId === knownOf(client)?.id && texts.some((text) => plain(text) === plain(name)),
  );
  const rest = texts.filter((text) => !job || plain(text) !== plain(job.name));
  const other = date ? null : otherDate(wordsOfLine(rest.join(' '), finders), today);
  const kind = isSure ? SURE : 'of day';
  return {
    client,
    workType,
    duration: sumUp([{ at: 0, count: 0, minutes, kind }]),
    ...dayOf(NOWHERE, { ...NOWHERE, ...date }, other),
    job: job ?? null,
    description: rest.join(' '),
  };
}

const MOST_JOB_WORDS = 12;

/** The job whose whole name the rest of a line begins with, the longest of several; what follows is the description. */
function jobBeginning(rest: string, jobs: LineJob[]): Pick<LineReading, 'job' | 'description'> {
  const ends = jobs.length === 0 ? [] : [...rest.matchAll(/\S+/g)].slice(0, MOST_JOB_WORDS);
  for (const { 0: word, index = 0 } of ends.reverse()) {
    const name = plain(rest.slice(0, index + word.length));
    const job = jobs.find((one) => name !== '' && plain(one.name) === name);
    if (job === undefined) continue;
    const description = rest.slice(index + word.length).replace(/^\s+[:–—-](?=\s)/, '');
    return { job, description: description.trim() };
  }
  return { job: null, description: rest };
}

const positions = ({ at, count }: { at: number; count: number }) =>
  Array.from({ length: count }, (_, index) => at + index);

function isWhole({ client, workType }: Pick<Names, Kind>, times: Time[]): boolean {
  return times.length === 1 && client.state === 'known' && workType.state === 'known';
}

/**
 * Reads the run of durations and names with which a line begins, until the word at `end`. Behind all three the
 * description follows; where a colon says so, it begins at this place of the line.
 */
function readFront(line: { words: Word[]; finders: Finders }) {
  const { words } = line;
  const times: Time[] = [];
  const found: Found[] = [];
  let names = settle([]);
  let at = 0;
  const front = (description: number | null = null) => ({
    names,
    times: times.map((time) =>
      isBeforeClient(time, found, names) ? { ...time, minutes: time.minutes.slice(-1) } : time,
    ),
    end: at,
    description,
    /** A dash parts less than a colon: a date behind it may still be the day. */
    isFree: description !== null && !words[at - 1]?.raw.endsWith(':'),
  });
  while (at < words.length && times.length + found.length < MOST_IN_FRONT) {
    const word = words[at];
    if (!word) break;
    const isWholeNow = isWhole(names, times);
    if (SEPARATORS.has(word.raw)) {
      if (!isWholeNow) return front();
      at += 1;
      return front(word.end);
    }
    const time = timeIn(words, at);
    const name = time ? null : nameAt(line, at, 2);
    if (time?.kind === 'of day' || time?.kind === 'none') return front();
    if (time) times.push({ ...time, kind: SURE });
    else if (!name || (isWholeNow && !belongs(line, found, name))) return front();
    else {
      found.push(name);
      names = settle(found);
    }
    at += (time ?? name)?.count ?? 1;
    const last = words[at - 1];
    if (!last?.raw.endsWith(':')) continue;
    if (isWhole(names, times)) return front(last.end);
    if (names.client.state !== 'missing' && names.workType.state !== 'missing') return front();
  }
  return front();
}

/** Whether a duration stands right before a name and the client: `1h 30 thorn remote` is an hour and a half. */
function isBeforeClient({ at, count }: Time, found: Found[], { client, workType }: Names): boolean {
  return (
    workType.state === 'known' &&
    found.some((name) => name.at === at + count) &&
    found.some(
      (name) => name.at > at && name.fits.client.some(({ option }) => option === knownOf(client)),
    )
  );
}

/** What is left of a line, with its own spaces and signs; a gap becomes one space. */
function restOf(line: string, words: Word[], taken: Set<number>): string {
  const pieces: string[] = [];
  let begun: number | null = null;
  words.forEach(({ start, end }, at) => {
    if (taken.has(at)) return;
    begun ??= start;
    if (at + 1 < words.length && !taken.has(at + 1)) return;
    pieces.push(line.slice(begun, end));
    begun = null;
  });
  return pieces
    .join(' ')
    .replace(/^[:–—-]\s+/, '')
    .trim();
}
