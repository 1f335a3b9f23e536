import { MAX_DESCRIPTION_LENGTH } from '../../../lib/fields.ts';
import { shorten } from '../../../lib/shorten.ts';
import { cleanLine, cleanText, isStorable, UNSTORABLE, VISIBLE } from '../../../lib/text.ts';
import { formatCount } from '../../../lib/count.ts';
import { unguard } from '../../columns.ts';
import type { Mendable } from './products.ts';
import { plainCell, rateBehind, readFlag, readPounds, toMinutes } from './values.ts';
import {
  readItemsCell,
  type StagedItems,
  cellOf,
  need,
  Unreadable,
  type Field,
  type FileFacts,
  momentOf,
  secondsOf,
} from './row-cells.ts';
/** A line as the log that it is to become. */
export type WorkRow = {
  /** The log that a row of our own file names. */
  ownId: number | null;
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

function isBreak(cells: readonly string[], facts: FileFacts): boolean {
  return cellOf(cells, facts, 'breakType').trim().toLowerCase() === 'break';
}

function toRow(cells: readonly string[], facts: FileFacts): WorkRow {
  const isHardware = kindOf(cells, facts) === 'hardware';
  const client = nameIn(cells, facts, 'client', 'client');
  const workType = nameIn(cells, facts, 'workType', 'work type');
  const moment = momentOf(cells, facts);
  const { date, day, hasTime } = moment;
  if (facts.isTooFar(date)) throw new Unreadable('The date is more than a year ahead.');
  const seconds = isHardware ? 0 : secondsOf(cells, facts, moment);
  const minutes = isHardware ? 0 : need(toMinutes(seconds), 'Duration');
  const billable = billableOf(cells, facts);
  return {
    ownId: ownIdOf(cells, facts),
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
  // Other products write so where no rate was set.
  if (given === 0 && billable && facts.format !== 'work-logs') {
    facts.noteZeroRate();
    if (facts.zeroRates === 'ask') throw new Unreadable(NO_RATE);
    return facts.zeroRates === 'ours' ? null : 0;
  }
  if (rate !== null) return rate;
  const behind = rateBehind(given, seconds);
  if (behind === null) throw new Unreadable('Its amount is no whole rate for its time.');
  return behind;
}

const NO_RATE =
  'It is billable at 0.00, so no rate was set. Say whether ours counts, or nothing is charged.';

function ownIdOf(cells: readonly string[], facts: FileFacts): number | null {
  const text = plainCell(cellOf(cells, facts, 'ownId'));
  if (text === '') return null;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new Unreadable(`Id: “${text}” is no id of a log. Leave it empty for a new log.`);
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
