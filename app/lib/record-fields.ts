import { z } from 'zod';
import { toDecimalString } from './money.ts';

/**
 * The fields of a record, said once. What takes them in, stores, shows, exports or names them is made from this list,
 * so that a field cannot be forgotten anywhere.
 */

/**
 * What a cell of a file holds. `id`, `count`: a whole number; `minutes`: whole minutes; `money`: pence, written
 * in pounds; `rate`: hundredths of a per cent, written in per cent; `flag`: `true` or `false`;
 * `moment`: an instant, written in the business time zone; `day`: `YYYY-MM-DD`; `decimal`: a number
 * that is a decimal text already; `text`: anything. An empty cell is null.
 */
export type CellKind =
  'id' | 'count' | 'minutes' | 'money' | 'rate' | 'flag' | 'moment' | 'day' | 'decimal' | 'text';

type Held = {
  id: number;
  count: number;
  minutes: number;
  money: number;
  rate: number;
  flag: boolean;
  moment: Date;
  day: string;
  decimal: string;
  text: string;
};

/** A column of a file of records: what its cells hold, and its value in a record. */
type FileColumn<Row> = {
  [Kind in CellKind]: readonly [holds: Kind, value: (row: Row) => Held[Kind] | null];
}[CellKind];

/** The columns of a file, by name, in their order. */
export type FileColumns<Row> = Readonly<Record<string, FileColumn<Row>>>;

/** A field that people can set. */
export type RecordField<Kind extends CellKind = CellKind> = {
  /** What forms and the JSON API take. */
  readonly input: z.ZodType;
  /** What people call the field, in the history and wherever it stands with its value. */
  readonly label: string;
  /** Its column in the file of such records, and what its cells hold. */
  readonly cell: readonly [column: string, holds: Kind];
  /** Whether it stands with its label on the record's page and on paper. */
  readonly isListed?: boolean;
};

/** A column's name in JSON, forms and the history: an amount there is in pounds, and its name without the unit. */
export type FieldName<Column extends string> = Column extends `${infer Name}Pence` ? Name : Column;

/** What the product keeps of a record beside what people set. */
type Own = 'id' | 'version' | 'createdAt' | 'updatedAt';
type Columns<Row> = Exclude<keyof Row & string, Own>;

/** A field for each column of a table's rows that people set: a column that has none does not compile. */
export type FieldsOf<Row> = {
  readonly [Column in Columns<Row> as FieldName<Column>]: Column extends `${string}Pence`
    ? RecordField<'money'>
    : RecordField<Exclude<CellKind, 'money'>>;
};

type Fields = Readonly<Record<string, RecordField>>;

/** A record's JSON: amounts are decimal strings, in pounds. */
export type ViewOf<Row> = { id: number } & {
  [Column in Columns<Row> as FieldName<Column>]: Column extends `${string}Pence`
    ? string | Extract<Row[Column], null>
    : Row[Column];
};

/** The columns that an input has values for; amounts are in pence. */
type ColumnsFor<Row, Input> = {
  [
    Column in Columns<Row> as FieldName<Column> extends keyof Input ? Column : never
  ]: Input[FieldName<Column> & keyof Input];
};

const columnOf = (name: string, { cell: [, holds] }: RecordField) =>
  holds === 'money' ? `${name}Pence` : name;

/** The schema of what forms and the API send. */
export function inputOf<Of extends Fields>(fields: Of) {
  const inputs = Object.entries(fields).map(([name, { input }]) => [name, input]);
  return z.object(Object.fromEntries(inputs) as { [Name in keyof Of]: Of[Name]['input'] });
}

/** The columns to write for an input. A field that the input leaves out is no column of it. */
export function toColumns<Row, Input extends object>(fields: FieldsOf<Row> & Fields, input: Input) {
  const columns = Object.entries(fields).flatMap(([name, field]) => {
    const value = (input as Record<string, unknown>)[name];
    return value === undefined ? [] : [[columnOf(name, field), value]];
  });
  return Object.fromEntries(columns) as ColumnsFor<Row, Input>;
}

/** A record's JSON. */
export function toView<Row extends { id: number }>(
  fields: FieldsOf<Row> & Fields,
  row: Row,
): ViewOf<Row> {
  const values = Object.entries(fields).map(([name, field]) => {
    const value = row[columnOf(name, field) as keyof Row];
    const isAmount = field.cell[1] === 'money' && typeof value === 'number';
    return [name, isAmount ? toDecimalString(value) : value];
  });
  return { id: row.id, ...Object.fromEntries(values) } as ViewOf<Row>;
}

/** The texts of a form's fields for a record's JSON, but for those that the form has not; nothing is an empty text. */
export function toTexts<View extends object, Name extends keyof View & string>(
  view: View,
  leftOut: readonly Name[],
) {
  const texts = Object.entries(view)
    .filter(([name]) => !leftOut.some((one) => one === name))
    .map(([name, value]) => [name, say(value) ?? '']);
  return Object.fromEntries(texts) as Record<Exclude<keyof View, Name>, string>;
}

/** A value of a record's JSON as text; null for none. */
function say(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : null;
}

/** The columns of a file of such records, in their order. */
export function fileColumnsOf<Row extends { id: number }>(fields: FieldsOf<Row> & Fields) {
  const columns = Object.entries(fields).map(([name, field]) => {
    const [column, holds] = field.cell;
    return [column, [holds, (row: Row) => row[columnOf(name, field) as keyof Row]]];
  });
  const id: FileColumn<Row> = ['id', (row) => row.id];
  return { id, ...Object.fromEntries(columns) } as FileColumns<Row>;
}

/** What people call each field. */
export function labelsOf(fields: Fields): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, { label }]) => [name, label]));
}

/** The fields that stand with their labels wherever the record is shown; empty ones as null. */
export function listedOf(fields: Fields, view: object): { label: string; value: string | null }[] {
  return Object.entries(fields)
    .filter(([, { isListed }]) => isListed)
    .map(([name, { label }]) => ({ label, value: say((view as Record<string, unknown>)[name]) }));
}
