import type { Choices, Tally } from '../choices.ts';
import type { WorkHeader } from './formats.ts';
import type { WorkColumns } from './products.ts';
import { dayOf } from '../../../lib/calendar.ts';
import {
  type DayOrder,
  instantsAt,
  readDate,
  readTime,
  splitMoment,
  type TimeOfDay,
} from './dates.ts';
import { type DecimalSign, exactSeconds, readSeconds, type Reading } from './values.ts';
import { isDay } from '../../../lib/day.ts';
import { MAX_DESCRIPTION_LENGTH, RANGE_RULE } from '../../../lib/fields.ts';
import { readItems, type HardwareItemInput } from '../../../work-logs/hardware/hardware-items.ts';
import { formatCount } from '../../../lib/count.ts';
import { shorten } from '../../../lib/shorten.ts';
import { cleanLine, cleanText, isStorable, UNSTORABLE, VISIBLE } from '../../../lib/text.ts';
import { unguard } from '../../cells.ts';

/** What is known of a whole file when one of its lines is read. */
export type FileFacts = WorkHeader &
  Pick<Choices, 'foreignMoney' | 'zeroRates' | 'amounts' | 'projects' | 'workTypes' | 'tags'> & {
    dayOrder: DayOrder | 'ask' | 'mixed';
    decimalSign: DecimalSign;
    tally: Tally;
    timeZone: string;
    now: Date;
  };

/** Why a line cannot be read; caught where it is read. */
export class Unreadable extends Error {}

/** A field that a column may hold. */
export type Field = keyof WorkColumns;

/** A line: what is known of its file, and the cell of each field, empty where the file has no column for it. */
export type Line = FileFacts & { cell: (field: Field) => string };

/** What a cell says. Throws {@link Unreadable} where it says nothing; `what` names the cell. */
export function need<Value>(reading: Reading<Value>, what: string): Value {
  if (reading.problem !== undefined) throw new Unreadable(`${what}: ${reading.problem}`);
  return reading.value;
}

const NOON = 12 * 3_600;

/** When work began. Throws {@link Unreadable}. */
export function momentOf(line: Line) {
  const text = line.cell('date');
  if (text.trim() === '') throw new Unreadable('It has no date.');
  const parts = splitMoment(text);
  const reading = readDate(parts.date, line.dayOrder);
  if ('problem' in reading) throw new Unreadable(reading.problem);
  const written = parts.time || line.cell('time').trim();
  return { ...instantOf(reading.day, written, line), hasTime: written !== '' };
}

/** An instant, its day, and whether it is the first of two that the clocks showed alike. */
type Instant = { date: Date; day: string; isTwice: boolean };

function instantOf(day: string, written: string, line: Line): Instant {
  const time: TimeOfDay | null =
    written === '' ? { seconds: NOON, offset: null } : readTime(written);
  if (time === null) throw new Unreadable(`“${written}” is not a time of day.`);
  if (time.offset !== null) {
    const date = new Date(
      Date.parse(`${day}T00:00:00Z`) + (time.seconds - time.offset * 60) * 1_000,
    );
    const ofHere = dayOf(date, line.timeZone);
    if (!isDay(ofHere))
      throw new Unreadable(`In the time zone here it is of ${ofHere}. ${RANGE_RULE}`);
    return { date, day: ofHere, isTwice: false };
  }
  const [date, second] = instantsAt(day, time.seconds, line.timeZone);
  if (date !== undefined) return { date, day, isTwice: second !== undefined };
  throw new Unreadable(`“${written}” was skipped on ${day}, when the clocks went forward.`);
}

/** How long work took, in seconds: as the line says, else from its start to its end. Throws {@link Unreadable}. */
export function secondsOf(line: Line, start: Instant & { hasTime: boolean }): number {
  const given = durationOf(line);
  if (given !== null) return given;
  const { date: endsOn, time: end } = endOf(line);
  if (end === '') throw new Unreadable('It has no duration.');
  if (!start.hasTime) throw new Unreadable(NO_START);
  const endDate = endsOn || line.cell('endDate').trim();
  const reading = endDate === '' ? { day: start.day } : readDate(endDate, line.dayOrder);
  if ('problem' in reading) throw new Unreadable(reading.problem);
  const ended = instantOf(reading.day, end, line);
  if (start.isTwice || ended.isTwice) throw new Unreadable(TWICE);
  if (ended.date < start.date) throw new Unreadable(ENDS_BEFORE);
  return Math.round((ended.date.getTime() - start.date.getTime()) / 1000);
}

/** The same as the file has it: 0.33 hours are no whole minutes there. Throws {@link Unreadable}. */
export function statedSeconds(line: Line, start: Parameters<typeof secondsOf>[1]): number {
  const hours = line.cell('minutes').trim() === '' ? line.cell(hoursOf(line)) : '';
  return exactSeconds(hours, line.decimalSign) ?? secondsOf(line, start);
}

/** The time of day of an end, and its day where the same cell says it. */
function endOf(line: Line): { date: string; time: string } {
  const text = line.cell('endTime').trim();
  const parts = splitMoment(text);
  return parts.time === '' ? { date: '', time: text } : parts;
}

const NO_START = 'It has no duration, and no time of day at which it began.';
const ENDS_BEFORE =
  'It ends before it begins. Give the day on which it ended, or how long it took.';

/** What a column of the duration says, in seconds; null when it is empty. Throws {@link Unreadable}. */
export function secondsIn(
  line: Line,
  field: 'hours' | 'hoursAgain' | 'hoursRounded' | 'minutes',
): number | null {
  const text = line.cell(field);
  if (text.trim() === '') return null;
  const unit = field === 'minutes' ? 'minutes' : 'hours';
  return need(readSeconds(text, unit, line.decimalSign), 'Duration');
}

