import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  createReadableStreamFromReadable,
  unstable_parseMultipartFormData as parseMultipart,
  type UploadHandler,
} from '@remix-run/node';
import { prepared } from '#db/connection.server.ts';
import { once, type KeyedRequest } from '../../http/once/one-time-keys.server.ts';
import { invalid, ProductError } from '../../lib/errors.ts';
import { guard, writeLine } from '../cells.ts';
import type { UserView } from '../../users/users.ts';
import {
  carryOn,
  importsFolder,
  removeFile,
  waitBriefly,
  type ImportServices,
} from './import-file.server.ts';
import { findImport } from './import-row.server.ts';
import { addImport, forgetOldLooks } from './imports.server.ts';
import { TOO_MANY_FIELDS } from '../../http/server/uploads.ts';
import { troubleOf } from '../../platform/trouble.server.ts';
import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeOwnFolder, sync } from '#db/own-files.server.ts';
import type { Services } from '../../context.server.ts';

type SentForm = {
  fields: FormData;
  file: (Upload & { fileName: string }) | null;
  refusal: ProductError | null;
};

/** Longer than any field of the form beside the file. */
const LONGEST_FIELD = 4_096;

/** More fields than the form has, and more bytes than the head of a field. */
const MOST_FIELDS = 100;
const LONGEST_HEAD = 65_536;

/**
 * Reads the form of the page Import part by part. The file goes to the disk as it comes. Throws a 400 page for a body
 * that is no such form, and a 413 page for one of more fields than it has: counted as they come, since each takes time.
 */
export async function readFileForm(services: ImportServices, request: Request): Promise<SentForm> {
  const sent: Pick<SentForm, 'file' | 'refusal'> = { file: null, refusal: null };
  let count = 0;
  let head = 0;
  const bytes = partsOf(request);
  // All of it is read, so that the sender gets the answer.
  const refuseMore = async (): Promise<never> => {
    while (!(await bytes.next()).done);
    throw new Response(TOO_MANY_FIELDS, { status: 413 });
  };
  const counted = async function* () {
    for await (const part of bytes) {
      head += part.length;
      if (head > LONGEST_HEAD + part.length) await refuseMore();
      yield part;
    }
  };
  const dataOf = async function* (data: AsyncIterable<Uint8Array>) {
    for await (const part of data) {
      head = 0;
      yield part;
    }
  };
  const take: UploadHandler = async ({ name, filename, data }) => {
    count += 1;
    if (count > MOST_FIELDS) await refuseMore();
    if (name !== 'file' || filename === undefined || sent.file !== null) {
      return await textOf(dataOf(data));
    }
    try {
      const upload = await storeUpload(services, dataOf(data));
      sent.file = { ...upload, fileName: filename };
    } catch (error) {
      const trouble = troubleOf(error);
      const refusal = trouble === null ? error : new ProductError(503, trouble);
      if (!(refusal instanceof ProductError)) throw error;
      sent.refusal = refusal;
    }
    return undefined;
  };
  try {
    const { url, method, headers } = request;
    const body = createReadableStreamFromReadable(Readable.from(counted()));
    const again = new Request(url, { method, headers, body, duplex: 'half' });
    const fields = await parseMultipart(again, take);
    return { fields, ...sent };
  } catch (error) {
    if (sent.file !== null) removeFile(services, sent.file);
    if (error instanceof Response) throw error;
    services.logger.warn({ error }, 'A form with a file could not be read');
    throw new Response(UNREADABLE, { status: 400 });
  }
}

// The parser knows no name with one of these signs.
const UNREADABLE =
  'The form could not be read. Go back and send it again; if the name of the file has a semicolon or an equals sign in it, rename the file first.';

async function textOf(data: AsyncIterable<Uint8Array>): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const part of data) {
    if (text.length < LONGEST_FIELD) text += decoder.decode(part, { stream: true });
  }
  return text.slice(0, LONGEST_FIELD);
}

/** Keeps names of clients, one a line, as a file that was sent in. */
export async function storeNames(services: ImportServices, names: string) {
  const lines = ['name', ...names.split('\n')].map((name) => writeLine([guard(name.trim())]));
  const upload = await storeUpload(services, Readable.from([Buffer.from(lines.join(''))]));
  return { ...upload, fileName: 'Pasted list of clients' };
}

