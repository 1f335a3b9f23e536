import { isDay } from '../../../lib/day.ts';
import { MAX_DESCRIPTION_LENGTH, RANGE_RULE } from '../../../lib/fields.ts';
import { shorten } from '../../../lib/shorten.ts';
import { cleanLine, cleanText, isStorable, UNSTORABLE, VISIBLE } from '../../../lib/text.ts';
import { formatCount } from '../../../lib/count.ts';
import { unguard } from '../../cells.ts';
import { readDate, readTime, splitMoment, type DayOrder, type TimeOfDay } from './dates.ts';
import type { FileFormat, Mendable, WorkColumns } from './fields.ts';
import type { DecimalSign } from './numbers.ts';
import { readItemsCell, type StagedItems } from './read-items.ts';
import { rateBehind, readFlag, readPounds, readSeconds, toMinutes } from './values.ts';

/** What amounts in another currency count as: nothing, so the rules give the rate; or pounds. */
export type ForeignMoney = 'ask' | 'pounds' | 'rules';

/** What is known of a whole file when one of its lines is read. */
export type FileFacts = {
  format: Exclude<FileFormat, 'clients' | 'work-types'>;
  columns: WorkColumns;
  currency: string | null;
  dayOrder: DayOrder | 'ask' | 'mixed';
  decimalSign: DecimalSign;
  foreignMoney: ForeignMoney;
  /** The instants, none to two, of a time of day, in seconds, of a day in the business time zone. */
  toInstants: (day: string, seconds: number) => Date[];
  /** The day of an instant in the business time zone. */
  dayOf: (instant: Date) => string;
  /** Whether an instant is so far ahead that no log may have it. */
  isTooFar: (instant: Date) => boolean;
};

/** A line as the log that it is to become. */
export type WorkRow = {
  client: string;
  workType: string;
  isHardware: boolean;
  date: Date;
  day: string;
  hasTime: boolean;
  minutes: number;
  description: string;
  ratePence: number | null;
  billable: boolean;
  isInvoiced: boolean;
  invoiceNumber: string | null;
  /** Who logged it, by name or email; null: the file has no column for that. */
  person: string | null;
  /** Of hardware. */
  items: StagedItems | null;
};

/** What a line is: a log, or none (a break), or a sentence about what is wrong with it. */
export type RowReading = { row: WorkRow } | { isLeftOut: true } | { problem: string };

/** Why a line cannot be read; caught where it is read. */
class Unreadable extends Error {}

const LONGEST_NAME = 200;

/** Reads a line of a file of work by what is known of the whole file. */
export function readWorkRow(cells: readonly string[], facts: FileFacts): RowReading {
  try {
    if (isBreak(cells, facts)) return { isLeftOut: true };
    return { row: toRow(cells, facts) };
  } catch (error) {
    if (error instanceof Unreadable) return { problem: error.message };
    throw error;
  }
}

type Field = keyof WorkColumns;

function cellOf(cells: readonly string[], { columns }: FileFacts, field: Field): string {
  const at = columns[field];
  return at === undefined ? '' : (cells[at] ?? '');
}

function isBreak(cells: readonly string[], facts: FileFacts): boolean {
  return cellOf(cells, facts, 'breakType').trim().toLowerCase() === 'break';
}

function need<Value>(reading: { value: Value } | { problem: string }, what: string): Value {
  if ('problem' in reading && typeof reading.problem === 'string') {
    throw new Unreadable(`${what}: ${reading.problem}`);
  }
  return (reading as { value: Value }).value;
}

function toRow(cells: readonly string[], facts: FileFacts): WorkRow {
  const isHardware = kindOf(cells, facts) === 'hardware';
  const client = nameIn(cells, facts, 'client', 'client');
  const workType = nameIn(cells, facts, 'workType', 'work type');
  const { hasTime, ...moment } = momentOf(cells, facts);
  const { date, day } = moment;
  if (facts.isTooFar(date)) throw new Unreadable('The date is more than a year ahead.');
  const seconds = isHardware ? 0 : secondsOf(cells, facts, moment);
  const minutes = isHardware ? 0 : need(toMinutes(seconds), 'Duration');
  const billable = billableOf(cells, facts);
  return {
    client,
    workType,
    isHardware,
    date,
    day,
    hasTime,
    minutes,
    description: descriptionOf(cells, facts),
    ratePence: isHardware ? 0 : rateOf(cells, facts, { seconds, billable }),
    billable,
    isInvoiced: need(readFlag(cellOf(cells, facts, 'invoiced')), 'Invoiced') ?? false,
    invoiceNumber: shorten(cleanLine(textOf(cells, facts, 'invoiceNumber')), LONGEST_NAME) || null,
    person: personIn(cells, facts),
    items: isHardware ? itemsIn(cells, facts) : null,
  };
}

/** Without its items a hardware log would be worth nothing, and would look as if it were whole. */
const NO_ITEMS =
  'Kind: hardware is sold by its items, and the column hardware_items holds none. Fill it, or leave the line out.';

function itemsIn(cells: readonly string[], facts: FileFacts): StagedItems {
  const text = cellOf(cells, facts, 'items');
  if (text.trim() === '') throw new Unreadable(NO_ITEMS);
  return need(readItemsCell(text), 'Hardware items');
}

