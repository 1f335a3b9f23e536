import { chmodSync, mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDataFolder, sentenceForStart } from './open-data-folder.server.ts';
import { readConfig } from '../env.server.ts';

/** A user without rights, for when the tests run as root, to whom every folder is open. */
const NOBODY = 65_534;

let folder: string;
let dataDir: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tallyhour-folder-'));
  dataDir = join(folder, 'data');
  chmodSync(folder, 0o755);
  mkdirSync(dataDir);
});

afterEach(() => {
  chmodSync(dataDir, 0o700);
  rmSync(folder, { recursive: true, force: true });
});

/** Opens the folder as a user who is not root; gives the sentence of the refusal. */
function refusal(): string | null {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(NOBODY);
  try {
    openDataFolder(readConfig({ DATA_DIR: dataDir })).release();
    return null;
  } catch (error) {
    return sentenceForStart(error);
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

test('a folder that may not be written is refused', () => {
  chmodSync(dataDir, 0o555);
  expect(refusal()).toBe(
    `DATA_DIR should be a folder that the server can write to, but ${dataDir} cannot be written (EACCES). Set DATA_DIR to another folder, or give this one to the user whom the server runs as.`,
  );
});

test('a database that may not be written is refused', () => {
  const file = join(dataDir, 'database.sqlite');
  writeFileSync(file, '');
  chmodSync(file, 0o444);
  chmodSync(dataDir, 0o777);
  expect(refusal()).toContain(`but ${file} cannot be written (EACCES)`);
});

test('a folder that may be written is not refused', () => {
  chmodSync(dataDir, 0o777);
  expect(refusal()).toBeNull();
});

test('a folder that cannot be made is refused', () => {
  // On other systems than Linux there is no such folder, and it cannot be made either.
  dataDir = '/proc/tallyhour';
  expect(refusal()).toMatch(/^DATA_DIR should be a folder .*\/proc/);
  dataDir = join(folder, 'data');
});

test.each([
  ['SQLITE_FULL', /is full/],
  ['ENOSPC', /is full/],
  ['SQLITE_BUSY', /Another program holds the database/],
  ['SQLITE_READONLY', /cannot be used \(SQLITE_READONLY\)/],
  ['SQLITE_CANTOPEN', /cannot be used \(SQLITE_CANTOPEN\)/],
  ['EACCES', /cannot be used \(EACCES\)/],
  ['SQLITE_CORRUPT_INDEX', /is damaged/],
])('a start that fails with %s has a sentence', (code, sentence) => {
  expect(sentenceForStart(Object.assign(new Error('It failed'), { code }))).toMatch(sentence);
});

test('a fault of the program has none', () => {
  expect(sentenceForStart(new TypeError('x is not a function'))).toBeNull();
});
