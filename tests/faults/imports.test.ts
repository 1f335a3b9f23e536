import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { importFile, ourFile } from '../support/data/imports.ts';
import { startTestServer } from '../support/server/test-server.ts';
import { visitSignedIn } from '../support/server/visitor.ts';

let dataDir = '';

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tallyhour-import-'));
});

afterEach(() => {
  rmSync(dataDir, { recursive: true, force: true });
});

const LINES = 3_000;
const FILE = ourFile(
  ...Array.from(
    { length: LINES },
    (_, at) =>
      `2026-03-02 10:${String(at % 60).padStart(2, '0')},Acme,Support,60,Line ${at},true,60,,`,
  ),
);

/** Imports the file in a server that is killed at a step; gives the signal that ended it. */
async function killAt(step: string): Promise<unknown> {
  const file = join(dataDir, 'sent.csv');
  writeFileSync(file, FILE);
  const child = fork(
    join(import.meta.dirname, '../support/server/importing-server.ts'),
    [dataDir, file, step],
    { env: { ...process.env, NODE_ENV: 'production' } },
  );
  const [code, signal] = (await once(child, 'exit')) as unknown[];
  return signal ?? code;
}

test.each([
  ['import surveyed', 0],
  ['import read', 0],
  ['import compared', 0],
  ['import written', 0],
  ['import done', LINES],
])('An import that is killed at "%s" leaves %i logs, and can be sent again', async (step, logs) => {
  expect(await killAt(step)).toBe('SIGKILL');
  const server = await startTestServer({ DATA_DIR: dataDir });
  try {
    const { $client } = server.services.db;
    const count = (table: string) =>
      Number($client.prepare(`select count(*) from ${table}`).pluck().get());
    expect(count('work_logs')).toBe(logs);
    expect(count('clients')).toBe(logs === 0 ? 0 : 1);
    expect(count('work_log_places')).toBe(logs);
    expect(count('import_lines')).toBe(logs);
    const visitor = await visitSignedIn(server);
    expect((await visitor.get('/api/imports/1')).json()).toMatchObject({
      status: logs === 0 ? 'failed' : 'done',
    });
    await expect.poll(() => count('import_rows')).toBe(0);
    const again = await importFile(visitor, FILE, '?confirm=doubtful');
    expect(again).toMatchObject({ status: 'done', new: LINES - logs, known: logs });
    expect(count('work_logs')).toBe(LINES);
    // The row says "done" with the lines themselves; the file goes right after.
    await expect.poll(() => readdirSync(join(dataDir, 'imports'))).toEqual([]);
  } finally {
    await server.stop();
  }
});

test('A file whose upload was cut off is gone when the server starts again; one that waits is kept', async () => {
  const first = await startTestServer({ DATA_DIR: dataDir });
  try {
    const visitor = await visitSignedIn(first);
    const body = new FormData();
    body.set('file', new Blob([FILE], { type: 'text/csv' }), 'ours.csv');
    const headers = { Origin: first.url, 'Sec-Fetch-Site': 'same-origin' };
    expect((await visitor.send('/import', { method: 'POST', headers, body })).status).toBe(303);
    const status = first.services.db.$client.prepare('select status from imports').pluck();
    await expect.poll(() => status.get()).toBe('waiting');
  } finally {
    await first.stop();
  }
  const folder = join(dataDir, 'imports');
  const waiting = readdirSync(folder);
  expect(waiting).toHaveLength(1);
  writeFileSync(join(folder, 'cut-off.csv'), 'Date,Cli');
  const second = await startTestServer({ DATA_DIR: dataDir });
  try {
    expect(readdirSync(folder)).toEqual(waiting);
  } finally {
    await second.stop();
  }
});
