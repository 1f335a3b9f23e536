import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase, type Database } from '#db/connection.server.ts';
import { clients, invoiceRuns, invoices } from '#db/schema.ts';
import { createBackground } from '../background.server.ts';
import { createLogger } from '../logger.server.ts';
import { backUpBeforeMigration } from './make-backup.server.ts';
import { createBackups } from './backups.server.ts';
import { outdated } from './backup-files.server.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../db/migrations');
const HOUR = 3_600_000;

let dataDir: string;
let now: Date;
let lines: Record<string, unknown>[];
let background: ReturnType<typeof createBackground>;
let db: Database;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tallyhour-daily-'));
  copyFileSync(process.env.EMPTY_DATABASE ?? '', join(dataDir, 'database.sqlite'));
  db = openDatabase(join(dataDir, 'database.sqlite'));
  now = new Date('2026-11-22T09:00:00Z');
  lines = [];
});

afterEach(async () => {
  await background.close();
  db.$client.close();
  rmSync(dataDir, { recursive: true, force: true });
});

function config(backups: 'daily' | 'off' = 'daily') {
  return { dataDir, databaseFile: join(dataDir, 'database.sqlite'), backups };
}

function open(backups: 'daily' | 'off' = 'daily') {
  const destination = {
    write: (line: string) => lines.push(JSON.parse(line) as Record<string, unknown>),
  };
  const logger = createLogger({ destination });
  background = createBackground(logger);
  const threadModule = join(import.meta.dirname, 'backup-thread.server.ts');
  const clock = () => now;
  return createBackups({ db, config: config(backups), clock, logger, background, threadModule });
}

/** What a server does when it starts, until the backup that it may make has ended. */
async function checkOnce(backups: ReturnType<typeof open>): Promise<void> {
  backups.keepDaily()();
  while (backups.isBusy()) await new Promise(setImmediate);
  await new Promise(setImmediate);
}

const later = (hours: number) => {
  now = new Date(now.getTime() + hours * HOUR);
};

/** Gives the newest file the time at which the product's clock says it was made. */
const days = (backups: ReturnType<typeof open>) =>
  backups.list().map(({ name }) => name.slice(0, 10));

test('a backup is made when the last is older than a day, and old ones go', async () => {
  const backups = open();
  await checkOnce(backups);
  expect(backups.list()).toMatchObject([{ kind: 'daily', madeAt: now }]);
  later(23);
  await checkOnce(backups);
  expect(backups.list()).toHaveLength(1);
  later(1);
  await checkOnce(backups);
  expect(days(backups)).toEqual(['2026-11-23', '2026-11-22']);
  later(24 * 40);
  await checkOnce(backups);
  later(24);
  await checkOnce(backups);
  expect(days(backups)).toEqual(['2027-01-03', '2027-01-02']);
  expect(backups.state()).toMatchObject({ isLate: false, failure: null, last: { madeAt: now } });
  later(27);
  expect(backups.state().isLate).toBe(true);
});

/** A run of invoices that ended now, or that waits and has sent one. */
function invoice(status: 'done' | 'paused' = 'done'): void {
  const finishedAt = status === 'done' ? now : null;
  const run = { tenantId: 'one', status, startedAt: now, finishedAt };
  const { id } = db.insert(invoiceRuns).values(run).returning().get();
  const at = { sentAt: now, createdAt: now, updatedAt: now };
  const sums = { totalMinutes: 60, totalPence: 6_000, month: '2026-11', contents: '{}' };
  const rates = { standardRatePence: 6_000, premiumRatePence: 9_000 };
  const client = db
    .insert(clients)
    .values({ name: `Client ${id}`, ...rates, createdAt: now, updatedAt: now })
    .returning()
    .get();
  db.insert(invoices)
    .values({
      ...{ ...sums, ...at, runId: id, tenantId: 'one', clientId: client.id },
      ...{ state: 'claimed', reference: `ref-${id}` },
    })
    .run();
}
const kinds = (backups: ReturnType<typeof open>) => backups.list().map(({ kind }) => kind);

