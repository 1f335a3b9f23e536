import { conflict } from '../../../lib/errors.ts';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import type { Choices } from '../choices.ts';
import { createReadStream } from 'node:fs';

type Delimiter = ',' | ';' | '\t';

/** How a file is to be read. */
export type Dialect = { encoding: Encoding; delimiter: Delimiter };

/** A line of a file: where it begins, the header being line 1, and its cells. */
export type FileRecord = { line: number; cells: string[] };

/** The longest line that is read, in bytes, and the most columns. */
const LONGEST_RECORD = 1024 * 1024;
const MOST_COLUMNS = 1_000;
const MOST_LINES = 500_000;

const TOO_LONG =
  'A line is longer than a mebibyte. Perhaps a quotation mark is not closed, or this is not a CSV file.';

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
 * The lines of a file that are not empty, in groups, between which others get their turn. Throws 409 for what is no
 * CSV.
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
  `A line has ${count} columns, and at most ${MOST_COLUMNS} are read.`;

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

/** How the letters of a file are stored; `TextDecoder` knows these names. */
type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** How much of a file is read at once, in bytes. */
const CHUNK = 64 * 1024;
/** The same where each part is parsed: all its lines are in memory at once, and they may be short. */
const PARSED_CHUNK = 16 * 1024;

/** How a file is encoded: as its mark says, else as its bytes can be read. Throws 409 where that cannot be told. */
export async function encodingOf(file: string): Promise<Encoding> {
  const read = (await createReadStream(file, { end: 4_095 }).toArray()) as Buffer[];
  const start = Buffer.concat(read);
  if (start.length === 0) throw conflict('The file is empty.');
  const hex = start.toString('hex', 0, 3);
  const [, byMark] = MARKS.find(([mark]) => hex.startsWith(mark)) ?? [];
  if (byMark !== undefined) return byMark;
  if (start.includes(0)) {
    const zeros = (odd: number) => start.filter((byte, at) => at % 2 === odd && byte === 0).length;
    if (zeros(1) > start.length / 4 && zeros(0) === 0) return 'utf-16le';
    if (zeros(0) > start.length / 4 && zeros(1) === 0) return 'utf-16be';
    throw conflict(NO_TEXT);
  }
  if (await isUtf8(file)) return 'utf-8';
  const { isWindows, whole, broken } = await lettersOf(file);
  // A letter or two that were cut apart, as at the end of a text that was shortened.
  if (whole > broken) throw conflict(BROKEN);
  if (!isWindows) throw conflict(UNTOLD);
  return 'windows-1252';
}

const BROKEN = 'Some letters in the file are broken. Save the file as UTF-8 and send it again.';
const UNTOLD =
  'The encoding of this file is not clear. Save the file as UTF-8 (in Excel: “CSV UTF-8”) and send it again.';

/** What Windows-1252 has no letter for, and other tables have: of DOS, of old Macintoshs, of East Asia. */
const NOT_WINDOWS = /[\x81\x8d\x8f\x90\x9d]/;

/** How many letters beside ASCII a file has when it is read as UTF-8, how many are broken then, and whether it may be of Windows. */
async function lettersOf(file: string) {
  const decoder = new TextDecoder('utf-8');
  const letters = { isWindows: true, whole: 0, broken: 0 };
  for await (const chunk of createReadStream(file, { highWaterMark: CHUNK })) {
    const bytes = chunk as Buffer;
    letters.isWindows &&= !NOT_WINDOWS.test(bytes.toString('latin1'));
    for (const [letter] of decoder.decode(bytes, { stream: true }).matchAll(/[^\0-\x7f]/gu)) {
      if (letter === '\ufffd') letters.broken += 1;
      else letters.whole += 1;
    }
  }
  if (decoder.decode() !== '') letters.broken += 1;
  return letters;
}

const NO_TEXT =
  'This is not a text file, so it cannot be read. Save the table as CSV and send that.';

const MARKS: [mark: string, Encoding][] = [
  ['efbbbf', 'utf-8'],
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
];

async function isUtf8(file: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: CHUNK })) {
      decoder.decode(chunk as Buffer, { stream: true });
    }
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** The text of a file, in parts, without its mark. Throws 409 for NUL and broken letters. */
async function* readText(file: string, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: PARSED_CHUNK })) {
      yield checked(decoder.decode(chunk as Buffer, { stream: true }));
    }
    yield checked(decoder.decode());
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw conflict(BROKEN);
  }
}

function checked(text: string): string {
  if (text.includes('\0')) throw conflict(NO_TEXT);
  return text;
}
