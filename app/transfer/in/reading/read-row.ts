import { isOverAYearAhead } from '../../../lib/calendar.ts';
import { formatPounds, scaleHalfUp, timeTotal } from '../../../lib/money.ts';
import { shorten } from '../../../lib/shorten.ts';
import { cleanLine } from '../../../lib/text.ts';
import type { HardwareItemInput } from '../../../work-logs/hardware/hardware-items.ts';
import { plainCell, rateBehind, rateNear, readFlag, readPounds, toMinutes } from './values.ts';
import {
  readItemsCell,
  need,
  Unreadable,
  type Line,
  type FileFacts,
  momentOf,
  secondsIn,
  secondsOf,
  statedSeconds,
  clientIn,
  LONGEST_NAME,
  shortIn,
  textOf,
  textsOf,
} from './row-cells.ts';

/** A line as the log that it is to become. */
export type WorkRow = {
  /** The log that a row of our own file names. */
  ownId: number | null;
  client: string;
  workType: string;
  /** The name of one of the client's jobs, empty for none; null: the file does not say. */
  jobName: string | null;
  /** What its cells say of these, whatever was chosen for its project and tags. */
  said: Pick<WorkRow, 'client' | 'workType' | 'description'>;
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
  items: HardwareItemInput[] | null;
  /** Its id where it comes from, and its project there; null: the file has no such column, or nothing in it. */
  sourceId: string | null;
  project: string | null;
} & Stated;

/** How long work took as its file states it, and what of it is to be billed, in pence; null: not stated in pounds. */
type Stated = { seconds: number | null; amountPence: number | null };

/** What a line is: a log, or none (a break), or a sentence about what is wrong with it. */
export type RowReading = { row: WorkRow } | { isLeftOut: true } | { problem: string };

function lineOf(cells: readonly string[], facts: FileFacts): Line {
  return { ...facts, cell: (field) => cells[facts.columns[field] ?? -1] ?? '' };
}

/** Reads a line of a file of work by what is known of the whole file. */
export function readWorkRow(cells: readonly string[], facts: FileFacts): RowReading {
  const line = lineOf(cells, facts);
  try {
    if (line.cell('breakType').trim().toLowerCase() === 'break') return { isLeftOut: true };
    return { row: toRow(line) };
  } catch (error) {
    if (error instanceof Unreadable) return { problem: error.message };
    throw error;
  }
}

/** What can be read; null: it cannot. */
function ifReadable<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

/** What a line with a problem states, as far as it can be read. */
export function readStated(cells: readonly string[], facts: FileFacts) {
  const line = lineOf(cells, facts);
  const moment = ifReadable(() => momentOf(line));
  const seconds = moment && ifReadable(() => statedSeconds(line, moment));
  return {
    client: ifReadable(() => clientIn(line)),
    day: moment?.day ?? null,
    seconds,
    amountPence: statedAmount(line, seconds),
  };
}

/** What of a line is to be billed, as its file states it or its rate comes to; null: neither, or not in pounds. */
function statedAmount(line: Line, seconds: number | null): number | null {
  if (ifReadable(() => billableOf(line)) === false) return 0;
  if (isForeign(line) && line.foreignMoney !== 'pounds') return null;
  for (const field of ['total', 'amount'] as const) {
    const amount = ifReadable(() => moneyIn(line, field));
    if (amount !== null) return amount;
  }
  const rate = ifReadable(() => moneyIn(line, 'rate'));
  return rate === null || seconds === null ? null : scaleHalfUp(seconds, rate, 3_600);
}

function toRow(line: Line): WorkRow {
  const isHardware = isOfHardware(line);
  const texts = textsOf(line);
  const moment = momentOf(line);
  const { date, day, hasTime } = moment;
  const { now, timeZone } = line;
  // The usual ones are told apart without asking the calendar.
  if (date > now && isOverAYearAhead(date, now, timeZone))
    throw new Unreadable('The date is more than a year ahead.');
  const seconds = isHardware ? 0 : secondsOf(line, moment);
  const minutes = isHardware ? 0 : need(toMinutes(seconds), 'Duration');
  const billable = billableOf(line);
  const ownId = ownIdOf(line);
  const stated = isHardware ? 0 : statedSeconds(line, moment);
  return {
    ...texts,
    ownId,
    isHardware,
    date,
    day,
    hasTime,
    minutes,
    ratePence: isHardware ? 0 : rateOf(line, { seconds, minutes, billable, exact: stated }),
    billable,
    isInvoiced: need(readFlag(line.cell('invoiced'), 'invoiced'), 'Invoiced') ?? false,
    invoiceNumber: shortIn(line, 'invoiceNumber'),
    person: personIn(line),
    items: isHardware ? itemsIn(line) : null,
    sourceId: ownId === null ? shortIn(line, 'sourceId') : String(ownId),
    project: shortIn(line, 'project'),
    seconds: stated,
    amountPence: statedAmount(line, stated),
  };
}

/** Without its items a hardware log would be worth nothing, and would look as if it were whole. */
const NO_ITEMS =
  'Kind: hardware is sold by its items, and the column hardware_items holds none. Fill it, or leave the line out.';

function itemsIn(line: Line): HardwareItemInput[] {
  const text = line.cell('items');
  if (text.trim() === '') throw new Unreadable(NO_ITEMS);
  return need(readItemsCell(text), 'Hardware items');
}

