import { execFileSync } from 'node:child_process';
import { closeSync, copyFileSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { openDatabase } from '#db/connection.server.ts';
import { invoiceRuns, todoistImports } from '#db/schema.ts';
import { writeSecret, writeSetting } from '#app/platform/settings-store.server.ts';
import { addClient } from '../support/data/entries.ts';
import { visibleText } from '../support/html.ts';
import { healthOf } from '../support/server/health.ts';
import { discardServerProcesses, startServerProcess } from '../support/server/server-process.ts';
import type { TestServer } from '../support/server/test-server.ts';
import { useServer } from '../support/server/use-server.ts';
import { visitSignedIn } from '../support/server/visitor.ts';

const server = useServer(() => ({ XERO_CLIENT_ID: 'tallyhour', XERO_CLIENT_SECRET: 'secret' }));

afterEach(discardServerProcesses);

const PAGE = 4096;
const HOUR = 3_600_000;

const fileOf = ({ services }: TestServer) => services.config.databaseFile;

/** Writes over a page of a table, in the file, as a failing disk would. */
function damage({ services }: TestServer, table: string): void {
  const { $client } = services.db;
  const page = $client
    .prepare(`select rootpage from sqlite_schema where name = ?`)
    .pluck()
    .get(table) as number;
  $client.pragma('wal_checkpoint(TRUNCATE)');
  const descriptor = openSync(services.config.databaseFile, 'r+');
  writeSync(descriptor, Buffer.alloc(PAGE, 0x5a), 0, PAGE, (page - 1) * PAGE);
  // A second connection, so that closing the file drops no lock that the server holds.
  closeSync(descriptor);
  // The server may still have the sound page in its memory.
  $client.pragma('shrink_memory');
}

describe('what is wrong with the database', () => {
  test('a damaged page is found without a query, by the next backup', async () => {
    await healthOf(server(), 200);
    damage(server(), 'work_types');
    const { backups } = server().services;
    await expect(backups.make('daily')).rejects.toThrow(/^The database is damaged/);
    expect(await healthOf(server(), 503)).toMatch(
      /^database: The database is damaged \(.+\)\. .*restore the last backup/,
    );
    expect((await fetch(`${server().url}/up`)).status).toBe(200);
  });

  test('a query that meets a damaged page gets a sentence, and counts until the next start', async () => {
    const visitor = await visitSignedIn(server());
    addClient(server(), 'Acme');
    damage(server(), 'clients');
    const api = await visitor.get('/api/clients');
    expect([api.status, api.text]).toEqual([
      503,
      '{"message":"The database is damaged, so this could not be done. Whoever runs this service should read its log and restore the last backup."}',
    ]);
    const page = await visitor.get('/clients');
    expect(page.status).toBe(503);
    expect(page.text).toContain('The database is damaged, so this could not be done.');
    const form = await visitor.post('/clients/new', {
      name: 'Harbour Dental',
      standardRate: '60',
      premiumRate: '90',
    });
    expect(form.status).toBe(503);
    expect(form.text).toContain('The database is damaged');
    for (const { text } of [api, page, form])
      expect(text).not.toMatch(/SQLITE|\.server\.|\s{4}at /);
    expect(await healthOf(server(), 503)).toContain('database: The database is damaged');
  });

  test('another program that holds it', async () => {
    const other = openDatabase(fileOf(server()));
    other.$client.exec('BEGIN IMMEDIATE');
    expect(await healthOf(server(), 503)).toBe(
      'database: Another program holds the database, so that nothing can be saved.\n',
    );
    other.$client.exec('ROLLBACK');
    other.$client.close();
    expect(await healthOf(server(), 200)).toBe('healthy\n');
  });

  test('a file that was replaced under the server', async () => {
    const file = fileOf(server());
    copyFileSync(file, `${file}.copy`);
    renameSync(`${file}.copy`, file);
    expect(await healthOf(server(), 503)).toContain(
      'database: The database file was removed or replaced while the server runs.',
    );
  });

  test('what is saved when it is not kept is refused, with all that was typed', async () => {
    const visitor = await visitSignedIn(server());
    const file = fileOf(server());
    const client = { name: 'Harbour Dental', standardRate: '60.00', premiumRate: '90.00' };
    rmSync(`${file}-wal`);
    const api = await visitor.api('POST', '/api/clients', client);
    const sentence =
      'A file beside the database (database.sqlite-wal or -shm) was removed or replaced while the server runs. Nothing more is saved; what was saved until then is written into the database itself. Stop the server, and start it again.';
    expect([api.status, api.text]).toEqual([503, JSON.stringify({ message: sentence })]);
    const form = await visitor.post('/clients/new', client);
    expect(form.status).toBe(503);
    expect(visibleText(form.text)).toContain('Nothing more is saved');
    expect(form.text).toContain(`value="${client.name}"`);
    expect((await visitor.get('/clients')).status).toBe(200);
  });

  test('a later version that has changed it meanwhile', async () => {
    const { $client } = server().services.db;
    $client.exec(`insert into __drizzle_migrations (hash, created_at) values ('later', 9e14)`);
    expect(await healthOf(server(), 503)).toContain(
      'schema: A later version of the program has changed the database',
    );
    $client.exec(`delete from __drizzle_migrations`);
    expect(await healthOf(server(), 503)).toMatch(/^schema: /);
  });
});

describe('a job that is behind', () => {
  test('an automatic import that has not succeeded for two hours and one more', async () => {
    const { services, setClock } = server();
    const start = services.clock();
    writeSecret(services, 'todoist.token', '0123456789abcdef');
    writeSetting(services, 'todoist.schedule', 'hourly');
    setClock(new Date(start.getTime() + 2.9 * HOUR));
    await healthOf(server(), 200);
    setClock(new Date(start.getTime() + 3.1 * HOUR));
    expect(await healthOf(server(), 503)).toMatch(
      /^job: The hourly import from Todoist has not succeeded/,
    );
    const done = new Date(start.getTime() + 2 * HOUR);
    services.db
      .insert(todoistImports)
      .values({ status: 'done', since: start, until: done, startedAt: done, finishedAt: done })
      .run();
    await healthOf(server(), 200);
  });

  test('invoices that have been on their way for a quarter of an hour', async () => {
    const { services, setClock } = server();
    const start = services.clock();
    services.db
      .insert(invoiceRuns)
      .values({ tenantId: 'one', status: 'paused', startedAt: start, resumeAt: start })
      .run();
    await healthOf(server(), 200);
    setClock(new Date(start.getTime() + HOUR));
    expect(await healthOf(server(), 503)).toMatch(/^job: Invoices are taking too long/);
  });
});

describe('a disk that takes nothing more', () => {
  test('is unhealthy, and recovers', async () => {
    const full = await startServerProcess();
    await full.waitFor('"listening"');
    await healthOf(full, 200);
    // The operating system refuses every write beyond the first byte of a file, as a full disk does.
    limitFiles(full.child.pid, '1');
    expect(await healthOf(full, 503)).toBe(
      'disk: The disk with DATA_DIR is full: nothing can be saved. Make room.\n',
    );
    limitFiles(full.child.pid, 'unlimited');
    expect(await healthOf(full, 200)).toBe('healthy\n');
  });

  test('gets people a sentence, and loses nothing that they typed', async () => {
    const visitor = await visitSignedIn(server());
    const { $client } = server().services.db;
    // SQLite itself then says that the disk is full.
    $client.pragma(`max_page_count = ${Number($client.pragma('page_count', { simple: true }))}`);
    const client = { name: 'A'.repeat(200), standardRate: '60.00', premiumRate: '90.00' };
    const sentence = 'Not saved: the server’s disk is full.';
    let api = await visitor.api('POST', '/api/clients', client);
    while (api.status === 201) api = await visitor.api('POST', '/api/clients', client);
    expect([api.status, api.text]).toEqual([503, expect.stringContaining(sentence) as unknown]);
    const form = await visitor.post('/clients/new', client);
    expect(form.status).toBe(503);
    expect(form.text).toContain(sentence);
    expect(form.text).toContain(`value="${client.name}"`);
  });
});

function limitFiles(pid: number | undefined, size: string): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${size}:unlimited`]);
}

test('asking often does not look often', async () => {
  await healthOf(server(), 200);
  server().services.db.$client.close();
  // Within two seconds the answer is the one of before.
  expect((await fetch(`${server().url}/health`)).status).toBe(200);
  expect(await healthOf(server(), 503)).toContain('The database does not answer.');
});