/**
 * Begins to read a file, once for each key and file. Gives its import's id after two seconds at most. Throws 400 and
 * 413.
 */
export async function beginLook(
  services: ImportServices,
  user: UserView,
  { file, refusal, key }: Pick<SentForm, 'file' | 'refusal'> & { key: KeyedRequest | null },
): Promise<number> {
  if (refusal !== null) throw new ProductError(refusal.status, refusal.message, []);
  if (file === null || file.fileName === '') {
    if (file !== null) removeFile(services, file);
    throw invalid('file', 'Choose the file to be imported.');
  }
  await services.longWrites.over();
  await forgetOldLooks(services);
  // What is almost a client's name is proposed to be that client: a person looks at it first.
  const choices = { twins: 'existing' } as const;
  const add = () => ({ id: addImport(services, user, { ...file, choices }) });
  const keyed = key && { ...key, fingerprint: `${key.fingerprint}${file.hash}` };
  const { id, isReplay } = keyed ? beginOnce(services, keyed, add) : { ...add(), isReplay: false };
  if (isReplay) removeFile(services, file);
  else await waitBriefly(carryOn(services, user, id));
  return id;
}

/** How long a file that is looked at counts as sent already, in milliseconds: ten minutes. */
const LOOKED_AT = 10 * 60_000;

const LOOK = `select i.id from one_time_keys k join imports i on i.id = k.answer ->> 'id'
  where k.user_id = :userId and k.fingerprint = :fingerprint and k.created_at >= :since
    and i.status in ('waiting', 'reading') order by k.created_at desc limit 1`;

/**
 * A look at a file, once for each key and file, and the same one where this person began it and has not ended it: after
 * Back a browser sends the file with a new key. `isReplay`: it was there already.
 */
function beginOnce(
  services: ImportServices,
  key: KeyedRequest,
  add: () => { id: number },
): { id: number; isReplay: boolean } {
  const { userId, fingerprint } = key;
  const since = services.clock().getTime() - LOOKED_AT;
  const shown = prepared<number>(services.db, LOOK).pluck().get({ userId, fingerprint, since });
  if (shown !== undefined) return { id: shown, isReplay: true };
  const keyed = once(services, key, add);
  if (keyed.outcome === 'done' && findImport(services, keyed.answer.id) !== null) {
    return { ...keyed.answer, isReplay: keyed.isReplay };
  }
  // The same form with another file, or one that was forgotten since: nothing of it is made yet.
  return { ...add(), isReplay: false };
}

/** The largest file that is taken, in MiB. */
const LARGEST = 128;

const TOO_LARGE = `This file is larger than ${LARGEST} MB. Send it in parts.`;

/** A file that was sent in: where it is kept, and a hash of its contents. */
type Upload = { storedAs: string; hash: string };

/**
 * Keeps what is sent as a file that only its owner can read, never whole in memory. Reads all of it in any case, so
 * that the sender gets the answer. Throws 413, and what the disk says.
 */
export async function storeUpload(
  services: Pick<Services, 'config'>,
  parts: AsyncIterable<Uint8Array>,
): Promise<Upload> {
  const folder = importsFolder(services);
  makeOwnFolder(folder);
  const storedAs = `${randomUUID()}.csv`;
  const path = join(folder, storedAs);
  const sent = parts[Symbol.asyncIterator]();
  const hash = createHash('sha256');
  let size = 0;
  async function* taken() {
    for (let next = await sent.next(); !next.done; next = await sent.next()) {
      size += next.value.length;
      if (size > LARGEST * 1024 * 1024) continue;
      hash.update(next.value);
      yield next.value;
    }
  }
  try {
    // It may wait here for days, so it must be on the disk before the answer says that it is here.
    await pipeline(taken, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
    sync(folder);
    if (size > LARGEST * 1024 * 1024) throw new ProductError(413, TOO_LARGE);
    return { storedAs, hash: hash.digest('base64url') };
  } catch (error) {
    rmSync(path, { force: true });
    // Also what comes once a disk is full.
    while (!(await sent.next()).done);
    throw error;
  }
}

/** The parts of a request's body. */
export async function* partsOf(request: Request): AsyncGenerator<Uint8Array> {
  if (request.body === null) return;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}