/** As `Ann Lee <ann@example.com>`, or what of it the file has. */
function personIn(line: Line): string | null {
  const { personEmail, person } = line.columns;
  if (personEmail === undefined && person === undefined) return null;
  const email = textOf(line, 'personEmail');
  const names = [textOf(line, 'person'), textOf(line, 'lastName')];
  const parts = [...names, email && names[0] ? `<${email}>` : email];
  return shorten(cleanLine(parts.filter(Boolean).join(' ')), LONGEST_NAME);
}

function isOfHardware(line: Line): boolean {
  const kind = line.cell('kind').trim().toLowerCase();
  if (['', 'time', 'hardware'].includes(kind)) return kind === 'hardware';
  throw new Unreadable(`Kind: “${kind}” is neither time nor hardware.`);
}

function billableOf(line: Line): boolean {
  if (line.columns.billable === undefined) return true;
  const said = need(readFlag(line.cell('billable'), 'billable'), 'Billable');
  if (said === null) throw new Unreadable('It does not say whether it is billable.');
  return said;
}

type Worked = Pick<WorkRow, 'minutes' | 'billable'> & { seconds: number };

/** The rate of a line, told apart from what it states besides. `exact`: its seconds as they are written, 0.33 hours. */
function rateOf(line: Line, { exact, ...of }: Worked & { exact: number }): number | null {
  const { seconds, minutes, billable } = of;
  const rounded = secondsIn(line, 'hoursRounded');
  const statedSeconds = rounded ?? seconds;
  // Where the rounded hours count, those worked stand beside them.
  const workedSeconds = rounded === null ? seconds : (secondsIn(line, 'hours') ?? seconds);
  const rate = saidRateOf(line, of);
  const amount = billable && rate !== null ? moneyIn(line, 'amount') : null;
  const priceOf = (time: number) => timeTotal(Math.floor((time + 30) / 60), rate ?? 0);
  const [stated, worked] = [amount ?? priceOf(statedSeconds), priceOf(workedSeconds)];
  if (stated === worked && statedSeconds === workedSeconds) return rate;
  const { tally } = line;
  tally.others += 1;
  tally.stated += stated;
  tally.worked += worked;
  tally.statedSeconds += statedSeconds;
  tally.workedSeconds += workedSeconds;
  // Else the two differ by whole minutes alone, which the sheet says.
  const byFile = scaleHalfUp(exact, rate ?? 0, 3_600);
  const contradicts = statedSeconds !== workedSeconds || Math.abs(byFile - stated) > 1;
  if (contradicts && line.amounts === 'ask')
    throw new Unreadable(sayOther(amount ?? worked, worked));
  const isOther = amount !== null && amount !== timeTotal(minutes, rate ?? 0);
  return line.amounts === 'stated' && isOther ? rateNear(amount, minutes) : rate;
}

/** The rate of a line: as it says, or behind its amount; null: our rules give it. */
function saidRateOf(line: Line, { seconds, minutes, billable }: Worked): number | null {
  const fixed = moneyIn(line, 'fixedPrice');
  if (fixed !== null && fixed > 0) {
    throw new Unreadable('It has a fixed price, and a log has an hourly rate.');
  }
  const rate = moneyIn(line, 'rate');
  const amount = rate === null ? moneyIn(line, 'amount') : null;
  const given = rate ?? amount;
  if (given === null) return null;
  if (given > 0 && isForeign(line)) {
    if (line.foreignMoney === 'rules') return null;
    if (line.foreignMoney === 'ask') throw new Unreadable(foreign(currencyOf(line)));
  }
  // Other products write so where no rate was set.
  if (given === 0 && billable && line.format !== 'work-logs') {
    line.tally.zeroRates += 1;
    if (line.zeroRates === 'ask') throw new Unreadable(NO_RATE);
    return line.zeroRates === 'ours' ? null : 0;
  }
  if (rate !== null) return rate;
  // The roundest behind its seconds, if it comes to the same in whole minutes.
  const behind = rateBehind(given, seconds);
  return behind !== null && timeTotal(minutes, behind) === given
    ? behind
    : rateNear(given, minutes);
}

const sayOther = (stated: number, worked: number) =>
  stated === worked
    ? 'It has rounded hours beside those worked. Choose which to take.'
    : `Its amount is ${formatPounds(stated)}, and its time comes to ${formatPounds(worked)} by its rate. Choose which to take.`;

const NO_RATE = 'It is billable at 0.00, so no rate was set. Choose our rate, or no charge.';

function ownIdOf(line: Line): number | null {
  const text = plainCell(line.cell('ownId'));
  if (text === '') return null;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new Unreadable(`Id: “${text}” is no id of a log. Leave it empty for a new log.`);
}

function moneyIn(line: Line, field: keyof typeof NAMES): number | null {
  return need(readPounds(line.cell(field), line.decimalSign), NAMES[field]);
}

const NAMES = {
  rate: 'Rate',
  amount: 'Amount',
  fixedPrice: 'Fixed price',
  total: 'Total',
} as const;

function currencyOf(line: Line): string {
  return line.cell('currency').trim() || (line.currency ?? '');
}

const POUNDS = /^$|\bGBP\b|£|pound/i;

function isForeign(line: Line): boolean {
  return !POUNDS.test(currencyOf(line));
}

const foreign = (currency: string) =>
  `Its rate is in ${currency}, and rates are in pounds here. Choose what to use.`;
