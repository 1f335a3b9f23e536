import {
  closeSync,
  fstatSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { migrateDatabase, openDatabase, type Database } from '#db/connection.server.ts';
import { approvedEmails } from '#db/schema.ts';
import { createCommitKeeper, type CommitKeeper, type LogCopier } from './kept-commits.server.ts';
import { createLogger } from './logger.server.ts';

let folder: string;
let file: string;
let db: Database;
let keeper: CommitKeeper;
let lines: string[];
/** What the disk was asked to keep and has not answered yet. */
let asked: { done: () => void; fail: () => void }[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tallyhour-kept-'));
  file = join(folder, 'database.sqlite');
  db = openDatabase(file);
  migrateDatabase(db);
  lines = [];
  asked = [];
});

afterEach(() => {
  vi.useRealTimers();
  keeper.close();
  db.$client.close();
  rmSync(folder, { recursive: true, force: true });
});

const logger = () => createLogger({ destination: { write: (line) => void lines.push(line) } });

/** A disk that answers when the test says so. */
const slowDisk = () =>
  new Promise<void>((resolve, reject) => {
    asked.push({
      done: resolve,
      fail: () => {
        reject(Object.assign(new Error('The disk failed'), { code: 'EIO' }));
      },
    });
  });

function keepOn(disk?: () => Promise<void>, copier: LogCopier | null = null): void {
  keeper = createCommitKeeper(db, file, disk);
  keeper.begin({ logger: logger(), copier });
}

let number = 0;
const commit = (times = 1) => {
  for (let time = 0; time < times; time += 1) {
    number += 1;
    const email = `person-${number}@example.com`;
    db.insert(approvedEmails)
      .values({ email, createdAt: new Date(0) })
      .run();
  }
};

/** Whether a promise has resolved by now. */
async function hasResolved(promise: Promise<void>): Promise<boolean> {
  let isDone = false;
  void promise.then(() => (isDone = true));
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  return isDone;
}

describe('what is committed', () => {
  test('is kept by a real disk', async () => {
    keepOn();
    commit();
    await expect(keeper.kept()).resolves.toBeUndefined();
  });

  test('is waited for until the disk has it, and nothing else is', async () => {
    keepOn(slowDisk);
    expect(await hasResolved(keeper.kept())).toBe(true);
    commit();
    const kept = keeper.kept();
    expect(await hasResolved(kept)).toBe(false);
    asked[0]?.done();
    expect(await hasResolved(kept)).toBe(true);
    expect(await hasResolved(keeper.kept())).toBe(true);
    expect(asked).toHaveLength(1);
  });

  test('is kept once for all who wait; who commits meanwhile waits for the next time', async () => {
    keepOn(slowDisk);
    commit();
    const first = keeper.kept();
    const beside = keeper.kept();
    commit();
    const later = keeper.kept();
    expect(asked).toHaveLength(1);
    asked[0]?.done();
    expect(await hasResolved(first)).toBe(true);
    expect(await hasResolved(beside)).toBe(true);
    expect(await hasResolved(later)).toBe(false);
    expect(asked).toHaveLength(2);
    asked[1]?.done();
    expect(await hasResolved(later)).toBe(true);
  });

  test('is kept within a second where nobody waits', async () => {
    vi.useFakeTimers();
    keepOn(slowDisk);
    commit();
    expect(asked).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked).toHaveLength(1);
  });
});

test('a keeper that is closed twice leaves the files of others open', () => {
  keepOn();
  keeper.close();
  const other = openSync(file, 'r');
  keeper.close();
  expect(fstatSync(other).size).toBeGreaterThan(0);
  closeSync(other);
});

test('a database that is closed under a keeper stops no server: who waits is told, and the next look throws nothing', async () => {
  vi.useFakeTimers();
  keepOn();
  db.$client.close();
  const told = keeper.kept().then(() => null, String);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(vi.getTimerCount()).toBe(1);
  expect(await told).toContain('it may be there or not');
});

describe('a disk that fails', () => {
  const log = () => readFileSync(`${file}-wal`);
  const logOf = (text: string) => lines.filter((line) => line.includes(text)).length;
  /** Has the disk fail twice at what is committed now, and gives what was said of it. */
  async function failTwice(): Promise<unknown> {
    commit(3);
    const said = keeper.kept().then(() => null, String);
    asked.at(-1)?.fail();
    await vi.advanceTimersByTimeAsync(0);
    asked.at(-1)?.fail();
    return said;
  }

  beforeEach(() => {
    vi.useFakeTimers();
    keepOn(slowDisk);
  });

  test('once has the same bytes written over themselves, and kept; nobody is told but the operator', async () => {
    commit(3);
    const before = log();
    const writtenAt = statSync(`${file}-wal`).mtimeMs;
    const kept = keeper.kept();
    asked[0]?.fail();
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toHaveLength(2);
    expect(log()).toEqual(before);
    expect(statSync(`${file}-wal`).mtimeMs).toBeGreaterThan(writtenAt);
    asked[1]?.done();
    expect(await hasResolved(kept)).toBe(true);
    expect(logOf('The disk did not keep')).toBe(1);
    expect(db.$client.pragma('integrity_check', { simple: true })).toBe('ok');
  });

  test('again is said to who waits, to /health, and once to the operator', async () => {
    expect(await failTwice()).toContain('it may be there or not');
    expect(await keeper.check()).toMatchObject({ about: 'disk' });
    expect(logOf('The disk did not keep')).toBe(1);
  });

  test('is tried again for all who wait at once, a little later, and then works as before', async () => {
    await failTwice();
    const kept = [keeper.kept(), keeper.kept()];
    expect(asked).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(100);
    expect(asked).toHaveLength(3);
    asked[2]?.done();
    await Promise.all(kept);
    expect(await keeper.check()).toBeNull();
    expect(logOf('keeps again')).toBe(1);
    commit();
    const later = keeper.kept();
    asked[3]?.done();
    expect(await hasResolved(later)).toBe(true);
  });

  test('is not written to while another connection writes', async () => {
    await failTwice();
    const other = openDatabase(file);
    other.$client.exec('begin immediate');
    const kept = keeper.kept().then(() => null, String);
    await vi.advanceTimersByTimeAsync(100);
    expect(await kept).toContain('it may be there or not');
    expect(asked).toHaveLength(2);
    other.$client.exec('rollback');
    other.$client.close();
    void keeper.kept();
    await vi.advanceTimersByTimeAsync(100);
    expect(asked).toHaveLength(3);
    asked[2]?.done();
    expect(db.$client.pragma('busy_timeout', { simple: true })).toBe(5_000);
  });
});

describe('the log', () => {
  const PAGES = () => db.$client.pragma('wal_autocheckpoint', { simple: true });

  test('is copied by the second thread while that is there, and else by this one', async () => {
    let isThere = false;
    const copyLog = vi.fn();
    keepOn(() => Promise.resolve(), { isThere: () => isThere, copyLog });
    commit(2_000);
    await keeper.kept();
    expect(copyLog).not.toHaveBeenCalled();
    expect(PAGES()).toBe(1_000);
    isThere = true;
    commit();
    await keeper.kept();
    expect(copyLog).toHaveBeenCalledTimes(1);
    expect(PAGES()).toBe(4_000);
    commit();
    await keeper.kept();
    expect(copyLog).toHaveBeenCalledTimes(1);
    isThere = false;
    commit();
    await keeper.kept();
    expect(PAGES()).toBe(1_000);
  });
});
