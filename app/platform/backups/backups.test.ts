import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase, type Database } from '#db/connection.server.ts';
import { programSchema } from '#db/schema-version.server.ts';
import {
  clients,
  invoiceRuns,
  invoices,
  sessions,
  signInLinks,
  users,
  workLogs,
  workTypes,
} from '#db/schema.ts';
import { KEY_SAFE_FOR } from '../../lib/key-safe-for.ts';
import { checkFile } from './check.server.ts';
import { makeBackup } from './make-backup.server.ts';
import { finishRestore, restoreBackup } from './restore.server.ts';

const SCHEMA = programSchema(join(import.meta.dirname, '../../../db/migrations'));
const MADE_AT = new Date('2026-11-22T09:00:00Z');

let folder: string;
let databaseFile: string;
let file: string;
let db: Database;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tallyhour-backup-'));
  databaseFile = join(folder, 'database.sqlite');
  file = join(folder, 'backups', 'one.sqlite');
  copyFileSync(process.env.EMPTY_DATABASE ?? '', databaseFile);
  db = openDatabase(databaseFile);
  const now = { createdAt: MADE_AT, updatedAt: MADE_AT };
  db.insert(clients)
    .values({ name: 'Acme', standardRatePence: 6_000, premiumRatePence: 9_000, ...now })
    .run();
  db.insert(workTypes)
    .values({ name: 'Support', hourlyRatePence: 0, ...now })
    .run();
  addLogs(20);
});

afterEach(() => {
  db.$client.close();
  rmSync(folder, { recursive: true, force: true });
});

function addLogs(count: number): void {
  const log = {
    clientId: 1,
    workTypeId: 1,
    duration: 60,
    hourlyRatePence: 6_000,
    totalPence: 6_001,
  };
  const at = { date: MADE_AT, day: '2026-11-22', createdAt: MADE_AT, updatedAt: MADE_AT };
  const description = 'Looked into the slow printer on the second floor. '.repeat(20);
  for (let index = 0; index < count; index++) {
    db.insert(workLogs)
      .values({ ...log, ...at, description })
      .run();
  }
}

const backUp = (isThorough = false) =>
  makeBackup({ databaseFile, file, kind: 'manual', madeAt: MADE_AT, isThorough });
const restore = (from = file) =>
  restoreBackup({ dataDir: folder, file: from, schema: SCHEMA, now: MADE_AT });
const edit = (path: string, sql: string) => {
  const sqlite = new SqliteDatabase(path);
  sqlite.exec(sql);
  sqlite.close();
};
/** The files of the data folder, but not the folders. */
const files = () =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();

