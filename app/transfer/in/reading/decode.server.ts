import { conflict } from '../../../lib/errors.ts';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';

/** How the letters of a file are stored; `TextDecoder` knows these names. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** How much of a file is read at once, in bytes. */
const CHUNK = 64 * 1024;
/** The same where each part is parsed: all its lines are in memory at once, and they may be short. */
const PARSED_CHUNK = 16 * 1024;

/**
 * How a file is encoded: as its mark says, else UTF-16 where every other byte is 0, else UTF-8 where all
 * of it is, else Windows-1252 where all of it may be. Throws 409 for a file that is no text, or whose letters cannot be told.
 */
export async function encodingOf(file: string): Promise<Encoding> {
  const start = await firstBytes(file);
  if (start.length === 0) throw conflict('The file is empty.');
  const byMark = markedEncoding(start);
  if (byMark !== null) return byMark;
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

const BROKEN = 'The file has letters that are broken. Save it as UTF-8 and send it again.';
const UNTOLD =
  'It cannot be told how the letters of this file are stored. Save it as UTF-8, which Excel calls “CSV UTF-8”, and send it again.';

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

const NO_TEXT = 'This is no text file: it holds NUL bytes. Save the table as CSV and send that.';

async function firstBytes(file: string): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4_096), 0, 4_096, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function markedEncoding([first, second, third]: Buffer): Encoding | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

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
export async function* readText(file: string, encoding: Encoding): AsyncGenerator<string> {
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
