import type { FileFormat, WorkColumns } from './products.ts';
import { type DayOrder, readDate, readTime, splitMoment, type TimeOfDay } from './dates.ts';
import { type DecimalSign, readSeconds, type Reading } from './values.ts';
import { isDay } from '../../../lib/day.ts';
import { RANGE_RULE } from '../../../lib/fields.ts';
import { readItems, type HardwareItemInput } from '../../../work-logs/hardware/hardware-items.ts';
import { shorten } from '../../../lib/shorten.ts';
import { VISIBLE } from '../../../lib/text.ts';

/** What amounts in another currency count as: nothing, so the rules give the rate; or pounds. */
export type ForeignMoney = 'ask' | 'pounds' | 'rules';

/** What a rate of nothing counts as, for work that is to be billed: none was set; or nothing is charged. */
export type ZeroRates = 'ask' | 'ours' | 'keep';

/** What is known of a whole file when one of its lines is read. */
export type FileFacts = {
  format: Exclude<FileFormat, 'clients' | 'work-types'>;
  columns: WorkColumns;
  currency: string | null;
  dayOrder: DayOrder | 'ask' | 'mixed';
  decimalSign: DecimalSign;
  foreignMoney: ForeignMoney;
  zeroRates: ZeroRates;
  /** Told of each line that is to be billed at a rate of nothing. */
  noteZeroRate: () => void;
  /** The instants, none to two, of a time of day, in seconds, of a day in the business time zone. */
  toInstants: (day: string, seconds: number) => Date[];
  /** The day of an instant in the business time zone. */
  dayOf: (instant: Date) => string;
  /** Whether an instant is so far ahead that no log may have it. */
  isTooFar: (instant: Date) => boolean;
};

/** Why a line cannot be read; caught where it is read. */
export class Unreadable extends Error {}

/** A field that a column may hold. */
export type Field = keyof WorkColumns;

/** The cell of a field; empty where the file has no column for it. */
export function cellOf(cells: readonly string[], { columns }: FileFacts, field: Field): string {
  const at = columns[field];
  return at === undefined ? '' : (cells[at] ?? '');
}

/** What a cell says. Throws {@link Unreadable} where it says nothing; `what` names the cell. */
export function need<Value>(reading: { value: Value } | { problem: string }, what: string): Value {
  if ('problem' in reading && typeof reading.problem === 'string') {
    throw new Unreadable(`${what}: ${reading.problem}`);
  }
  return (reading as { value: Value }).value;
}

/** When work began, and how long it took, as a line of a file says it. */

const NOON = 12 * 3_600;

/** When work began. Throws {@link Unreadable}. */
export function momentOf(cells: readonly string[], facts: FileFacts) {
  const text = cellOf(cells, facts, 'date');
  if (text.trim() === '') throw new Unreadable('It has no date.');
  const parts = splitMoment(text);
  const reading = readDate(parts.date, facts.dayOrder);
  if ('problem' in reading) throw new Unreadable(reading.problem);
  const written = parts.time || cellOf(cells, facts, 'time').trim();
  return { ...instantOf(reading.day, written, facts), hasTime: written !== '' };
}

/** An instant, its day, and whether it is the first of two that the clocks showed alike. */
type Instant = { date: Date; day: string; isTwice: boolean };

function instantOf(day: string, written: string, facts: FileFacts): Instant {
  const time: TimeOfDay | null =
    written === '' ? { seconds: NOON, offset: null } : readTime(written);
  if (time === null) throw new Unreadable(`“${written}” is no time of day.`);
  if (time.offset !== null) {
    const date = new Date(
      Date.parse(`${day}T00:00:00Z`) + (time.seconds - time.offset * 60) * 1_000,
    );
    const ofHere = facts.dayOf(date);
    if (!isDay(ofHere))
      throw new Unreadable(`In the time zone here it is of ${ofHere}. ${RANGE_RULE}`);
    return { date, day: ofHere, isTwice: false };
  }
  const [date, second] = facts.toInstants(day, time.seconds);
  if (date !== undefined) return { date, day, isTwice: second !== undefined };
  throw new Unreadable(`“${written}” was skipped on ${day}, when the clocks went forward.`);
}

