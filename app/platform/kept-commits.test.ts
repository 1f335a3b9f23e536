import { mkdtempSync, rmSync } from 'node:fs';
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
  db.$client.close();
  keeper.close();
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

describe('a disk that fails', () => {
  test('is said to who waits, and once to the operator', async () => {
    keepOn(slowDisk);
    commit();
    const kept = keeper.kept();
    asked[0]?.fail();
    await expect(kept).rejects.toMatchObject({
      status: 500,
      message: expect.stringContaining('it may be there or not') as string,
    });
    expect(lines.filter((line) => line.includes('The disk did not keep'))).toHaveLength(1);
  });

  test('is not believed the next time: the log is copied into the database, which writes it anew', async () => {
    keepOn(slowDisk);
    commit(3);
    const kept = keeper.kept();
    asked[0]?.fail();
    await expect(kept).rejects.toThrow();
    await keeper.kept();
    // The disk was not asked for the same bytes again.
    expect(asked).toHaveLength(1);
    const [state] = db.$client.pragma('wal_checkpoint(PASSIVE)') as { log: number }[];
    expect(state).toMatchObject({ busy: 0 });
    // From then on as before.
    commit();
    const later = keeper.kept();
    expect(asked).toHaveLength(2);
    asked[1]?.done();
    expect(await hasResolved(later)).toBe(true);
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