describe('a backup', () => {
  test('is one plain file of its owner alone, which knows the rows and the pence it holds', async () => {
    const { contents, size } = await backUp();
    expect(readdirSync(join(folder, 'backups'))).toEqual(['one.sqlite']);
    expect(statSync(file)).toMatchObject({ size });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'backups')).mode & 0o777).toBe(0o700);
    expect(contents.work_logs).toEqual({
      rows: 20,
      pence: { hourly_rate_pence: '120000', included_vat_pence: '0', total_pence: '120020' },
    });
    expect(checkFile(file, SCHEMA)).toMatchObject({
      contents,
      manifest: {
        kind: 'manual',
        madeAt: MADE_AT.toISOString(),
        schema: Math.max(...SCHEMA),
        contents,
      },
    });
    // Checking it made no files beside it.
    expect(readdirSync(join(folder, 'backups'))).toEqual(['one.sqlite']);
    const sqlite = new SqliteDatabase(file, { readonly: true });
    expect(sqlite.pragma('journal_mode', { simple: true })).toBe('delete');
    sqlite.close();
  });

  test('is of one instant, and ends although others write all the time', async () => {
    addLogs(500);
    const other = openDatabase(databaseFile);
    let isOver = false;
    let written = 0;
    const write = () => {
      if (isOver) return;
      other
        .insert(workTypes)
        .values({
          name: 'x'.repeat(3_000),
          hourlyRatePence: 1,
          createdAt: MADE_AT,
          updatedAt: MADE_AT,
        })
        .run();
      written += 1;
      setImmediate(write);
    };
    write();
    const { contents } = await backUp(true);
    isOver = true;
    other.$client.close();
    expect(written).toBeGreaterThan(1);
    expect(contents.work_types?.rows).toBeLessThan(written + 1);
    expect(contents.work_logs?.rows).toBe(520);
    checkFile(file, SCHEMA);
  });

  test('of a damaged database is not made, and leaves nothing behind', async () => {
    addLogs(500);
    db.$client.pragma('wal_checkpoint(TRUNCATE)');
    db.$client.close();
    const bytes = readFileSync(databaseFile);
    bytes.fill(0xff, 40 * 4096, 44 * 4096);
    writeFileSync(databaseFile, bytes);
    await expect(backUp(true)).rejects.toThrow(/^The database is damaged .* No backup was made/);
    expect(readdirSync(join(folder, 'backups'))).toEqual([]);
    db = openDatabase(':memory:');
  });

  test('of which any one byte is another is refused', async () => {
    await backUp();
    const whole = readFileSync(file);
    // A letter of a description, which SQLite has no way to check.
    const letter = whole.indexOf('slow printer');
    for (const place of [60, letter, whole.length - 1]) {
      const bytes = Buffer.from(whole);
      bytes.writeUInt8((bytes.readUInt8(place) ^ 1) & 0xff, place);
      writeFileSync(file, bytes);
      expect(() => checkFile(file, SCHEMA)).toThrow('its checksum is wrong');
    }
    writeFileSync(file, whole.subarray(0, whole.length / 2));
    expect(() => checkFile(file, SCHEMA)).toThrow(/damaged|checksum/);
    writeFileSync(file, whole);
    checkFile(file, SCHEMA);
  });
});

