import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'tallyhour-upload-'));
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Stores a file that arrives in parts, as over a line, and says what came of it. */
const STORES = `
  import { setTimeout } from 'node:timers/promises';
  import { storeUpload } from '#app/transfer/in/upload.server.ts';
  let sent = 0;
  async function* parts() {
    for (; sent < 40; sent += 1) {
      yield Buffer.alloc(16_000, 'x');
      await setTimeout(5);
    }
  }
  await storeUpload({ config: { dataDir: process.argv[1] } }, parts()).then(
    () => console.log('stored'),
    (error) => console.log(error.code, sent),
  );`;

/** Runs it where no file may have more than so many blocks: to the process, a disk that is full. */
const store = (blocks: string) =>
  execFileSync(
    'sh',
    [
      ...['-c', `trap '' XFSZ; ulimit -f ${blocks}; exec "$0" "$@"`],
      ...[process.execPath, '--input-type=module', '-e', STORES, folder],
    ],
    { encoding: 'utf8' },
  ).trim();

test('a disk that is full between two parts of a file ends no server, and all of it is read', () => {
  expect(store('100')).toBe('EFBIG 40');
  expect(readdirSync(join(folder, 'imports'))).toEqual([]);
  // A control: with room it is stored.
  expect(store('unlimited')).toBe('stored');
});