/** How long work took, in seconds: as the line says, else from its start to its end. Throws {@link Unreadable}. */
export function secondsOf(
  cells: readonly string[],
  facts: FileFacts,
  start: Instant & { hasTime: boolean },
): number {
  const given = durationOf(cells, facts);
  if (given !== null) return given;
  const { date: endsOn, time: end } = endOf(cells, facts);
  if (end === '') throw new Unreadable('It has no duration.');
  if (!start.hasTime) throw new Unreadable(NO_START);
  const endDate = endsOn || cellOf(cells, facts, 'endDate').trim();
  const reading = endDate === '' ? { day: start.day } : readDate(endDate, facts.dayOrder);
  if ('problem' in reading) throw new Unreadable(reading.problem);
  const ended = instantOf(reading.day, end, facts);
  if (start.isTwice || ended.isTwice) throw new Unreadable(TWICE);
  if (ended.date < start.date) throw new Unreadable(ENDS_BEFORE);
  return Math.round((ended.date.getTime() - start.date.getTime()) / 1000);
}

/** The time of day of an end, and its day where the same cell says it. */
function endOf(cells: readonly string[], facts: FileFacts): { date: string; time: string } {
  const text = cellOf(cells, facts, 'endTime').trim();
  const parts = splitMoment(text);
  return parts.time === '' ? { date: '', time: text } : parts;
}

const NO_START = 'It has no duration, and no time of day at which it began.';
const ENDS_BEFORE =
  'It ends before it begins. Give the day on which it ended, or how long it took.';

/** What the columns of the duration say, in seconds; null when all are empty. */
function durationOf(cells: readonly string[], facts: FileFacts): number | null {
  const secondsIn = (field: 'hours' | 'hoursAgain' | 'minutes'): number | null => {
    const text = cellOf(cells, facts, field);
    if (text.trim() === '') return null;
    const unit = field === 'minutes' ? 'minutes' : 'hours';
    return need(readSeconds(text, unit, facts.decimalSign), 'Duration');
  };
  const hours = secondsIn('hours') ?? secondsIn('hoursAgain');
  const minutes = secondsIn('minutes');
  if (hours === null || minutes === null) return hours ?? minutes;
  // The same in both, but for what was rounded, such as 0.33 hours and 20 minutes.
  if (Math.abs(hours - minutes) <= HALF_A_MINUTE) return minutes;
  if (hours % 3_600 === 0 && minutes < 3_600) return hours + minutes;
  throw new Unreadable('Duration: its hours and its minutes contradict each other.');
}

const HALF_A_MINUTE = 30;

const TWICE =
  'The clocks went back that night and showed its start or end twice, so nobody can tell how long it took. Give its duration.';

/**
 * The items of a hardware log as they are kept until the log is made: prices in pence, rates of VAT in
 * hundredths of a per cent.
 */
export type StagedItems = { items: HardwareItemInput[] };

const NO_LIST =
  'is no list of items. Each item is as our own files of work logs have it: {"itemName": …, "quantity": …}.';

/**
 * Reads the cell that holds the items of a hardware log: JSON in the words of the API, as our own file of
 * work logs has it. A log may be without items, `[]`, and then the cell says so.
 */
export function readItemsCell(text: string): Reading<StagedItems> {
  const list = parse(text);
  if (!Array.isArray(list)) return { problem: `“${text.slice(0, 100)}” ${NO_LIST}` };
  const { items, issues } = readItems(list);
  if (issues !== null) return { problem: issues[0]?.message ?? NO_LIST };
  return { value: { items } };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** How much of a cell a sentence quotes. */
const QUOTED = 60;

/**
 * What is wrong with a line that goes on behind the last column of its file: some programs write a text that has a comma
 * without quotation marks, and a part of it would be lost, unsaid. Null where nothing stands there.
 */
export function sayBeyond(cells: readonly string[], columns: number): string | null {
  const lost = cells.slice(columns).find((cell) => VISIBLE.test(cell));
  if (lost === undefined) return null;
  return `“${shorten(lost.trim(), QUOTED)}” stands behind the last column, where a text perhaps has no quotation marks around it. Set the cells of this line right.`;
}
