import { conflict } from '../../../lib/errors.ts';
import { prepared, type Database } from '#db/connection.server.ts';
import { shorten } from '../../../lib/shorten.ts';
import type { Choices, Survey } from '../choices.ts';
import { countDate, dayOrderOf, splitMoment, type DateVotes } from './dates.ts';
import {
  encodingOf,
  delimiterOf,
  mendRecord,
  readRecords,
  type Dialect,
} from './records.server.ts';
import type { WorkColumns } from './products.ts';
import {
  isOfNames,
  isOfWork,
  plainName,
  proposeColumns,
  readHeader,
  type Header,
} from './formats.ts';
import { countNumber, decimalSignOf, type DecimalSign, type NumberVotes } from './values.ts';

/** How a file is to be read, as all of it tells. */
export type FileShape = {
  dialect: Dialect;
  known: Header;
  dayOrder: ReturnType<typeof dayOrderOf>;
  decimalSign: DecimalSign;
  width: number;
  isChosen: boolean;
  /** What was chosen for its projects, or else is proposed: clients where no line has a client. */
  projects: Choices['projects'];
};

const KEPT = 'select columns from import_columns where header = ?';
const KEEP = `insert into import_columns (header, columns) values (?, ?)
  on conflict (header) do update set columns = excluded.columns`;

/** Keeps the columns that a person chose, for all files with this header. */
export function keepColumns(db: Database, header: readonly string[], columns: WorkColumns): void {
  prepared(db, KEEP).run(keyOf(header), JSON.stringify(columns));
}

const keyOf = (header: readonly string[]) => JSON.stringify(header.map(plainName));

/** The columns of a file that are not read; those that have nothing in them by their number. */
function unreadOf(
  header: string[],
  known: Header,
  { filled, leaves }: { filled: ReadonlySet<number>; leaves: (keyof WorkColumns)[] },
): string[] {
  if (known.format === null) return [];
  const columns: Record<string, number | number[]> = known.columns;
  const read = new Set(
    Object.entries(columns).flatMap(([field, at]) =>
      leaves.some((one) => one === field) ? [] : at,
    ),
  );
  const left = [...header.keys()].filter((at) => !read.has(at));
  const unread = left.filter((at) => filled.has(at));
  const empty = left.length - unread.length;
  return [
    ...unread.map((at) => shorten(header[at] ?? '', SAMPLE_LENGTH) || `column ${at + 1}`),
    ...(empty > 0 ? [`${empty} empty ${empty === 1 ? 'column' : 'columns'}`] : []),
  ];
}

const SAMPLES = 3;
const SAMPLE_LENGTH = 60;

const DATES = ['date', 'endDate', 'endTime'] as const;
const HOURS = ['hours', 'hoursAgain', 'hoursRounded'] as const;
const NUMBERS = [...HOURS, 'minutes', 'rate', 'amount', 'fixedPrice'] as const;

const NO_HEADER =
  'The first line of the file should name its columns, and has one cell alone. Cells are parted by commas, semicolons or tabs; remove any title above the columns.';

/** Looks a whole file through, as it was mended, for what only all of it tells. Throws 409 for what is no such file. */
export async function surveyFile(
  db: Database,
  file: string,
  { choices, signal }: { choices: Choices; signal: AbortSignal },
): Promise<{ shape: FileShape; found: Survey }> {
  const encoding = await encodingOf(file);
  const dialect: Dialect = { encoding, delimiter: await delimiterOf(file, encoding) };
  const dates: DateVotes = { dayFirst: 0, monthFirst: 0, both: 0 };
  const numbers: NumberVotes = { point: 0, comma: 0 };
  let header: string[] | null = null;
  let known: Header | null = null;
  let kept: WorkColumns | null = null;
  const filled = new Set<number>();
  let lacksTypes = false;
  const samples: string[][] = [];
  let exampleDate: string | null = null;
  for await (const group of readRecords(file, dialect)) {
    if (signal.aborted) break;
    for (const record of group) {
      const { cells } = mendRecord(record, choices);
      if (header === null || known === null) {
        header = cells.map((cell) => cell.trim());
        const isOne = header.filter((name) => name !== '').length < 2;
        if (isOne && !isOfNames(header)) throw conflict(NO_HEADER);
        const chosen = prepared<string>(db, KEPT).pluck().get(keyOf(header));
        kept = chosen === undefined ? null : (JSON.parse(chosen) as WorkColumns);
        known = readHeader(header, kept);
        continue;
      }
      if (samples.length < SAMPLES) samples.push(cells.map((cell) => shorten(cell, SAMPLE_LENGTH)));
      for (const [at, cell] of cells.entries()) if (cell.trim() !== '') filled.add(at);
      if (!isOfWork(known)) continue;
      const { columns } = known;
      const cellOf = (field: keyof WorkColumns) => cells[columns[field] ?? -1] ?? '';
      lacksTypes ||= cellOf('workType').trim() === '';
      for (const field of DATES) countDate(dates, cellOf(field));
      if (exampleDate === null && dates.both > 0) exampleDate = splitMoment(cellOf('date')).date;
      for (const field of NUMBERS) countNumber(numbers, cellOf(field));
    }
  }
  if (header === null || known === null) throw conflict('The file is empty.');
  const dayOrder = dayOrderOf(dates);
  const decimalSign = decimalSignOf(numbers);
  const columns: WorkColumns = isOfWork(known) ? known.columns : {};
  const isFilled = (...fields: (keyof WorkColumns)[]) =>
    fields.some((field) => filled.has(columns[field] ?? -1));
  const projects = choices.projects ?? (isFilled('client') ? 'jobs' : 'clients');
  const asks = {
    projects: isFilled('project', 'projectCode'),
    workTypes: lacksTypes && isFilled('project', 'projectCode', 'tags'),
    tags: isFilled('tags'),
  };
  const { workTypes, tags } = choices;
  const leaves = [
    projects === 'none' && workTypes !== 'projects' ? (['project', 'projectCode'] as const) : [],
    tags === 'none' && workTypes !== 'tags' ? (['tags'] as const) : [],
  ].flat();
  const found: Survey = {
    format: known.format,
    header: header.map((name) => name.slice(0, 200)),
    needsColumns: false,
    samples,
    proposed: proposeColumns(header),
    columns: known.format === 'client-list' ? (kept ?? {}) : columns,
    asks: (['projects', 'workTypes', 'tags'] as const).filter((name) => asks[name]),
    unread: unreadOf(header, known, { filled, leaves }),
    asksDayOrder: isOfWork(known) && dayOrder === 'ask',
    exampleDate,
    currencies: [],
  };
  const isChosen = kept !== null;
  const shape = { dialect, known, dayOrder, decimalSign, projects, isChosen };
  return { shape: { ...shape, width: header.length }, found };
}
