import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream, rmSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { makeOwnFolder, sync } from '#db/own-files.server.ts';
import { ProductError } from '../../lib/errors.ts';
import type { Services } from '../../context.server.ts';
import { importsFolder } from './import-file.server.ts';

/** The largest file that is taken, in MiB. */
const LARGEST = 128;

export const TOO_LARGE = `This file is larger than ${LARGEST} MB. Nothing was imported: send it in parts.`;

/** A file that was sent in: where it is kept, and a hash of its contents. */
export type Upload = { storedAs: string; hash: string };

/**
 * Keeps what is sent as a file of its own that only its owner can read, part by part, so that no file is
 * ever whole in memory. Reads all of it even when it is too large or the disk is full, so that the sender gets
 * the answer. Throws 413, and what the disk says.
 */
export async function storeUpload(
  services: Pick<Services, 'config'>,
  parts: AsyncIterable<Uint8Array>,
): Promise<Upload> {
  const folder = importsFolder(services);
  makeOwnFolder(folder);
  const storedAs = `${randomUUID()}.csv`;
  const path = join(folder, storedAs);
  // It may wait here for days, so it must be on the disk before the answer says that it is here.
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  const failed: { error?: Error } = {};
  // A disk that is full says so between two parts, too; an error that nobody hears ends the process.
  file.on('error', (error) => {
    failed.error = error;
  });
  const hash = createHash('sha256');
  let size = 0;
  try {
    await once(file, 'open');
    for await (const part of parts) {
      size += part.length;
      if (size > LARGEST * 1024 * 1024 || failed.error) continue;
      hash.update(part);
      if (!file.write(part)) await once(file, 'drain').catch(() => undefined);
    }
    if (failed.error) throw failed.error;
    file.end();
    await once(file, 'close');
    sync(folder);
    if (size > LARGEST * 1024 * 1024) throw new ProductError(413, TOO_LARGE);
    return { storedAs, hash: hash.digest('base64url') };
  } catch (error) {
    file.destroy();
    rmSync(path, { force: true });
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

/** Takes a file away that is not imported after all. */
export function dropUpload(services: Pick<Services, 'config'>, { storedAs }: Upload): void {
  rmSync(join(importsFolder(services), storedAs), { force: true });
}