describe('a restore', () => {
  test('brings back what was backed up, keeps what was there, and leaves no trace of the backup', async () => {
    const { contents } = await backUp();
    addLogs(3);
    db.$client.close();
    const before = readFileSync(databaseFile);
    expect(restore()).toMatchObject({
      contents,
      kept: join(folder, 'before-restore-2026-11-22T09-00-00-000Z'),
    });
    expect(files()).toEqual(['database.sqlite']);
    expect(
      readFileSync(join(folder, 'before-restore-2026-11-22T09-00-00-000Z', 'database.sqlite')),
    ).toEqual(before);
    expect(statSync(databaseFile).mode & 0o777).toBe(0o600);
    db = openDatabase(databaseFile);
    expect(db.select().from(workLogs).all()).toHaveLength(20);
    expect(db.$client.pragma('user_version', { simple: true })).toBe(0);
    expect(db.all(`select name from sqlite_master where name like 'backup%'`)).toEqual([]);
  });

  test('leaves sessions ended that ended since, and takes no link or challenge of the backup', async () => {
    const later = new Date(MADE_AT.getTime() + 60_000);
    db.insert(users)
      .values({ email: 'alex@example.com', createdAt: MADE_AT, updatedAt: MADE_AT })
      .run();
    const session = { userId: 1, createdAt: MADE_AT, expiresAt: later };
    db.insert(sessions)
      .values([
        { ...session, idHash: 'lost phone' },
        { ...session, idHash: 'desk' },
      ])
      .run();
    db.insert(signInLinks)
      .values({ tokenHash: 'used since', email: 'alex@example.com', expiresAt: later })
      .run();
    await backUp();
    db.delete(sessions).where(eq(sessions.idHash, 'lost phone')).run();
    db.$client.close();
    restore();
    db = openDatabase(databaseFile);
    const kept = () => db.select({ idHash: sessions.idHash }).from(sessions).all();
    expect(kept()).toEqual([{ idHash: 'desk' }]);
    expect(db.select().from(signInLinks).all()).toEqual([]);

    // Where the present database is lost, nobody knows which have ended.
    db.$client.close();
    writeFileSync(databaseFile, 'damaged');
    restoreBackup({ dataDir: folder, file, schema: SCHEMA, now: later });
    db = openDatabase(databaseFile);
    expect(kept()).toHaveLength(2);
  });

  test('says of no invoice that it is not in Xero, since it may have been made there meanwhile', async () => {
    const run = { tenantId: 'one', startedAt: MADE_AT, resumeAt: MADE_AT, message: 'Paused' };
    db.insert(invoiceRuns)
      .values([
        { ...run, status: 'paused' },
        { ...run, status: 'done', finishedAt: MADE_AT },
        { ...run, status: 'done', finishedAt: MADE_AT },
      ])
      .run();
    const states = ['claimed', 'sending', 'claimed', 'failed'] as const;
    const now = { createdAt: MADE_AT, updatedAt: MADE_AT };
    const sums = { totalMinutes: 60, totalPence: 6_000, month: '2026-11', contents: '{}' };
    for (const [index, state] of states.entries()) {
      const isSent = state === 'sending';
      const { id } = db
        .insert(invoices)
        .values({
          ...sums,
          ...now,
          runId: Math.max(1, index),
          tenantId: 'one',
          clientId: 1,
          state: 'claimed',
          reference: `ref-${index}`,
        })
        .returning()
        .get();
      if (state === 'claimed') continue;
      db.update(invoices)
        .set({ state, sendKey: isSent ? 'forgotten' : null, sentAt: isSent ? MADE_AT : null })
        .where(eq(invoices.id, id))
        .run();
    }
    const touched = () => db.all('select * from history_touched');
    const before = touched();
    await backUp();
    db.$client.close();
    const later = new Date(MADE_AT.getTime() + 60_000);
    restoreBackup({ dataDir: folder, file, schema: SCHEMA, now: later });
    db = openDatabase(databaseFile);
    const stored = db.select().from(invoices).all();
    expect(stored.map(({ state }) => state)).toEqual(['sending', 'sending', 'sending', 'failed']);
    const doubted = stored.slice(0, 3);
    expect(new Set([...doubted.map(({ sendKey }) => sendKey), 'forgotten']).size).toBe(4);
    // Too old to be sent again, too young to be called missing.
    const age = later.getTime() - (doubted[0]?.sentAt?.getTime() ?? 0);
    expect([age, new Set(doubted.map(({ sentAt }) => sentAt?.getTime())).size]).toEqual([
      KEY_SAFE_FOR,
      1,
    ]);
    const due = { status: 'running', resumeAt: null, finishedAt: null, message: null };
    expect(db.select().from(invoiceRuns).all()).toMatchObject([due, due, { status: 'done' }]);
    // The trail says nothing: what a call came to is no change of the invoice.
    expect(touched()).toEqual(before);
  });

  test('of what an earlier restore set aside brings that back, with the log of a killed server', async () => {
    await backUp();
    addLogs(3);
    // As a kill leaves it: the last logs are in the write-ahead log only.
    const killed = mkdtempSync(join(folder, 'killed-'));
    for (const end of ['', '-wal', '-shm']) {
      copyFileSync(databaseFile + end, join(killed, `database.sqlite${end}`));
    }
    db.$client.close();
    const order = { dataDir: killed, schema: SCHEMA, now: MADE_AT };
    const { kept } = restoreBackup({ ...order, file });
    expect(readdirSync(kept ?? '').sort()).toEqual([
      'database.sqlite',
      'database.sqlite-shm',
      'database.sqlite-wal',
    ]);
    const again = restoreBackup({
      ...order,
      file: join(kept ?? '', 'database.sqlite'),
      now: new Date(MADE_AT.getTime() + 1),
    });
    expect(again).toMatchObject({ manifest: null, contents: { work_logs: { rows: 23 } } });
    db = openDatabase(join(killed, 'database.sqlite'));
    expect(db.select().from(workLogs).all()).toHaveLength(23);
  });

  test.each([
    [
      'a newer program',
      () => {
        edit(file, `update __drizzle_migrations set created_at = created_at + 1`);
      },
      /was made by a newer version of the program\. Update the program first.* Nothing was changed\.$/,
    ],
    [
      'another product',
      () => {
        rmSync(file);
        edit(file, 'create table notes (text)');
      },
      /is no database of this product\. Nothing was changed\.$/,
    ],
    [
      'no database at all',
      () => {
        writeFileSync(file, 'id,date,client\n'.repeat(100));
      },
      /is no database of this product\. Nothing was changed\.$/,
    ],
    [
      'a changed backup',
      () => {
        edit(file, 'update work_logs set total_pence = total_pence + 1 where id = 1');
      },
      /its checksum is wrong\. Nothing was changed\.$/,
    ],
    [
      'an empty file',
      () => {
        writeFileSync(file, '');
      },
      /is no database of this product\. Nothing was changed\.$/,
    ],
    [
      'no file',
      () => {
        rmSync(file);
      },
      /^There is no file .* Nothing was changed\.$/,
    ],
  ])('of %s is refused, and nothing is changed', async (_what, spoil, sentence) => {
    await backUp();
    spoil();
    db.$client.close();
    const before = readFileSync(databaseFile);
    expect(() => restore()).toThrow(sentence);
    expect(files()).toEqual(['database.sqlite']);
    expect(readdirSync(folder).sort()).toEqual(['backups', 'database.sqlite']);
    expect(readFileSync(databaseFile)).toEqual(before);
    db = openDatabase(databaseFile);
  });

  test('of the database itself is refused', () => {
    expect(() => restore(databaseFile)).toThrow('is the database itself, not a backup');
  });

  test('into an empty folder needs nothing else', async () => {
    await backUp();
    const elsewhere = join(folder, 'elsewhere');
    expect(
      restoreBackup({ dataDir: elsewhere, file, schema: SCHEMA, now: MADE_AT }).kept,
    ).toBeNull();
    expect(readdirSync(elsewhere)).toEqual(['database.sqlite']);
    expect(statSync(elsewhere).mode & 0o777).toBe(0o700);
  });

  test('that is interrupted after any of its steps is finished by the next, or has changed nothing', async () => {
    const { contents } = await backUp();
    addLogs(3);
    const killed = (name: string) => {
      const copy = mkdtempSync(join(folder, `${name}-`));
      for (const end of ['', '-wal', '-shm']) {
        copyFileSync(databaseFile + end, join(copy, `database.sqlite${end}`));
      }
      return copy;
    };
    class Killed extends Error {}
    const steps: string[] = [];
    const order = { file, schema: SCHEMA, now: MADE_AT };
    restoreBackup({ ...order, dataDir: killed('all'), afterStep: (step) => steps.push(step) });
    expect(steps).toEqual([
      'copied',
      'checked',
      'decided',
      'database.sqlite set aside',
      'database.sqlite-wal set aside',
      'database.sqlite-shm set aside',
      'in place',
    ]);
    for (const [index, last] of steps.entries()) {
      const dataDir = killed('one');
      const afterStep = (step: string) => {
        if (step === last) throw new Killed();
      };
      expect(() => restoreBackup({ ...order, dataDir, afterStep })).toThrow(Killed);
      finishRestore(dataDir);
      expect(readdirSync(dataDir).filter((name) => name.startsWith('restore-'))).toEqual([]);
      const found = new SqliteDatabase(join(dataDir, 'database.sqlite'));
      expect(found.pragma('integrity_check', { simple: true })).toBe('ok');
      const isDecided = index >= steps.indexOf('decided');
      expect([last, found.prepare('select count(*) from work_logs').pluck().get()]).toEqual([
        last,
        isDecided ? contents.work_logs?.rows : 23,
      ]);
      found.close();
      const kept = join(dataDir, 'before-restore-2026-11-22T09-00-00-000Z');
      expect(existsSync(kept)).toBe(isDecided);
      if (!isDecided) continue;
      const old = new SqliteDatabase(join(kept, 'database.sqlite'));
      expect(old.prepare('select count(*) from work_logs').pluck().get()).toBe(23);
      old.close();
    }
  });
});
