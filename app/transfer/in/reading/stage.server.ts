import type SqliteDatabase from 'better-sqlite3';
import { prepared, type Database } from '#db/connection.server.ts';
import { importRows } from '#db/schema.ts';
import type { ImportNameKind } from '#db/words.ts';
import type { Services } from '../../../context.server.ts';
import { formatCount } from '../../../lib/count.ts';
import { toDecimalString } from '../../../lib/money.ts';
import { conflict } from '../../../lib/errors.ts';
import { shorten } from '../../../lib/shorten.ts';
import { NO_TALLY, type Choices, type Tally } from '../choices.ts';
import { digestOf, rawOf } from '../alike.server.ts';
import { sayBeyond, type FileFacts } from './row-cells.ts';
import { isOfWork, readTerms } from './formats.ts';
import { readStated, readWorkRow, type RowReading } from './read-row.ts';
import { mendRecord, readRecords, type FileRecord } from './records.server.ts';
import type { FileShape } from './survey.server.ts';
import { z } from 'zod';
import { ClientInput } from '../../../clients/clients.server.ts';
import type { CellKind, RecordField } from '../../../lib/record-fields.ts';
import { CLIENT_FIELDS } from '../../../records/client-fields.ts';
import { WorkTypeInput } from '../../../work-types/work-types.ts';
import { unguard } from '../../cells.ts';
import { readFlag, readPounds } from './values.ts';
import { WORK_TYPE_FIELDS } from '../../../records/work-type-fields.ts';

type StageServices = Pick<Services, 'db' | 'clock' | 'longWrites'> & {
  config: Pick<Services['config'], 'timeZone'>;
};

type Staged = {
  importId: number;
  file: string;
  shape: FileShape;
  choices: Choices;
  signal: AbortSignal;
};

const ADD_NAME =
  'insert into import_names (import_id, kind, name, is_hardware) values (?, ?, ?, ?)';
const COUNT = 'update imports set lines_read = ? where id = ?';

/**
 * Reads the lines of a file into `import_rows`, in groups, each in a short transaction. Gives what that came to besides;
 * `unread`: payment terms for which a client has no field. Throws 409 for too many names.
 */
export async function stageFile(services: StageServices, staged: Staged) {
  const { db } = services;
  const { importId, shape, choices, signal } = staged;
  const tally = { ...NO_TALLY };
  const unread = new Set<string>();
  const read = readerOf(services, staged, {
    tally,
    terms: (text) => {
      if (unread.size < MOST_TERMS) unread.add(`the terms “${text.slice(0, 60)}”`);
    },
  });
  const names = createNames(db, importId);
  const currencies = new Set<string>();
  let leftOut = 0;
  let lines = 0;
  let header: string[] | null = null;
  for await (const group of readRecords(staged.file, shape.dialect)) {
    if (signal.aborted) break;
    const records = header === null ? group.slice(1) : group;
    const headed = (header ??= group[0]?.cells ?? []);
    const readings = records.map((record) => {
      const mended = mendRecord(record, choices);
      noteCurrency(currencies, mended.cells, shape);
      // Who mended a line has seen what stands behind its columns.
      const isMended = choices.mends[record.line] !== undefined;
      const beyond = isMended ? null : sayBeyond(record.cells, shape.width);
      const reading: Reading = beyond === null ? read(mended.cells) : { problem: beyond };
      return { record: mended, reading, raw: rawOf(headed, record.cells) };
    });
    lines += records.length;
    if (!isOfWork(shape.known) && lines > MOST_NAMES) throw conflict(TOO_MANY_NAMES);
    await services.longWrites.over();
    inTransaction(db, () => {
      const rows = readings.flatMap(({ record, reading, raw }) =>
        'isLeftOut' in reading ? [] : [{ importId, raw, ...toRow(record, reading, names) }],
      );
      leftOut += readings.length - rows.length;
      if (rows.length > 0) db.insert(importRows).values(rows).run();
      prepared(db, COUNT).run(lines, importId);
    });
  }
  return { leftOut, currencies: [...currencies], tally, unread: [...unread] };
}

/** Runs writes to tables that are no records, without the trail. */
export function inTransaction(db: { $client: SqliteDatabase.Database }, run: () => void): void {
  db.$client.transaction(run).immediate();
}

/** A line of a file of clients or work types: its form's fields as JSON, or what is wrong with it. */
type OwnReading = { record: string } | { problem: string };
type Reading = RowReading | OwnReading | { problem: string; stated: ReturnType<typeof readStated> };

const MOST_TERMS = 5;

function readerOf(
  { clock, config }: StageServices,
  { shape, choices }: Staged,
  note: { tally: Tally; terms: (text: string) => void },
): (cells: string[]) => Reading {
  const { known, dayOrder, decimalSign } = shape;
  if (known.format === null) throw new Error('The columns of the file are not known');
  if (!isOfWork(known)) {
    const { format, columns } = known;
    const readOwn = format === 'work-types' ? readWorkTypeRow : readClientRow;
    const textIn = (cells: string[], column: string) => {
      const texts = (columns[column] ?? []).map((at) => unguard(cells[at] ?? '').trim());
      const text = texts.filter(Boolean).join(' ');
      if (format !== 'client-list' || column !== 'due_in' || text === '') return text;
      const terms = readTerms(text);
      if (terms === null) note.terms(text);
      return terms ?? '';
    };
    return (cells) => readOwn((column) => textIn(cells, column));
  }
  const facts: FileFacts = {
    ...choices,
    ...known,
    dayOrder: dayOrder === 'ask' ? (choices.dayOrder ?? 'ask') : dayOrder,
    decimalSign,
    tally: note.tally,
    timeZone: config.timeZone,
    now: clock(),
  };
  return (cells) => {
    const reading = readWorkRow(cells, facts);
    return 'problem' in reading ? { ...reading, stated: readStated(cells, facts) } : reading;
  };
}