/** As `Ann Lee <ann@example.com>`, or what of it the file has. */
function personIn(cells: readonly string[], facts: FileFacts): string | null {
  const { personEmail, person } = facts.columns;
  if (personEmail === undefined && person === undefined) return null;
  const email = textOf(cells, facts, 'personEmail');
  const names = [textOf(cells, facts, 'person'), textOf(cells, facts, 'lastName')];
  const parts = [...names, email && names[0] ? `<${email}>` : email];
  return shorten(cleanLine(parts.filter(Boolean).join(' ')), LONGEST_NAME);
}

function kindOf(cells: readonly string[], facts: FileFacts): 'time' | 'hardware' {
  const kind = cellOf(cells, facts, 'kind').trim().toLowerCase();
  if (kind === '' || kind === 'time') return 'time';
  if (kind === 'hardware') return 'hardware';
  throw new Unreadable(`Kind: “${kind}” is neither time nor hardware.`);
}

/** A text without the apostrophe that keeps a spreadsheet from running it. */
function textOf(cells: readonly string[], facts: FileFacts, field: Field): string {
  const cell = cellOf(cells, facts, field);
  const text = facts.format === 'kimai' ? cell.replace(/^' (?=[=+\-@\t\r])/, '') : cell;
  // A file has no such character, but a cell that was mended may.
  if (!isStorable(text)) throw new Unreadable(UNSTORABLE);
  return cleanText(unguard(text));
}

function nameIn(
  cells: readonly string[],
  facts: FileFacts,
  field: 'client' | 'workType',
  what: string,
): string {
  const name = cleanLine(textOf(cells, facts, field));
  if (name.length > LONGEST_NAME) {
    throw new Unreadable(`The name of the ${what} is longer than ${LONGEST_NAME} characters.`);
  }
  return VISIBLE.test(name) ? name : '';
}

function descriptionOf(cells: readonly string[], facts: FileFacts): string {
  const text = textOf(cells, facts, 'description');
  if (text.length <= MAX_DESCRIPTION_LENGTH) return text;
  throw new Unreadable(
    `The description is longer than ${formatCount(MAX_DESCRIPTION_LENGTH)} characters.`,
  );
}

function billableOf(cells: readonly string[], facts: FileFacts): boolean {
  if (facts.columns.billable === undefined) return true;
  const said = need(readFlag(cellOf(cells, facts, 'billable')), 'Billable');
  if (said === null) throw new Unreadable('It does not say whether it is billable.');
  return said;
}

const NOON = 12 * 3_600;

function momentOf(cells: readonly string[], facts: FileFacts) {
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

function secondsOf(cells: readonly string[], facts: FileFacts, start: Instant): number {
  const given = durationOf(cells, facts);
  if (given !== null) return given;
  const end = cellOf(cells, facts, 'endTime').trim();
  if (end === '') throw new Unreadable('It has no duration.');
  const endDate = cellOf(cells, facts, 'endDate').trim();
  const reading = endDate === '' ? { day: start.day } : readDate(endDate, facts.dayOrder);
  if ('problem' in reading) throw new Unreadable(reading.problem);
  const ended = instantOf(reading.day, end, facts);
  if (start.isTwice || ended.isTwice) throw new Unreadable(TWICE);
  if (ended.date < start.date) throw new Unreadable(ENDS_BEFORE);
  return Math.round((ended.date.getTime() - start.date.getTime()) / 1000);
}

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

function rateOf(
  cells: readonly string[],
  facts: FileFacts,
  { seconds, billable }: { seconds: number; billable: boolean },
): number | null {
  const fixed = moneyIn(cells, facts, 'fixedPrice');
  if (fixed !== null && fixed > 0) {
    throw new Unreadable('It has a fixed price, and a log has an hourly rate.');
  }
  const rate = moneyIn(cells, facts, 'rate');
  const amount = rate === null ? moneyIn(cells, facts, 'amount') : null;
  const given = rate ?? amount;
  if (given === null) return null;
  if (given > 0 && isForeign(cells, facts)) {
    if (facts.foreignMoney === 'rules') return null;
    if (facts.foreignMoney === 'ask') throw new Unreadable(foreign(currencyOf(cells, facts)));
  }
  if (rate !== null) return rate;
  // An amount of nothing says nothing of the rate of work that is to be billed.
  if (amount === 0 && billable) return null;
  const behind = rateBehind(given, seconds);
  if (behind === null) throw new Unreadable('Its amount is no whole rate for its time.');
  return behind;
}

function moneyIn(
  cells: readonly string[],
  facts: FileFacts,
  field: 'rate' | 'amount' | 'fixedPrice',
): number | null {
  return need(readPounds(cellOf(cells, facts, field), facts.decimalSign), NAMES[field]);
}

const NAMES = { rate: 'Rate', amount: 'Amount', fixedPrice: 'Fixed price' } as const;

function currencyOf(cells: readonly string[], facts: FileFacts): string {
  return cellOf(cells, facts, 'currency').trim() || (facts.currency ?? '');
}

const POUNDS = /^$|\bGBP\b|£|pound/i;

function isForeign(cells: readonly string[], facts: FileFacts): boolean {
  return !POUNDS.test(currencyOf(cells, facts));
}

const foreign = (currency: string) =>
  `Its rate is in ${currency}, and rates are in pounds here. Say what it counts as.`;

/** The fields that a person can mend in a line. */
export const MENDABLE: readonly Mendable[] = [
  'client',
  'workType',
  'date',
  'time',
  'hours',
  'minutes',
  'description',
  'billable',
  'rate',
  'amount',
  'items',
];
