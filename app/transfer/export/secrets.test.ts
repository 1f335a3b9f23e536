import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase, write, type Database } from '#db/connection.server.ts';
import {
  contactCalls,
  oneTimeKeys,
  passkeyChallenges,
  passkeys,
  sessions,
  signInLinks,
  users,
  webhookDeliveries,
  webhooks,
  workTypes,
  xeroConnections,
  xeroOrganisations,
} from '#db/schema.ts';
import { writeSecret, writeSetting } from '../../platform/settings-store.server.ts';
import { checkFile } from '../../platform/backups/check.server.ts';
import { makeCopy } from './exports.server.ts';
import { OPEN_SETTINGS, SECRET_COLUMNS, SECRET_TABLES } from './secrets.server.ts';

/** The tables that go out with their rows. A new table has to be put here, or among the secret ones. */
const OPEN_TABLES = [
  '__drizzle_migrations',
  'approved_emails',
  'changed_work_logs',
  'client_contacts',
  'clients',
  'deleted_work_logs',
  'hardware_items',
  'history_entries',
  'history_erasures',
  'history_seals',
  'import_columns',
  'import_lines',
  'import_names',
  'import_records',
  'import_rows',
  'imports',
  'invoice_logs',
  'invoice_runs',
  'invoice_take_backs',
  'invoices',
  'jobs',
  'ledger_checks',
  'ledger_invoices',
  'ledger_reads',
  'left_findings',
  'pending_work_logs',
  'person_totals',
  'profile_images',
  'review_undos',
  'rewrite_batches',
  'rewrites',
  'rules',
  'settings',
  'timers',
  'todoist_imports',
  'unmatched_invoices',
  'users',
  'work_log_places',
  'work_log_totals',
  'work_logs',
  'work_type_totals',
  'work_types',
  'xero_call_days',
  'xero_organisations',
];

/** Columns of open tables whose names sound like secrets, and why they are none. */
const NO_SECRETS = [
  // The words by which tasks of one name are found.
  'pending_work_logs.name_key',
  // Tells a repeated call from a new one; of no use without the tokens.
  'invoices.send_key',
  // What has changed in the files of the migrations.
  '__drizzle_migrations.hash',
  // Of what stands beside them.
  'history_entries.hash',
  'history_seals.hash',
  'history_erasures.kept_hash',
  'history_erasures.left_hash',
];

const PLANTED = 'planted-secret';
const NOW = new Date('2026-11-22T10:00:00Z');
const LATER = new Date('2026-12-22T10:00:00Z');

let folder: string;
let databaseFile: string;
let file: string;
let whole: string;
let db: Database;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tallyhour-export-'));
  databaseFile = join(folder, 'database.sqlite');
  file = join(folder, 'copies', 'copy.sqlite');
  whole = `${file}.whole`;
  copyFileSync(process.env.EMPTY_DATABASE ?? '', databaseFile);
  db = openDatabase(databaseFile);
});

afterEach(() => {
  db.$client.close();
  rmSync(folder, { recursive: true, force: true });
});

const tablesOf = (sqlite: SqliteDatabase.Database) =>
  sqlite
    .prepare<[], { name: string }>(
      `select name from pragma_table_list where schema = 'main' and type = 'table'
       and name not like 'sqlite\\_%' escape '\\' order by name`,
    )
    .all()
    .map(({ name }) => name);

/** Puts a secret of its own wherever the product keeps one; gives them as the file holds them. */
function plantSecrets(): string[] {
  const count = { next: 0 };
  const secret = () => `${PLANTED}-${(count.next += 1)}`;
  const times = { createdAt: NOW, updatedAt: NOW };
  write(db, () => {
    const { id: userId } = db
      .insert(users)
      .values({ email: 'alex@example.com', ...times })
      .returning()
      .get();
    db.insert(sessions)
      .values({ idHash: secret(), userId, createdAt: NOW, expiresAt: LATER })
      .run();
    db.insert(signInLinks)
      .values({ tokenHash: secret(), email: 'alex@example.com', expiresAt: LATER })
      .run();
    db.insert(passkeys)
      .values({
        userId,
        userHandle: secret(),
        credentialId: secret(),
        publicKey: secret(),
        counter: 0,
        name: secret(),
        createdAt: NOW,
      })
      .run();
    db.insert(passkeyChallenges)
      .values({ challengeHash: secret(), holderHash: secret(), madeAtUptime: 1, expiresAt: LATER })
      .run();
    db.insert(oneTimeKeys)
      .values({ userId, key: secret(), fingerprint: secret(), answer: secret(), createdAt: NOW })
      .run();
    db.insert(xeroOrganisations)
      .values({ tenantId: 'tenant', connectionId: secret(), name: 'Harbour', updatedAt: NOW })
      .run();
    db.insert(xeroConnections)
      .values({
        id: 1,
        accessToken: secret(),
        refreshToken: secret(),
        accessExpiresAt: LATER,
        tenantId: 'tenant',
        connectedAt: NOW,
        updatedAt: NOW,
      })
      .run();
    db.insert(contactCalls)
      .values({ sendKey: secret(), tenantId: 'tenant', contacts: secret(), sentAt: NOW })
      .run();
    const { id: webhookId } = db
      .insert(webhooks)
      .values({
        ...{ name: secret(), url: secret(), events: [], body: 'standard', contentType: 'x' },
        ...{ signingKey: secret(), authorization: secret(), toldEntry: 0, toldSince: NOW },
        ...times,
      })
      .returning()
      .get();
    db.insert(webhookDeliveries)
      .values({
        ...{ webhookId, messageId: secret(), key: 'a', type: 'a', event: secret() },
        ...{ status: 'waiting', createdAt: NOW },
      })
      .run();
    for (const name of ['todoist.token', 'ai.key', 'key.check'] as const) {
      writeSetting({ db }, name, secret());
    }
    // A setting that nobody has thought of yet.
    db.$client.prepare('insert into settings values (?, ?)').run('new.secret', secret());
  });
  writeSetting({ db }, 'week.target', '420');
  const { next } = count;
  return Array.from({ length: next }, (_, index) => `${PLANTED}-${index + 1}`);
}

