import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '#db/connection.server.ts';
import { invoiceRuns, users } from '#db/schema.ts';
import { discardServerProcesses, startServerProcess } from '../../support/server/server-process.ts';

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tallyhour-kept-'));
});

afterEach(async () => {
  await discardServerProcesses();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Starts a server, and gives what ends it. */
async function start(backups = 'daily') {
  const server = await startServerProcess({ environment: { BACKUPS: backups }, dataDir });
  await server.waitFor('"listening"');
  return {
    server,
    stop: async () => {
      server.child.kill('SIGTERM');
      expect(await server.ended()).toBe(0);
      return server.output().stdout;
    },
  };
}

const backups = () =>
  readdirSync(join(dataDir, 'backups')).filter((name) => name.endsWith('-daily.sqlite'));

test('a start makes a backup if there is none of the last day', async () => {
  const first = await start();
  await first.server.waitFor('"Backed up"');
  expect(backups()).toHaveLength(1);
  await first.stop();
  const second = await start();
  expect(await second.stop()).not.toContain('Backed up');
  expect(backups()).toHaveLength(1);
});

test('a run of invoices that ended is in a backup within a minute', async () => {
  const { server, stop } = await start();
  await server.waitFor('"Backed up"');
  const db = openDatabase(join(dataDir, 'database.sqlite'));
  const finishedAt = new Date();
  const run = { tenantId: 'one', status: 'done', startedAt: finishedAt, finishedAt } as const;
  db.insert(invoiceRuns).values(run).run();
  db.$client.close();
  await server.waitFor('-after-invoices.sqlite');
  expect(Date.now() - finishedAt.getTime()).toBeLessThan(60_000);
  const [name = ''] = readdirSync(join(dataDir, 'backups')).filter((one) => one.includes('after'));
  const copy = openDatabase(join(dataDir, 'backups', name));
  expect(copy.select().from(invoiceRuns).all()).toMatchObject([{ finishedAt }]);
  copy.$client.close();
  expect(backups()).toHaveLength(1);
  await stop();
}, 90_000);

test('a server that is stopped while it makes a backup closes in order, and leaves none that is half made', async () => {
  const { stop, server } = await start();
  await stop();
  expect(server.output().stderr).toBe('');
  expect(server.output().stdout).not.toContain('"level":50');
});

test('a start finishes a restore that a crash interrupted', async () => {
  const emails = async () => {
    const { stop } = await start('off');
    await stop();
    const db = openDatabase(join(dataDir, 'database.sqlite'));
    const found = db.select({ email: users.email }).from(users).all();
    db.$client.close();
    return found;
  };
  expect(await emails()).toEqual([]);
  // As it is when the restore was decided: the checked copy is there, the old database still in place.
  const pending = join(dataDir, 'restore-2026-11-22T09-00-00-000Z');
  mkdirSync(pending);
  copyFileSync(process.env.EMPTY_DATABASE ?? '', join(pending, 'database.sqlite'));
  const restored = openDatabase(join(pending, 'database.sqlite'));
  const email = 'robin@example.com';
  restored
    .insert(users)
    .values({ email, createdAt: new Date(0), updatedAt: new Date(0) })
    .run();
  restored.$client.pragma('journal_mode = DELETE');
  restored.$client.close();
  // And one that was not decided yet.
  mkdirSync(join(dataDir, 'restore-2026-11-21T09-00-00-000Z.part'));
  writeFileSync(join(dataDir, 'restore-2026-11-21T09-00-00-000Z.part', 'database.sqlite'), 'half');
  expect(await emails()).toEqual([{ email }]);
  expect(readdirSync(dataDir).filter((name) => name.includes('restore'))).toEqual([
    'before-restore-2026-11-22T09-00-00-000Z',
  ]);
});
