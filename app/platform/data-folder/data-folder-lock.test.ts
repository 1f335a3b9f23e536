import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DataFolderInUseError, lockDataFolder } from './open-data-folder.server.ts';
import { StartRefusal } from '../command.ts';

let folder: string;
let dataDir: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tallyhour-lock-'));
  dataDir = join(folder, 'data');
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** A process that takes the data folder and keeps it until it dies. */
async function holder() {
  const module = JSON.stringify(join(import.meta.dirname, 'open-data-folder.server.ts'));
  const program = `import(${module}).then(({ lockDataFolder }) => {
    globalThis.lock = lockDataFolder(${JSON.stringify(dataDir)});
    process.stdout.write('held');
    setInterval(() => undefined, 1000);
  });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}

test('the second one in the same process is refused, until the first lets go', () => {
  const first = lockDataFolder(dataDir);
  expect(() => lockDataFolder(dataDir)).toThrow(DataFolderInUseError);
  // The refused attempt has not loosened the hold.
  expect(() => lockDataFolder(dataDir)).toThrow(/No changes were made: stop it first/);
  first.release();
  lockDataFolder(dataDir).release();
});

test('a second process is refused, and a killed one holds nothing', async () => {
  const child = await holder();
  expect(() => lockDataFolder(dataDir)).toThrow(DataFolderInUseError);
  child.kill('SIGKILL');
  await once(child, 'close');
  lockDataFolder(dataDir).release();
});

test('the folder and the file are their owner’s alone, whatever the umask', () => {
  const before = process.umask(0);
  try {
    lockDataFolder(dataDir).release();
  } finally {
    process.umask(before);
  }
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  expect(statSync(join(dataDir, 'lock.sqlite')).mode & 0o777).toBe(0o600);
});

test('a damaged lock file is refused with a sentence', () => {
  lockDataFolder(dataDir).release();
  writeFileSync(join(dataDir, 'lock.sqlite'), 'not a database '.repeat(100));
  expect(() => lockDataFolder(dataDir)).toThrow(StartRefusal);
  expect(() => lockDataFolder(dataDir)).toThrow(/It holds no data/);
});
