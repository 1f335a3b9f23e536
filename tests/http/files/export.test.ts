import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { COLUMNS, type FileKind } from '#app/transfer/columns.ts';
import { JSON_FILES } from '#app/transfer/export/json-schemas.server.ts';
import { DATABASE_FILE } from '#app/transfer/export/archive.server.ts';
import { oneTimeKeys, signInLinks, users } from '#db/schema.ts';
import { addManyLogs } from '#tests/support/data/many-logs.ts';
import { addPendingLog } from '#tests/support/data/pending-work-logs.ts';
import { fillEveryScreen } from '#tests/support/browser/every-screen.ts';
import { readCsv } from '#tests/support/data/read-csv.ts';
import { readZip } from '#tests/support/data/read-zip.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visit, visitSignedIn, type Visitor } from '#tests/support/server/visitor.ts';
import { HARBOUR } from '#tests/support/server/xero.ts';
import { useConsentedXero, xeroEnvironment } from '#tests/support/server/xero-organisation.ts';

const xero = useConsentedXero(() => [HARBOUR]);
const server = useServer(() => xeroEnvironment(xero()));

let visitor: Visitor;

beforeEach(async () => {
  await fillEveryScreen(server(), xero());
  addPendingLog(server(), { labels: '["urgent"]', metadata: '{"url":"https://todoist"}' });
  visitor = await visitSignedIn(server());
});

const cookieOf = ({ cookies }: Visitor) => [...cookies].map((pair) => pair.join('=')).join('; ');

/** Asks for the archive, and reads nothing of it yet. */
function ask(whose = visitor, signal?: AbortSignal): Promise<Response> {
  return fetch(`${server().url}/export.zip`, { headers: { Cookie: cookieOf(whose) }, signal });
}

async function download(): Promise<Map<string, Buffer>> {
  const response = await ask();
  expect(response.status).toBe(200);
  return readZip(Buffer.from(await response.arrayBuffer()));
}

/** What is left in the folder where copies are made. */
function leftBehind(): string[] {
  const folder = join(server().services.config.dataDir, 'backups');
  return existsSync(folder) ? readdirSync(folder) : [];
}

/** Without the lines of a history about the downloads that were made since. */
const withoutDownloads = (csv: string) =>
  csv.replaceAll(/^[^\r\n]*,download,downloaded,.*\r\n/gm, '');

const jsonOf = (files: Map<string, Buffer>, name: string) =>
  JSON.parse(files.get(name)?.toString('utf8') ?? 'null') as unknown;

/** Opens the archive's database. */
function openDatabaseOf(files: Map<string, Buffer>): SqliteDatabase.Database {
  const file = join(server().services.config.dataDir, 'from-the-archive.sqlite');
  writeFileSync(file, files.get(DATABASE_FILE) ?? '');
  return new SqliteDatabase(file, { readonly: true });
}