test('every table goes out, or goes out empty: a new one has to be decided', () => {
  const known = [...OPEN_TABLES, ...SECRET_TABLES].sort();
  const isOfSearch = (name: string) => name.startsWith('work_log_words');
  expect(tablesOf(db.$client).filter((name) => !isOfSearch(name))).toEqual(known);
});

test('no column of a table that goes out sounds like a secret, unless it is known for none', () => {
  const suspicious = OPEN_TABLES.flatMap((table) =>
    db.$client
      .prepare<[string], { name: string }>('select name from pragma_table_info(?)')
      .all(table)
      .map(({ name }) => `${table}.${name}`)
      .filter((name) => /token|secret|password|_key|hash|credential|connection_id/.test(name)),
  );
  const taken = SECRET_COLUMNS.map((pair) => pair.join('.'));
  expect(suspicious.sort()).toEqual([...NO_SECRETS, ...taken].sort());
});

describe('a copy that goes out', () => {
  test('has no secret anywhere in the file, not even in bytes that are not used', async () => {
    const secrets = plantSecrets();
    // Deleted before, so that the bytes are in the database's unused pages.
    write(db, () => {
      db.insert(signInLinks)
        .values({ tokenHash: 'planted-secret-old', email: 'a@example.com', expiresAt: NOW })
        .run();
    });
    db.$client.pragma('secure_delete = OFF');
    write(db, () => db.$client.exec(`delete from sign_in_links where token_hash like '%-old'`));
    db.$client.pragma('wal_checkpoint(TRUNCATE)');
    const before = readFileSync(databaseFile, 'latin1');
    for (const secret of [...secrets, 'planted-secret-old']) expect(before).toContain(secret);

    await makeCopy({ databaseFile, whole, file });
    const after = readFileSync(file, 'latin1');
    expect(after).not.toContain(PLANTED);
    expect(after).toContain('alex@example.com');

    const copy = new SqliteDatabase(file, { readonly: true });
    for (const table of SECRET_TABLES) {
      expect([table, copy.prepare(`select count(*) from ${table}`).pluck().get()]).toEqual([
        table,
        0,
      ]);
    }
    const settings = copy.prepare('select name, value from settings').all();
    expect(settings).toContainEqual({ name: 'week.target', value: '420' });
    for (const { name } of settings as { name: string }[]) expect(OPEN_SETTINGS).toContain(name);
    copy.close();
  });

  test('has no sealed value that the key of this machine would open', async () => {
    const appSecret = 'a secret of the machine, which nobody else has';
    writeSecret({ db, appSecret }, 'todoist.token', 'todoist-token');
    const [sealed] = db.$client
      .prepare(`select value from settings where name = 'todoist.token'`)
      .pluck()
      .all() as string[];
    expect(sealed).toMatch(/^v2\.[\w-]{8}\.[\w-]{30,}$/);
    await makeCopy({ databaseFile, whole, file });
    expect(readFileSync(file, 'latin1')).not.toContain(sealed);
  });

  test('is a whole database, of one plain file, with everything else, and leaves nothing behind', async () => {
    plantSecrets();
    write(db, () => {
      db.insert(workTypes)
        .values({ name: 'Support', hourlyRatePence: 7_500, createdAt: NOW, updatedAt: NOW })
        .run();
    });
    await makeCopy({ databaseFile, whole, file });
    const { contents } = checkFile(file, null);
    expect(contents.work_types).toEqual({ rows: 1, pence: { hourly_rate_pence: '7500' } });
    expect(contents.users?.rows).toBe(1);
    const copy = new SqliteDatabase(file, { readonly: true });
    const entries = 'select count(*) from history_entries';
    expect(copy.prepare(entries).pluck().get()).toBe(db.$client.prepare(entries).pluck().get());
    expect(copy.pragma('foreign_key_check')).toEqual([]);
    copy.close();
    expect(existsSync(whole)).toBe(false);
    // The database itself keeps all of it.
    expect(db.select().from(sessions).all()).toHaveLength(1);
  });

  test('of no database is refused, and leaves nothing behind', async () => {
    await expect(makeCopy({ databaseFile: join(folder, 'none'), whole, file })).rejects.toThrow();
  });
});
