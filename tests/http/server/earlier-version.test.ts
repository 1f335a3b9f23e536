import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { databaseSchema } from '#db/schema-version.server.ts';
import { linkIn, signInByLink } from '../../figures/measure.ts';
import {
  sumsOf,
  writeEarlierDatabase,
  writeReleasedDatabase,
} from '../../support/data/earlier-version.ts';
import { discardServerProcesses, startServerProcess } from '../../support/server/server-process.ts';
import { TEST_EMAIL } from '../../support/server/test-server.ts';

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tallyhour-earlier-'));
});

afterEach(async () => {
  await discardServerProcesses();
  rmSync(dataDir, { recursive: true, force: true });
});

test.each([
  ['before any release', writeEarlierDatabase],
  ['0.1.0', (folder: string) => writeReleasedDatabase(folder, '0.1.0')],
])('The data of a version %s is served, to the penny', async (_version, writeDatabase) => {
  const before = writeDatabase(dataDir);
  expect(before.logs).toBeGreaterThan(20);
  const environment = { APPROVED_EMAILS: TEST_EMAIL };
  const server = await startServerProcess({ environment, dataDir });
  await server.waitFor('"listening"');
  const command = (...words: string[]) => {
    const env = { ...process.env, ...environment, DATA_DIR: dataDir, APP_ORIGIN: server.url };
    const { status, stdout, stderr } = spawnSync('./tallyhour', words, { env, encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
    return stdout;
  };
  const link = linkIn(command('login-link', TEST_EMAIL));
  const visitor = await signInByLink(server.url, link);
  expect(await sumsOf(visitor)).toEqual(before);
  for (const path of [
    '/clients',
    '/invoices',
    '/pending-work-logs',
    '/reports',
    '/history',
    '/week',
  ]) {
    expect([path, (await visitor.get(path)).status]).toEqual([path, 200]);
  }
  command('history:verify');
});

test('A sign-in link is asked for after the start that backs an earlier database up, not before', () => {
  writeEarlierDatabase(dataDir);
  const schema = () => {
    const db = new SqliteDatabase(join(dataDir, 'database.sqlite'));
    try {
      return databaseSchema(db);
    } finally {
      db.close();
    }
  };
  const before = schema();
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    ['scripts/login-link.ts', TEST_EMAIL],
    { env: { ...process.env, DATA_DIR: dataDir, APPROVED_EMAILS: TEST_EMAIL }, encoding: 'utf8' },
  );
  expect({ status, stderr, stdout }).toEqual({
    status: 1,
    stderr:
      'The database is of an earlier version. No changes were made: start the server once, which backs it up and brings it up to date, then ask for the link again.\n',
    stdout: '',
  });
  expect(before).not.toBeNull();
  expect(schema()).toEqual(before);
});