describe('the archive of everything', () => {
  test('is saved under a dated name, and has a file of each kind, their schemas and the database', async () => {
    const response = await ask();
    expect(response.headers.get('Content-Type')).toBe('application/zip');
    expect(response.headers.get('Content-Disposition')).toMatch(
      /^attachment; filename="tallyhour-\d{4}-\d\d-\d\d\.zip"$/,
    );
    const files = await readZip(Buffer.from(await response.arrayBuffer()));
    const kinds = Object.keys(JSON_FILES);
    expect([...files.keys()].sort()).toEqual(
      [
        'README.txt',
        DATABASE_FILE,
        ...Object.keys(COLUMNS).map((kind) => `csv/${kind}.csv`),
        ...kinds.flatMap((kind) => [`json/${kind}.json`, `json/${kind}.schema.json`]),
      ].sort(),
    );
    expect(leftBehind()).toEqual([]);
  });

  test('is for signed-in people', async () => {
    const answer = await visit(server()).get('/export.zip');
    expect(answer.status).toBe(401);
    expect(leftBehind()).toEqual([]);
  });

  test('is not made for somebody who asks for its headers only', async () => {
    const { status, headers } = await visitor.send('/export.zip', { method: 'HEAD' });
    expect([status, headers.get('Content-Type')]).toEqual([200, 'application/zip']);
    expect(leftBehind()).toEqual([]);
    expect((await download()).size).toBeGreaterThan(0);
  });

  test('has CSV files that are what the lists give', async () => {
    const files = await download();
    for (const kind of Object.keys(COLUMNS)) {
      const list = withoutDownloads((await visitor.get(`/${kind}.csv`)).text);
      const inArchive = files.get(`csv/${kind}.csv`)?.toString('utf8');
      expect([kind, inArchive]).toEqual([kind, `\uFEFF${list}`]);
      expect([kind, readCsv(inArchive ?? '').length > 0]).toEqual([kind, true]);
    }
  });

  test('has JSON files that are what the API gives, and what their schemas say', async () => {
    const files = await download();
    const same: [string, string][] = [
      ['work-logs', '/api/work-logs'],
      ['clients', '/api/clients'],
      ['history', '/api/history'],
    ];
    for (const [kind, path] of same) {
      const given = (await visitor.api('GET', path)).json() as { record?: string }[];
      const before = given.filter(({ record }) => record !== 'download');
      expect(jsonOf(files, `json/${kind}.json`)).toEqual(before);
    }
    for (const [kind, { record }] of Object.entries(JSON_FILES)) {
      const records = z
        .array(z.unknown())
        .min(1)
        .parse(jsonOf(files, `json/${kind}.json`));
      for (const one of records) {
        expect([kind, record.safeParse(one).error?.issues]).toEqual([kind, undefined]);
      }
      expect(jsonOf(files, `json/${kind}.schema.json`)).toMatchObject({
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'array',
        items: { type: 'object', additionalProperties: false },
      });
    }
    // A record with a field more, or without one, is not what the schema says.
    const [log] = jsonOf(files, 'json/work-logs.json') as object[];
    const { record } = JSON_FILES['work-logs'] ?? {};
    expect(record?.safeParse({ ...log, more: 1 }).success).toBe(false);
    expect(record?.safeParse({ ...log, duration: undefined }).success).toBe(false);
  });

  test('has parts that agree, to the penny and the minute', async () => {
    const files = await download();
    const sqlite = openDatabaseOf(files);
    const [sums] = sqlite
      .prepare(
        `select count(*) as logs, sum(duration) as minutes, sum(total_pence) as pence from work_logs`,
      )
      .all() as { logs: number; minutes: number; pence: number }[];
    const rows = readCsv(files.get('csv/work-logs.csv')?.toString('utf8') ?? '');
    const pence = (text = '') => Number(text.replace('.', ''));
    const add = (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0);
    expect({
      logs: rows.length,
      minutes: add(rows.map(({ minutes }) => Number(minutes))),
      pence: add(rows.map(({ total }) => pence(total))),
    }).toEqual(sums);
    const logs = jsonOf(files, 'json/work-logs.json') as { id: number; totalAmount: string }[];
    expect(logs.map(({ id, totalAmount }) => [String(id), totalAmount])).toEqual(
      rows.map(({ id, total }) => [id, total]),
    );
    const tables: Partial<Record<FileKind, string>> = {
      clients: 'clients',
      'hardware-items': 'hardware_items',
      'work-types': 'work_types',
      'pending-work-logs': 'pending_work_logs',
      history: 'history_entries',
    };
    for (const [kind, table] of Object.entries(tables)) {
      const count = sqlite.prepare(`select count(*) from ${table}`).pluck().get();
      const inFile = readCsv(files.get(`csv/${kind}.csv`)?.toString('utf8') ?? '').length;
      expect([kind, inFile]).toEqual([kind, count]);
    }
    sqlite.close();
  });

  test('is as it was when it was asked for, whoever writes meanwhile', async () => {
    const response = await ask();
    await visitor.api('POST', '/api/clients', { name: 'Added meanwhile' });
    const files = await readZip(Buffer.from(await response.arrayBuffer()));
    const whole = [...files.values()].map((contents) => contents.toString('latin1')).join('');
    expect(whole).not.toContain('Added meanwhile');
    expect((await visitor.get('/clients.csv')).text).toContain('Added meanwhile');
  });

  test('has no secret of the machine', async () => {
    const { db, appSecret, config } = server().services;
    const link = 'a'.repeat(43);
    const [alex] = db.select().from(users).all();
    const at = new Date();
    db.insert(signInLinks).values({ tokenHash: link, email: 'a@example.com', expiresAt: at }).run();
    db.insert(oneTimeKeys)
      .values({
        userId: alex?.id ?? 0,
        key: 'planted-key',
        fingerprint: 'planted-print',
        answer: '"planted"',
        createdAt: at,
      })
      .run();
    const stored = (text: string) => db.$client.prepare(text).pluck().all() as string[];
    const secrets = [
      ...stored('select id_hash from sessions'),
      ...stored('select token_hash from sign_in_links'),
      ...stored('select key from one_time_keys'),
      ...stored('select access_token from xero_connections'),
      ...stored('select refresh_token from xero_connections'),
      ...stored('select connection_id from xero_organisations where connection_id is not null'),
      ...stored(
        `select value from settings where name in ('todoist.token', 'ai.key', 'key.check')`,
      ),
      ...visitor.cookies.values(),
      appSecret,
      '0123456789abcdef',
      'sk-0123456789abcdef',
    ];
    expect(secrets.length).toBeGreaterThan(10);
    expect(config.dataDir).not.toBe('');
    const files = await download();
    for (const [name, contents] of files) {
      for (const secret of secrets) {
        expect([name, contents.includes(secret)]).toEqual([name, false]);
      }
    }
    // What is open is there, and would be found.
    expect(files.get(DATABASE_FILE)?.includes('Harbour Dental')).toBe(true);
  });

  test('is made one at a time for a person, who is told so; others have their own', async () => {
    const both = await Promise.all([ask(), ask()]);
    const [first, second] = both.sort((one, other) => one.status - other.status);
    expect([first.status, second.status, await second.text()]).toEqual([
      200,
      409,
      'An archive is being made for you already. Wait until it has been downloaded, or stop that download, then try again.',
    ]);
    const robin = await ask(await visitSignedIn(server(), 'robin@example.com'));
    expect(robin.status).toBe(200);
    await Promise.all([first.arrayBuffer(), robin.arrayBuffer()]);
    const third = await ask();
    expect(third.status).toBe(200);
    await third.arrayBuffer();
    expect(leftBehind()).toEqual([]);
  });

  test('of a caller who leaves is given up, and nothing of it is left', async () => {
    // More than the connection takes by itself.
    addManyLogs(server(), 6_000);
    const leaving = new AbortController();
    const response = await ask(visitor, leaving.signal);
    expect(leftBehind()).toHaveLength(1);
    leaving.abort();
    await expect(response.arrayBuffer()).rejects.toThrow();
    await expect.poll(leftBehind).toEqual([]);
    expect((await download()).size).toBeGreaterThan(0);
  });

  test('of a caller who leaves while the copy is made is given up, too', async () => {
    const leaving = new AbortController();
    const asked = ask(visitor, leaving.signal);
    await expect.poll(leftBehind, { interval: 1 }).not.toEqual([]);
    leaving.abort();
    await expect(asked).rejects.toThrow();
    await expect.poll(leftBehind).toEqual([]);
    expect((await download()).size).toBeGreaterThan(0);
  });
});
