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
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import SqliteDatabase from 'better-sqlite3';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '#db/connection.server.ts';
import { verifyChain } from '#db/history/chain.server.ts';
import {
  apiTokens,
  calendars,
  invoiceRuns,
  invoices,
  passkeys,
  sessions,
  settings,
  signInLinks,
  users,
  workLogs,
  type Invoice,
} from '#db/schema.ts';
import {
  addLogs,
  backUp,
  MADE_AT,
  SCHEMA,
  useDataFolder,
  type DataFolder,
} from '#tests/support/data/data-folder.ts';
import { KEY_SAFE_FOR } from '../../lib/key-safe-for.ts';
import { sayMadeSince } from './since-backup.server.ts';
import { finishRestore, restoreBackup } from './restore.server.ts';

const folderOf = useDataFolder();

const restore = ({ folder, file }: DataFolder, from = file) =>
  restoreBackup({ dataDir: folder, file: from, schema: SCHEMA, now: MADE_AT });
const edit = (path: string, sql: string) => {
  const sqlite = new SqliteDatabase(path);
  sqlite.exec(sql);
  sqlite.close();
};

/** The files of the data folder, but not the folders. */
const files = ({ folder }: DataFolder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();

/** An invoice of £60.00, in this state. */
function addInvoice(
  { db }: DataFolder,
  reference: string,
  state: 'created' | 'sending' | 'failed',
  currency = 'GBP',
): void {
  const now = { createdAt: MADE_AT, updatedAt: MADE_AT };
  const run = { tenantId: 'one', startedAt: MADE_AT, status: 'done' } as const;
  const { id: runId } = db.insert(invoiceRuns).values(run).returning().get();
  const sums = { totalMinutes: 60, totalPence: 6_000, currency, month: '2026-11', contents: '{}' };
  const { id } = db
    .insert(invoices)
    .values({ ...sums, ...now, runId, tenantId: 'one', clientId: 1, state: 'claimed', reference })
    .returning()
    .get();
  const become = (columns: Partial<Invoice>) =>
    db.update(invoices).set(columns).where(eq(invoices.id, id)).run();
  become({ state: state === 'failed' ? 'failed' : 'sending', sendKey: reference });
  if (state === 'created') become({ state, xeroInvoiceId: reference });
}

describe('a restore', () => {
  test('on a disk that is full says so, and that no changes were made', async () => {
    const data = folderOf();
    await backUp(data);
    data.db.$client.close();
    const before = readFileSync(data.databaseFile);
    // The operating system refuses all beyond so many bytes of a file, as a full disk does.
    for (const most of [0, 4_096, statSync(data.databaseFile).size + 8_192]) {
      for (const file of [data.file, data.databaseFile]) {
        const words = [`--fsize=${most}`, process.execPath, 'scripts/restore.ts', file];
        const options = { env: { ...process.env, DATA_DIR: join(data.folder, 'other') } };
        const { status, stderr } = spawnSync('prlimit', words, { ...options, encoding: 'utf8' });
        if (status === 0) continue;
        expect(stderr).toContain('No changes were made');
        expect(stderr).not.toContain('damaged');
      }
    }
    expect(readFileSync(data.databaseFile)).toEqual(before);
  });

  test('brings back what was backed up, keeps what was there, and leaves no trace of the backup', async () => {
    const data = folderOf();
    const { contents } = await backUp(data);
    addLogs(data.db, 3);
    data.db.$client.close();
    const before = readFileSync(data.databaseFile);
    expect(restore(data)).toMatchObject({
      contents,
      kept: join(data.folder, 'before-restore-2026-11-22T09-00-00-000Z'),
    });
    expect(files(data)).toEqual(['database.sqlite']);
    expect(
      readFileSync(join(data.folder, 'before-restore-2026-11-22T09-00-00-000Z', 'database.sqlite')),
    ).toEqual(before);
    expect(statSync(data.databaseFile).mode & 0o777).toBe(0o600);
    data.db = openDatabase(data.databaseFile);
    expect(data.db.select().from(workLogs).all()).toHaveLength(20);
    expect(data.db.$client.pragma('user_version', { simple: true })).toBe(0);
    expect(data.db.all(`select name from sqlite_master where name like 'backup%'`)).toEqual([]);
  });

  test('says what was invoiced and logged since, which will not be known', async () => {
    const data = folderOf();
    addInvoice(data, 'before', 'created');
    await backUp(data);
    data.db.$client.close();
    expect(sayMadeSince(restore(data).since)).toBe(
      'No invoice and no log was made here since then.',
    );
    data.db = openDatabase(data.databaseFile);
    addLogs(data.db, 18);
    data.db.delete(workLogs).where(eq(workLogs.id, 21)).run();
    addInvoice(data, 'first', 'created');
    addInvoice(data, 'second', 'sending');
    addInvoice(data, 'third', 'created');
    addInvoice(data, 'in euros', 'created', 'EUR');
    addInvoice(data, 'refused', 'failed');
    data.db.$client.close();
    const { since } = restore(data);
    expect(since).toEqual({ invoices: 4, totalPence: 18_000, logs: 17 });
    expect(sayMadeSince(since)).toBe('4 invoices, £180.00, 17 logs since then will not be known.');
    // Ids that were passed over are no records.
    expect(restore(data).since).toEqual({ invoices: 0, totalPence: 0, logs: 0 });
    data.db = openDatabase(data.databaseFile);
    addLogs(data.db, 1);
    data.db.$client.close();
    expect(sayMadeSince(restore(data).since)).toBe('1 log since then will not be known.');

    const untold = /^There was no readable database here .* cannot be told which invoices and logs/;
    writeFileSync(data.databaseFile, 'damaged');
    expect(sayMadeSince(restore(data).since)).toMatch(untold);
    rmSync(data.databaseFile);
    expect(sayMadeSince(restore(data).since)).toMatch(untold);
    data.db = openDatabase(data.databaseFile);
  });

  test('leaves sessions ended that ended since, and takes no link or challenge of the backup', async () => {
    const data = folderOf();
    const later = new Date(MADE_AT.getTime() + 60_000);
    data.db
      .insert(users)
      .values({ email: 'alex@example.com', createdAt: MADE_AT, updatedAt: MADE_AT })
      .run();
    const session = { userId: 1, createdAt: MADE_AT, expiresAt: later };
    data.db
      .insert(sessions)
      .values([
        { ...session, idHash: 'lost phone' },
        { ...session, idHash: 'desk' },
      ])
      .run();
    data.db
      .insert(signInLinks)
      .values({ tokenHash: 'used since', email: 'alex@example.com', expiresAt: later })
      .run();
    await backUp(data);
    data.db.delete(sessions).where(eq(sessions.idHash, 'lost phone')).run();
    data.db.$client.close();
    restore(data);
    data.db = openDatabase(data.databaseFile);
    const kept = () => data.db.select({ idHash: sessions.idHash }).from(sessions).all();
    expect(kept()).toEqual([{ idHash: 'desk' }]);
    expect(data.db.select().from(signInLinks).all()).toEqual([]);

    // Where the present database is lost, nobody knows which have ended.
    data.db.$client.close();
    writeFileSync(data.databaseFile, 'damaged');
    restoreBackup({ dataDir: data.folder, file: data.file, schema: SCHEMA, now: later });
    data.db = openDatabase(data.databaseFile);
    expect(kept()).toHaveLength(2);
  });

  test('leaves tokens, calendar addresses and passkeys ended that ended since', async () => {
    const data = folderOf();
    const times = { createdAt: MADE_AT, updatedAt: MADE_AT };
    const people = ['alex', 'robin'].map((name) => ({ email: `${name}@example.com`, ...times }));
    data.db.insert(users).values(people).run();
    const own = { userId: 1, createdAt: MADE_AT };
    for (const name of ['leaked', 'removed', 'kept']) {
      const token = { ...own, name, tokenHash: name, scopes: ['all' as const] };
      data.db.insert(apiTokens).values(token).run();
      const passkey = { ...own, name, credentialId: name, userHandle: '', publicKey: '' };
      data.db
        .insert(passkeys)
        .values({ ...passkey, counter: 0 })
        .run();
    }
    data.db
      .insert(calendars)
      .values([
        { ...own, secretHash: 'replaced' },
        { ...own, userId: 2, secretHash: 'kept' },
      ])
      .run();
    const setInstallation = (value: string) =>
      data.db
        .insert(settings)
        .values({ name: 'installation.id', value })
        .onConflictDoUpdate({ target: settings.name, set: { value } })
        .run();
    setInstallation('one');
    await backUp(data);
    data.db
      .update(apiTokens)
      .set({ endedAt: MADE_AT })
      .where(eq(apiTokens.tokenHash, 'leaked'))
      .run();
    data.db.delete(apiTokens).where(eq(apiTokens.tokenHash, 'removed')).run();
    data.db.delete(passkeys).where(eq(passkeys.name, 'removed')).run();
    data.db.delete(passkeys).where(eq(passkeys.name, 'leaked')).run();
    data.db.update(calendars).set({ secretHash: 'new' }).where(eq(calendars.userId, 1)).run();
    const live = () => [
      data.db.select().from(apiTokens).all().length,
      data.db.select().from(passkeys).all().length,
      data.db.select().from(calendars).all().length,
    ];
    const restoreAt = (second: number) => {
      data.db.$client.close();
      const now = new Date(MADE_AT.getTime() + second * 1_000);
      const restored = restoreBackup({ ...data, dataDir: data.folder, schema: SCHEMA, now });
      data.db = openDatabase(data.databaseFile);
      return restored;
    };
    const { isEndedKnown } = restoreAt(1);
    expect(live()).toEqual([1, 1, 1]);
    expect(isEndedKnown).toBe(true);
    expect(data.db.select().from(apiTokens).get()).toMatchObject({ name: 'kept', endedAt: null });
    expect(data.db.select().from(passkeys).get()).toMatchObject({ name: 'kept' });
    expect(data.db.select().from(calendars).get()).toMatchObject({ secretHash: 'kept' });

    // A database of another installation, such as a new one that was started first, knows nothing of them.
    setInstallation('two');
    expect(restoreAt(2).isEndedKnown).toBe(false);
    expect(live()).toEqual([3, 3, 2]);
    // Nor does one of an older program, which had no such table.
    data.db.$client.exec('drop table calendars');
    restoreAt(3);
    expect(live()).toEqual([3, 3, 2]);
  });

  test('gives no id again that was given since, by which open pages and waiting forms name what is gone', async () => {
    const data = folderOf();
    await backUp(data);
    addLogs(data.db, 3);
    data.db.delete(workLogs).where(eq(workLogs.id, 23)).run();
    data.db.$client.close();
    restore(data);
    data.db = openDatabase(data.databaseFile);
    addLogs(data.db, 1);
    const ids = () => data.db.select({ id: workLogs.id }).from(workLogs).all();
    expect(ids().at(-1)).toEqual({ id: 24 });

    // Where the present database is lost, nobody knows which were given.
    data.db.$client.close();
    rmSync(data.databaseFile);
    for (const end of ['-wal', '-shm']) rmSync(`${data.databaseFile}${end}`, { force: true });
    restore(data);
    data.db = openDatabase(data.databaseFile);
    expect(ids()).toHaveLength(20);
    addLogs(data.db, 1);
    expect(ids().at(-1)).toEqual({ id: 100_021 });
    // Also in a table that was empty, but not in the history, which has no gap.
    const { db } = data;
    const alex = { email: 'alex@example.com', createdAt: MADE_AT, updatedAt: MADE_AT };
    db.insert(users).values(alex).run();
    expect(db.select().from(users).get()?.id).toBe(100_001);
    const passedOver = db.$client.prepare('select name from sqlite_sequence').pluck().all();
    expect(passedOver).not.toContain('history_entries');
    expect(verifyChain(data.db.$client, null)).toMatchObject({ isWhole: true });
  });

  test('says of no invoice that it is not in Xero, since it may have been made there meanwhile', async () => {
    const data = folderOf();
    const run = { tenantId: 'one', startedAt: MADE_AT, resumeAt: MADE_AT, message: 'Paused' };
    data.db
      .insert(invoiceRuns)
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
      const { id } = data.db
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
      data.db
        .update(invoices)
        .set({ state, sendKey: isSent ? 'forgotten' : null, sentAt: isSent ? MADE_AT : null })
        .where(eq(invoices.id, id))
        .run();
    }
    const touched = () => data.db.all('select * from history_touched');
    const before = touched();
    await backUp(data);
    data.db.$client.close();
    const later = new Date(MADE_AT.getTime() + 60_000);
    restoreBackup({ dataDir: data.folder, file: data.file, schema: SCHEMA, now: later });
    data.db = openDatabase(data.databaseFile);
    const stored = data.db.select().from(invoices).all();
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
    expect(data.db.select().from(invoiceRuns).all()).toMatchObject([due, due, { status: 'done' }]);
    // The trail says nothing: what a call came to is no change of the invoice.
    expect(touched()).toEqual(before);
  });

  test('of what an earlier restore set aside brings that back, with the log of a killed server', async () => {
    const data = folderOf();
    await backUp(data);
    addLogs(data.db, 3);
    // As a kill leaves it: the last logs are in the write-ahead log only.
    const killed = mkdtempSync(join(data.folder, 'killed-'));
    for (const end of ['', '-wal', '-shm']) {
      copyFileSync(data.databaseFile + end, join(killed, `database.sqlite${end}`));
    }
    data.db.$client.close();
    const order = { dataDir: killed, schema: SCHEMA, now: MADE_AT };
    const { kept } = restoreBackup({ ...order, file: data.file });
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
    data.db = openDatabase(join(killed, 'database.sqlite'));
    expect(data.db.select().from(workLogs).all()).toHaveLength(23);
  });

  test.each([
    [
      'a newer program',
      ({ file }: DataFolder) => {
        edit(file, `update __drizzle_migrations set created_at = created_at + 1`);
      },
      /was made by a newer version of the program\. Update the program first.* No changes were made\.$/,
    ],
    [
      'another product',
      ({ file }: DataFolder) => {
        rmSync(file);
        edit(file, 'create table notes (text)');
      },
      /is no database of this product\. No changes were made\.$/,
    ],
    [
      'no database at all',
      ({ file }: DataFolder) => {
        writeFileSync(file, 'id,date,client\n'.repeat(100));
      },
      /is no database of this product\. No changes were made\.$/,
    ],
    [
      'a changed backup',
      ({ file }: DataFolder) => {
        edit(file, 'update work_logs set total_pence = total_pence + 1 where id = 1');
      },
      /its checksum is wrong\. No changes were made\.$/,
    ],
    [
      'an empty file',
      ({ file }: DataFolder) => {
        writeFileSync(file, '');
      },
      /is no database of this product\. No changes were made\.$/,
    ],
    [
      'no file',
      ({ file }: DataFolder) => {
        rmSync(file);
      },
      /^There is no file .* No changes were made\.$/,
    ],
  ])('of %s is refused, and nothing is changed', async (_what, spoil, sentence) => {
    const data = folderOf();
    await backUp(data);
    spoil(data);
    data.db.$client.close();
    const before = readFileSync(data.databaseFile);
    expect(() => restore(data)).toThrow(sentence);
    expect(files(data)).toEqual(['database.sqlite']);
    expect(readdirSync(data.folder).sort()).toEqual(['backups', 'database.sqlite']);
    expect(readFileSync(data.databaseFile)).toEqual(before);
    data.db = openDatabase(data.databaseFile);
  });

  test('of the database itself is refused', () => {
    const data = folderOf();
    expect(() => restore(data, data.databaseFile)).toThrow('is the database itself, not a backup');
  });

  test('into an empty folder needs nothing else', async () => {
    const data = folderOf();
    await backUp(data);
    const elsewhere = join(data.folder, 'elsewhere');
    expect(
      restoreBackup({ dataDir: elsewhere, file: data.file, schema: SCHEMA, now: MADE_AT }).kept,
    ).toBeNull();
    expect(readdirSync(elsewhere)).toEqual(['database.sqlite']);
    expect(statSync(elsewhere).mode & 0o777).toBe(0o700);
  });

  test('that is interrupted after any of its steps is finished by the next, or has changed nothing', async () => {
    const data = folderOf();
    const { contents } = await backUp(data);
    addLogs(data.db, 3);
    const killed = (name: string) => {
      const copy = mkdtempSync(join(data.folder, `${name}-`));
      for (const end of ['', '-wal', '-shm']) {
        copyFileSync(data.databaseFile + end, join(copy, `database.sqlite${end}`));
      }
      return copy;
    };
    class Killed extends Error {}
    const steps: string[] = [];
    const order = { file: data.file, schema: SCHEMA, now: MADE_AT };
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
