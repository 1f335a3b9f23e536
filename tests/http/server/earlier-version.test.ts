import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { databaseSchema } from '#db/schema-version.server.ts';
import { linkIn, signInByLink } from '../../figures/measure.ts';
import { sumsOf, writeEarlierDatabase } from '../../support/data/earlier-version.ts';
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

test('The data of version 0.1.0 is served, to the penny', async () => {
  const before = writeEarlierDatabase(dataDir);
  expect(before.logs).toBeGreaterThan(50);
  const environment = { APPROVED_EMAILS: TEST_EMAIL };
  const server = await startServerProcess({ environment, dataDir });
  await server.waitFor('"listening"');
  const visitor = await signInByLink(server.url, linkIn(server.output().stdout));
  expect(await sumsOf(visitor)).toEqual(before);
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
