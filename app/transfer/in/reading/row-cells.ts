import type { FileFormat, WorkColumns } from './fields.ts';
import type { DayOrder } from './dates.ts';
import type { DecimalSign } from './numbers.ts';

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
