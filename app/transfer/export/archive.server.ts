import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { setImmediate as othersAreServed } from 'node:timers/promises';
import { ZipFile } from 'yazl';
import { openCopy } from '#db/connection.server.ts';
import type { ExportedCopy } from '../../ports.ts';
import { headerOf, COLUMNS, type FileKind } from '../columns.ts';
import { FILES, type RecordServices } from './files.server.ts';
import { JSON_FILES, schemaOf } from './json-schemas.server.ts';

/** What stands in the archive, by name. */
export const DATABASE_FILE = 'database/tallyhour.sqlite';

/** The archive of a copy of the database, which ends with it. */
export async function* archiveOf(
  { clock, config }: Pick<RecordServices, 'clock' | 'config'>,
  copy: ExportedCopy,
): AsyncGenerator<Uint8Array, void> {
  try {
    const db = openCopy(copy.file);
    try {
      yield* archiveParts({ db, clock, config }, copy.file);
    } finally {
      db.$client.close();
    }
  } finally {
    copy.end();
  }
}

/** The archive of all that a copy of the database holds (docs/export.md). Ending it early closes whatever is open. */
async function* archiveParts(
  services: RecordServices,
  databaseFile: string,
): AsyncGenerator<Uint8Array, void> {
  const zip = new ZipFile();
  const open = new Set<Readable>();
  const mtime = services.clock();
  const add = (name: string, make: () => Readable) => {
    zip.addReadStreamLazy(name, { mtime }, (use) => {
      const stream = make();
      open.add(stream);
      stream.once('close', () => open.delete(stream));
      use(null, stream);
    });
  };
  const addText = (name: string, text: string) => {
    zip.addBuffer(Buffer.from(text), name, { mtime });
  };
  addText('README.txt', README);
  for (const kind of Object.keys(COLUMNS) as FileKind[]) {
    add(`csv/${kind}.csv`, () => gently(FILES[kind](services, new URLSearchParams())));
  }
  for (const [kind, file] of Object.entries(JSON_FILES)) {
    addText(`json/${kind}.schema.json`, schemaOf(kind, file));
    add(`json/${kind}.json`, () => gently(file.parts(services)));
  }
  add(DATABASE_FILE, () => createReadStream(databaseFile));
  zip.end();
  const output = zip.outputStream;
  if (!(output instanceof Readable)) throw new Error('An archive is a stream of Node');
  zip.on('error', (error: Error) => output.destroy(error));
  try {
    for await (const chunk of output) yield chunk as Uint8Array;
  } finally {
    for (const stream of open) stream.destroy();
  }
}

/** Texts as a stream that is read as it is taken; others are served after each. */
function gently(parts: Generator<string, void>): Readable {
  async function* bytes() {
    for (const part of parts) {
      if (part !== '') yield Buffer.from(part);
      await othersAreServed();
    }
  }
  return Readable.from(bytes(), { objectMode: false });
}

const README = `What is in this archive
=======================

csv/       a file for each list, for spreadsheets: UTF-8, commas, a header line.
           Work logs (with their hardware items), clients and work types can be
           imported again.
           A text that a spreadsheet would run begins with an apostrophe.
json/      a file for each kind of record, for programs, and its JSON Schema.
database/  the database, for SQLite. Passwords, keys, tokens and sessions are not in it.

All of it is as it was at one moment, so the parts agree.

The columns of the CSV files
----------------------------

${Object.keys(COLUMNS)
  .map((kind) => `${kind}: ${headerOf(kind as FileKind).join(', ')}`)
  .join('\n')}
`;
