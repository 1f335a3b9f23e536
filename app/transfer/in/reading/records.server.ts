import { conflict } from '../../../lib/errors.ts';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import type { Choices } from '../choices.ts';
import { readText, type Encoding } from './decode.server.ts';

/** How the cells of a file are parted. */
export type Delimiter = ',' | ';' | '\t';

/** How a file is to be read. */
export type Dialect = { encoding: Encoding; delimiter: Delimiter };

/** A line of a file: where it begins, the header being line 1, and its cells. */
export type FileRecord = { line: number; cells: string[] };

/** The longest line that is read, in bytes, and the most columns. */
const LONGEST_RECORD = 1024 * 1024;
const MOST_COLUMNS = 1_000;
/** The most lines that one file may have. */
const MOST_LINES = 500_000;

const TOO_LONG =
  'A line of it is longer than a mebibyte. Perhaps a quotation mark is not closed, or it is no CSV file.';

/** A line of a file as a person mended it on its page. */
export function mendRecord(
  { line, cells }: FileRecord,
  { mends }: Pick<Choices, 'mends'>,
): FileRecord {
  const mended = mends[line];
  if (mended === undefined) return { line, cells };
  const whole = [...cells];
  for (const [column, text] of Object.entries(mended)) whole[Number(column)] = text;
  return { line, cells: Array.from(whole, (cell: string | undefined) => cell ?? '') };
}

/** Whether nothing stands in a cell, or the sign by which DOS ended a file. */
const isBlank = (cell: string) => cell.replaceAll('\x1a', '').trim() === '';

/** What Excel reads in front of a header: which sign parts the cells. */
const SAYS_DELIMITER = /^\ufeff?"?sep=(.)/i;

/** The delimiter that the file names, or else the one by which the header has the most cells, quoted ones left alone. */
export async function delimiterOf(file: string, encoding: Encoding): Promise<Delimiter> {
  const header = await firstLine(file, encoding);
  const plain = header.replace(/"(?:[^"]|"")*"/g, '');
  const count = (sign: string) => plain.split(sign).length;
  const delimiters: Delimiter[] = [',', ';', '\t'];
  const [, named] = SAYS_DELIMITER.exec(header) ?? [];
  if (named !== undefined) return delimiters.find((sign) => sign === named) ?? ',';
  return delimiters.sort((one, other) => count(other) - count(one))[0] ?? ',';
}

async function firstLine(file: string, encoding: Encoding): Promise<string> {
  let text = '';
  for await (const part of readText(file, encoding)) {
    text += part;
    const [line] = /^[^\r\n]*(?=[\r\n])/.exec(text.replace(/^[\r\n\s]+(?=\S)/, '')) ?? [];
    if (line !== undefined && line !== '') return line;
    if (text.length > LONGEST_RECORD) throw conflict(TOO_LONG);
  }
  if (text.trim() === '') throw conflict('The file is empty.');
  return text;
}

/**
 * The lines of a file that are not empty, in groups, so that others get their turn between them. Throws
 * 409 for what is no CSV, and for a line or a file that is too long.
 */
export async function* readRecords(
  file: string,
  { encoding, delimiter }: Dialect,
): AsyncGenerator<FileRecord[]> {
  const text = withoutEndlessLines(readText(file, encoding));
  const parser = parse({
    delimiter,
    bom: true,
    info: true,
    max_record_size: LONGEST_RECORD,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
  });
  const source = Readable.from(text, { objectMode: true, highWaterMark: 1 });
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  let group: FileRecord[] = [];
  let count = 0;
  // The library counts a break of two signs within a cell as two lines.
  let countedTwice = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      if (record.length > MOST_COLUMNS) throw conflict(tooManyColumns(record.length));
      count += 1;
      if (count > MOST_LINES + 1) throw conflict(TOO_MANY_LINES);
      const line = info.lines - countedTwice - signsIn(record, /[\r\n]/g);
      countedTwice += signsIn(record, /\r\n/g);
      if (record.every(isBlank)) continue;
      if (count === 1 && saysDelimiter(record)) continue;
      group.push({ line, cells: record });
      if (group.length < GROUP) continue;
      yield group;
      group = [];
      await setImmediate();
    }
  } catch (error) {
    throw asRefusal(error, countedTwice);
  } finally {
    source.destroy();
    parser.destroy();
  }
  if (group.length > 0) yield group;
}

/** The library limits what cells hold together, but not how many there are: a line of commas alone. */
async function* withoutEndlessLines(text: AsyncIterable<string>): AsyncGenerator<string> {
  let length = 0;
  for await (const part of text) {
    const end = Math.max(part.lastIndexOf('\n'), part.lastIndexOf('\r'));
    length = end < 0 ? length + part.length : part.length - end;
    if (length > LONGEST_RECORD) throw conflict(TOO_LONG);
    yield part;
  }
}

const saysDelimiter = ([first = '', ...others]: string[]) =>
  /^sep=.?$/i.test(first) && others.every((cell) => cell === '');

type Parsed = { record: string[]; info: { lines: number } };

const GROUP = 250;
const TOO_MANY_LINES = `The file has more than ${MOST_LINES / 1000},000 lines. Send it in parts.`;

const tooManyColumns = (count: number) =>
  `A line of it has ${count} columns, and at most ${MOST_COLUMNS} are read.`;

function signsIn(cells: readonly string[], signs: RegExp): number {
  return cells.reduce((sum, cell) => sum + (cell.match(signs)?.length ?? 0), 0);
}

function asRefusal(error: unknown, countedTwice: number): unknown {
  if (!(error instanceof CsvError)) return error;
  if (error.code === 'CSV_MAX_RECORD_SIZE') return conflict(TOO_LONG);
  const line = typeof error.lines === 'number' ? ` at line ${error.lines - countedTwice}` : '';
  return conflict(
    `The file cannot be read as CSV${line}: a quotation mark stands where none may, or is not closed.`,
  );
}