/** The column of the hours that count: the rounded ones where the file is to be believed, and the line has some. */
const hoursOf = (line: Line) =>
  line.amounts === 'stated' && line.cell('hoursRounded').trim() !== '' ? 'hoursRounded' : 'hours';

/** What the columns of the duration say, in seconds; null when all are empty. */
function durationOf(line: Line): number | null {
  const hours = secondsIn(line, hoursOf(line)) ?? secondsIn(line, 'hoursAgain');
  const minutes = secondsIn(line, 'minutes');
  if (hours === null || minutes === null) return hours ?? minutes;
  // The same in both, but for what was rounded, such as 0.33 hours and 20 minutes.
  if (Math.abs(hours - minutes) <= HALF_A_MINUTE) return minutes;
  if (hours % 3_600 === 0 && minutes < 3_600) return hours + minutes;
  throw new Unreadable('Duration: its hours and its minutes contradict each other.');
}

const HALF_A_MINUTE = 30;

const TWICE =
  'The clocks went back that night and showed its start or end twice, so nobody can tell how long it took. Give its duration.';

const NO_LIST =
  'is no list of items. Each item is as our own files of work logs have it: {"itemName": …, "quantity": …}.';

/** Reads a cell with the items of a hardware log: JSON in the words of the API. A log without items says so by `[]`. */
export function readItemsCell(text: string): Reading<HardwareItemInput[]> {
  const list = parse(text);
  if (!Array.isArray(list)) return { problem: `“${text.slice(0, 100)}” ${NO_LIST}` };
  const { items, issues } = readItems(list);
  if (issues !== null) return { problem: issues[0]?.message ?? NO_LIST };
  return { value: items };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const QUOTED = 60;

/**
 * What is wrong with a line that goes on behind the last column, where a text with a comma had no quotation marks;
 * null: nothing. A part of it would be lost, unsaid.
 */
export function sayBeyond(cells: readonly string[], columns: number): string | null {
  const lost = cells.slice(columns).find((cell) => VISIBLE.test(cell));
  if (lost === undefined) return null;
  return `“${shorten(lost.trim(), QUOTED)}” stands behind the last column, where a text perhaps has no quotation marks around it. Set the cells of this line right.`;
}

export const LONGEST_NAME = 200;

/** A text without the apostrophe that keeps a spreadsheet from running it. Throws {@link Unreadable}. */
export function textOf(line: Line, field: Field): string {
  const cell = line.cell(field);
  const text = line.format === 'kimai' ? cell.replace(/^' (?=[=+\-@\t\r])/, '') : cell;
  // A file has no such character, but a cell that was mended may.
  if (!isStorable(text)) throw new Unreadable(UNSTORABLE);
  return cleanText(unguard(text));
}

/** A text of one line, cut where it is longer than a name; null: none. */
export function shortIn(line: Line, field: Field): string | null {
  return shorten(cleanLine(textOf(line, field)), LONGEST_NAME) || null;
}

function plainIn(line: Line, field: Field): string {
  const text = cleanLine(textOf(line, field));
  return VISIBLE.test(text) ? text : '';
}

function named(text: string, what: string): string {
  if (text.length <= LONGEST_NAME) return text;
  throw new Unreadable(`The name of the ${what} is longer than ${LONGEST_NAME} characters.`);
}

/** The project of a line, with its code: two of a client may be called the same. */
function projectIn(line: Line): string {
  const [name, code] = [plainIn(line, 'project'), plainIn(line, 'projectCode')];
  return name && code ? `${name} (${code})` : name || code;
}

/** The name of the client whose work it is; empty: none. Throws {@link Unreadable}. */
export function clientIn(line: Line): string {
  const project = line.projects === 'clients' ? projectIn(line) : '';
  return named(project || plainIn(line, 'client'), 'client');
}

/**
 * Whose work it is, of which kind, its job and its description; `said`: what its own cells say of these. Throws
 * {@link Unreadable}.
 */
export function textsOf(line: Line) {
  const { projects, workTypes, columns } = line;
  const [clientSaid, typeSaid] = [plainIn(line, 'client'), plainIn(line, 'workType')];
  const description = textOf(line, 'description');
  const said = { client: clientSaid, workType: typeSaid, description };
  const project = projectIn(line);
  const tags = plainIn(line, 'tags').split(/ *, */).filter(Boolean);
  const client = clientIn(line);
  const type = typeSaid || { names: '', projects: project, tags: tags.join(', ') }[workTypes];
  const job = columns.job === undefined ? project : plainIn(line, 'job');
  const jobAt =
    columns.job ?? (projects === 'jobs' ? (columns.project ?? columns.projectCode) : undefined);
  // A client that gives way to the project is not lost.
  const before = projects === 'text' ? project : client === clientSaid ? '' : clientSaid;
  const words = [before, description].filter(Boolean).join(': ');
  const marks = line.tags === 'text' ? tags.map((tag) => `#${tag}`) : [];
  const link = textOf(line, 'link');
  const behind = description.includes(link) ? '' : link;
  const texts = [[words, ...marks].filter(Boolean).join(' '), behind].filter(Boolean);
  return {
    ...{ said, client },
    workType: named(type, 'work type'),
    jobName: jobAt === undefined ? null : named(job, 'job'),
    description: fitting(texts.join('\n')),
  };
}

function fitting(text: string): string {
  if (text.length <= MAX_DESCRIPTION_LENGTH) return text;
  throw new Unreadable(
    `The description is longer than ${formatCount(MAX_DESCRIPTION_LENGTH)} characters.`,
  );
}