test('what was invoiced is in a backup of its own, several runs at once in one, and only the newest is kept', async () => {
  const backups = open();
  await checkOnce(backups);
  later(1);
  invoice();
  invoice('paused');
  later(0.01);
  await checkOnce(backups);
  expect(kinds(backups)).toEqual(['after-invoices', 'daily']);
  const [first] = backups.list();
  const copy = openDatabase(join(dataDir, 'backups', first?.name ?? ''));
  expect(copy.select().from(invoices).all()).toHaveLength(2);
  copy.$client.close();
  later(1);
  await checkOnce(backups);
  expect(backups.list()[0]).toEqual(first);
  for (const status of ['done', 'paused'] as const) {
    invoice(status);
    later(0.01);
    await checkOnce(backups);
    expect(kinds(backups)).toEqual(['after-invoices', 'daily']);
    expect(backups.list()[0]?.madeAt).toEqual(now);
  }
});

test('those of invoices stand in for no daily one', async () => {
  const backups = open();
  await checkOnce(backups);
  for (let hour = 0; hour < 24 * 2; hour += 8) {
    later(8);
    invoice();
    await checkOnce(backups);
    await checkOnce(backups);
  }
  expect(kinds(backups).filter((kind) => kind === 'daily')).toHaveLength(3);
  expect(kinds(backups).filter((kind) => kind === 'after-invoices')).toHaveLength(1);
});

test('a run of a clock that was ahead makes no backup each minute', async () => {
  const backups = open();
  later(24 * 365);
  invoice();
  later(-24 * 365);
  await checkOnce(backups);
  await checkOnce(backups);
  expect(kinds(backups)).toEqual(['daily']);
});

test('a file whose time is older than its name counts as that old', async () => {
  const backups = open();
  await checkOnce(backups);
  const [first] = backups.list();
  const long = new Date(now.getTime() - 25 * HOUR);
  utimesSync(join(dataDir, 'backups', first?.name ?? ''), long, long);
  later(1);
  await checkOnce(backups);
  expect(backups.list()).toHaveLength(2);
});

test('a backup of a clock that was ahead counts for nothing', async () => {
  const backups = open();
  later(24 * 365);
  await backups.make('manual');
  later(-24 * 365);
  expect(backups.state().last).toBeNull();
  await checkOnce(backups);
  expect(backups.state().last).toMatchObject({ kind: 'daily', madeAt: now });
  later(27);
  expect(backups.state().isLate).toBe(true);
});

test('a failure, and a start, of a clock that was ahead hold up none and hide none', async () => {
  later(24 * 365);
  const backups = open();
  mkdirSync(join(dataDir, 'elsewhere'));
  const file = join(dataDir, 'database.sqlite');
  cpSync(file, join(dataDir, 'elsewhere/database.sqlite'));
  writeFileSync(file, 'not a database');
  await checkOnce(backups);
  expect(backups.state().failure).not.toBeNull();
  cpSync(join(dataDir, 'elsewhere/database.sqlite'), file);
  later(-24 * 365);
  expect(backups.state().isLate).toBe(true);
  await checkOnce(backups);
  expect(backups.state()).toMatchObject({ last: { madeAt: now }, isLate: false });
});

test('a clock that jumps ahead ends none on its first day, through however many starts, and none once it was put right', async () => {
  for (let day = 0; day < 10; day++) {
    await checkOnce(open());
    later(24);
  }
  const before = open().list();
  expect(before.length).toBeGreaterThan(7);
  // The same judged by that clock alone: the control.
  expect(outdated(before, new Date(now.getTime() + 365 * 24 * HOUR))).toHaveLength(
    before.length - 1,
  );
  later(24 * 365);
  for (let start = 0; start < 3; start++) {
    await checkOnce(open());
    later(7);
  }
  expect(open().list()).toEqual(expect.arrayContaining(before.slice(0, 7)) as unknown);
  later(-24 * 365);
  await checkOnce(open());
  expect(open().list()).toEqual(expect.arrayContaining(before.slice(0, 7)) as unknown);
});