function noteCurrency(found: Set<string>, cells: string[], { known }: FileShape): void {
  if (!isOfWork(known)) return;
  const { currency } = known.columns;
  const said = currency === undefined ? known.currency : (cells[currency] ?? '').trim();
  if (said && !/\bGBP\b|£|pound/i.test(said) && found.size < 5) found.add(said.slice(0, 40));
}

/** How many clients, work types and people a file may name: all of them are looked at at once. */
const MOST_NAMES = 10_000;
const TOO_MANY_NAMES = `The file names more than ${formatCount(MOST_NAMES)} clients, work types and people. Check the columns, or send the file in parts.`;

type Names = (kind: ImportNameKind, name: string, isHardware?: boolean) => number;

function createNames(db: Database, importId: number): Names {
  const known = new Map<string, number>();
  return (kind, name, isHardware = false) => {
    const key = `${kind} ${isHardware} ${name}`;
    const id = known.get(key);
    if (id !== undefined) return id;
    if (known.size >= MOST_NAMES) throw conflict(TOO_MANY_NAMES);
    const added = prepared(db, ADD_NAME).run(importId, kind, name, Number(isHardware));
    known.set(key, Number(added.lastInsertRowid));
    return Number(added.lastInsertRowid);
  };
}

/** A problem may quote a cell, however long that is. */
const LONGEST_PROBLEM = 500;

type Row = Omit<typeof importRows.$inferInsert, 'importId'>;

function toRow(
  { line, cells }: FileRecord,
  reading: Exclude<Reading, { isLeftOut: true }>,
  names: Names,
): Row {
  const kept = { line, cells: JSON.stringify(cells) };
  if ('problem' in reading) {
    const { client: statedClient, ...stated } =
      'stated' in reading ? reading.stated : { client: null };
    return { ...kept, ...stated, statedClient, problem: shorten(reading.problem, LONGEST_PROBLEM) };
  }
  if ('record' in reading) return { ...kept, record: reading.record };
  const { client, workType, person, items, invoiceNumber, said, ...row } = reading.row;
  return {
    ...row,
    line,
    // A line without a client or a work type is mended in its cells.
    cells: client === '' || workType === '' ? kept.cells : null,
    record: items && JSON.stringify({ items }),
    // Whatever was chosen for its project and tags.
    digest: digestOf({ ...reading.row, ...said }),
    clientName: names('client', client),
    workTypeName: names('work-type', workType, row.isHardware),
    personName: person === null ? null : names('person', person),
    invoiceNumber: row.isInvoiced ? invoiceNumber : null,
  };
}

const WorkTypeRecord = WorkTypeInput.extend({ isActive: z.boolean() });
export type WorkTypeRecord = z.output<typeof WorkTypeRecord>;

type TextOf = (column: string) => string;

function readClientRow(text: TextOf): OwnReading {
  return check(ClientInput, fieldsIn(CLIENT_FIELDS, text));
}

function fieldsIn(of: Readonly<Record<string, RecordField>>, text: TextOf): object {
  const fields = Object.entries(of).map(([name, { cell }]) => {
    const [column, holds] = cell;
    // Some fields take no empty text, which stands for what is usual.
    return [name, valueOf(holds, text(column) || undefined)];
  });
  return Object.fromEntries(fields) as object;
}

/** A cell as the form has the value; what cannot be read stays as it is, and is refused by the form. */
function valueOf(holds: CellKind, text: string | undefined) {
  if (text === undefined || (holds !== 'money' && holds !== 'flag')) return text;
  if (holds === 'flag') {
    const flag = readFlag(text);
    return flag.problem === undefined ? flag.value : text;
  }
  const amount = readPounds(text, null);
  if (amount.problem !== undefined || amount.value === null) return text;
  return toDecimalString(amount.value);
}

function readWorkTypeRow(text: TextOf): OwnReading {
  const kind = text('kind').toLowerCase();
  if (!['', 'time', 'hardware'].includes(kind)) {
    return { problem: `Kind: “${kind}” is neither time nor hardware.` };
  }
  const active = readFlag(text('active'));
  if (active.problem !== undefined) return { problem: `Active: ${active.problem}` };
  return check(WorkTypeRecord, {
    ...fieldsIn(WORK_TYPE_FIELDS, text),
    isHardware: kind === '' ? null : kind === 'hardware',
    isActive: active.value ?? true,
  });
}

function check(schema: z.ZodType, fields: object): OwnReading {
  const parsed = schema.safeParse(fields);
  if (parsed.success) return { record: JSON.stringify(parsed.data) };
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.') ?? '';
  const problem = issue?.message ?? 'It cannot be read.';
  return { problem: field === '' ? problem : `${field}: ${problem}` };
}