test('old ones go where others are made so often that none is due by itself', async () => {
  const backups = open();
  await backups.make('manual');
  const [old] = backups.list();
  later(24 * 40);
  await backups.make('manual');
  await checkOnce(backups);
  later(24);
  await backups.make('manual');
  await checkOnce(backups);
  expect(days(backups)).toEqual(['2027-01-02', '2027-01-01']);
  expect(old?.madeAt).not.toEqual(now);
});

test('with BACKUPS=off none is made by itself, but one by hand is', async () => {
  const backups = open('off');
  invoice();
  await checkOnce(backups);
  expect(existsSync(join(dataDir, 'backups'))).toBe(false);
  const [one, joined] = await Promise.all([backups.make('manual'), backups.make('manual')]);
  expect(joined).toBe(one);
  expect(backups.list()).toEqual([one]);
  expect(backups.state()).toMatchObject({ isDaily: false, isLate: false });
});

test('a failure is logged, kept until one succeeds, and tried again after an hour', async () => {
  const backups = open();
  // A file where the folder should be.
  writeFileSync(join(dataDir, 'backups'), '');
  await checkOnce(backups);
  const reason = `${join(dataDir, 'backups')} cannot be written (EEXIST). No backup was made; give the program the right to write there.`;
  expect(backups.state()).toMatchObject({ last: null, failure: { at: now, reason } });
  expect(lines.map(({ level, msg }) => [level, msg])).toEqual([[50, 'The backup failed']]);
  rmSync(join(dataDir, 'backups'));
  later(0.9);
  await checkOnce(backups);
  expect(backups.list()).toEqual([]);
  later(0.1);
  await checkOnce(backups);
  expect(backups.state()).toMatchObject({ failure: null, last: { madeAt: now } });
});

test('what a crash left half-made goes, unless it may be another process at work', async () => {
  const backups = open();
  mkdirSync(join(dataDir, 'backups'));
  const leave = (name: string, at: Date) => {
    writeFileSync(join(dataDir, 'backups', name), 'half');
    utimesSync(join(dataDir, 'backups', name), at, at);
  };
  leave('.2026-11-20T09-00-00-000Z-daily.sqlite.7.part', new Date(now.getTime() - 48 * HOUR));
  leave('.2026-11-22T08-59-59-000Z-manual.sqlite.8.part', now);
  await checkOnce(backups);
  expect(readdirSync(join(dataDir, 'backups')).sort()).toEqual([
    '.2026-11-22T08-59-59-000Z-manual.sqlite.8.part',
    '2026-11-22T09-00-00-000Z-daily.sqlite',
  ]);
});

test('a database is backed up before a migration, and only then', async () => {
  open();
  const before = (migrations = MIGRATIONS, backups: 'daily' | 'off' = 'daily') =>
    backUpBeforeMigration(db.$client, config(backups), migrations, now);
  const empty = openDatabase(':memory:');
  expect(await backUpBeforeMigration(empty.$client, config(), MIGRATIONS, now)).toBeNull();
  expect(await before()).toBeNull();
  const newer = join(dataDir, 'migrations');
  cpSync(MIGRATIONS, newer, { recursive: true });
  const file = join(newer, 'meta', '_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: object[] };
  journal.entries.push({ ...journal.entries.at(-1), when: Date.now() * 2 });
  writeFileSync(file, JSON.stringify(journal));
  expect(await before(newer, 'off')).toBeNull();
  expect(existsSync(join(dataDir, 'backups'))).toBe(false);
  expect(await before(newer)).toBe('2026-11-22T09-00-00-000Z-before-migration.sqlite');
  rmSync(join(dataDir, 'backups'), { recursive: true });
  writeFileSync(join(dataDir, 'backups'), '');
  chmodSync(join(dataDir, 'backups'), 0o600);
  await expect(before(newer)).rejects.toThrow(
    /^This version changes the database, and the backup before that failed: .* set BACKUPS=off\.$/,
  );
  empty.$client.close();
});
