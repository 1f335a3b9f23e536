import SqliteDatabase from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { rebuildTotals } from '#db/business-days.server.ts';
import { verifyChain } from '#db/history/chain.server.ts';
import { controlOf } from '#tests/support/html.ts';
import { importFile, ourFile } from '#tests/support/data/imports.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn } from '#tests/support/server/visitor.ts';

const server = useServer();

/** More lines than are written without a thread. */
const LINES = 1_500;
const FILE = ourFile(
  ...Array.from(
    { length: LINES },
    (_, at) =>
      `2026-03-${String(1 + (at % 28)).padStart(2, '0')},Acme,Support,${1 + (at % 60)},Line ${at},true,,,`,
  ),
);

const rows = (sql: string) => server().services.db.$client.prepare(sql).all();
const count = (table: string) =>
  Number(server().services.db.$client.prepare(`select count(*) from ${table}`).pluck().get());

test('While a thread holds the database everybody reads, and what writes waits for its end', async () => {
  const visitor = await visitSignedIn(server());
  const { longWrites, config } = server().services;
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const holder = new SqliteDatabase(config.databaseFile);
  const held = longWrites.alone(async () => {
    holder.exec('begin immediate');
    await ended;
    holder.exec('rollback');
    holder.close();
  });
  await expect.poll(() => holder.inTransaction).toBe(true);
  let isAnswered = false;
  const written = visitor.api('POST', '/api/clients', { name: 'Acme' }).then((answer) => {
    isAnswered = true;
    return answer;
  });
  // Health is asked twice: to a program of others that holds the database it grants one time.
  for (const path of ['/work-logs', '/', '/api/clients', '/health', '/health', '/work-logs']) {
    expect([path, (await visitor.get(path)).status]).toEqual([path, 200]);
  }
  expect([isAnswered, count('clients')]).toEqual([false, 0]);
  end();
  expect((await written).status).toBe(201);
  await held;
  expect((await visitor.api('POST', '/api/clients', { name: 'Bolt' })).status).toBe(201);
});

test('What writes already comes to its end before a thread holds the database', async () => {
  const { longWrites } = server().services;
  const endOfWriter = await longWrites.turn();
  const events: string[] = [];
  const held = longWrites.alone(() => Promise.resolve(events.push('held')));
  const next = longWrites.turn().then((endOfNext) => {
    events.push('next');
    endOfNext();
  });
  events.push('first ends');
  endOfWriter();
  await Promise.all([held, next]);
  expect(events).toEqual(['first ends', 'held', 'next']);
});

test('An import of many lines, and its undo, leave what one by one would have left', async () => {
  const visitor = await visitSignedIn(server());
  // One person has more in one day than it has hours.
  const made = await importFile(visitor, FILE, '?confirm=doubtful');
  expect(made).toMatchObject({ status: 'done', new: LINES });
  const tables = ['work_log_totals', 'work_type_totals', 'person_totals'];
  const totals = () =>
    tables.map((table) => rows(`select * from ${table} where logs > 0 order by 1, 2, 3, 4, 5, 6`));
  const kept = totals();
  // Entries of the thread follow those of the server, and the server's those of the thread.
  const email = { email: 'robin@example.com' };
  expect((await visitor.api('POST', '/api/approved-emails', email)).status).toBe(201);
  const verdict = verifyChain(server().services.db.$client, null);
  expect(verdict).toMatchObject({ isWhole: true });
  expect(verdict.isWhole && verdict.entries).toBeGreaterThan(LINES);
  rebuildTotals(server().services.db);
  expect(totals()).toEqual(kept);
  expect((await visitor.get('/api/work-logs?q=line+1499')).json()).toHaveLength(1);
  expect(
    rows(`select by, action, count(*) as entries from history_entries where kind = 'work-log'`),
  ).toEqual([{ by: 'alex@example.com', action: 'created', entries: LINES }]);
  expect(await importFile(visitor, FILE)).toMatchObject({ new: 0, known: LINES });

  const page = await visitor.get('/import/1/undo');
  const fields = { oneTimeKey: controlOf(page.text, 'oneTimeKey').value ?? '' };
  const undone = await visitor.post('/import/1/undo', fields);
  expect([undone.status, undone.location]).toEqual([303, '/import']);
  expect((await visitor.get('/import')).text).toContain('1,500 work logs deleted');
  // Once more, the same press.
  expect((await visitor.post('/import/1/undo', fields)).location).toBe('/import');
  expect((await visitor.get('/import')).text).toContain('1,500 work logs deleted');
  expect(['work_logs', 'work_log_places', 'clients', 'work_types'].map(count)).toEqual([
    0, 0, 0, 0,
  ]);
  expect(rows('select * from work_log_totals where logs > 0')).toEqual([]);
});

test.each(['/api/imports/1', '/api/imports/1/', '/API/Imports/1'])(
  'An undo by %s does not wait for itself',
  async (path) => {
    const visitor = await visitSignedIn(server());
    await importFile(visitor, ourFile('2026-03-02,Acme,Support,60,Text,true,,,'));
    const turn = vi.spyOn(server().services.longWrites, 'turn');
    expect((await visitor.api('DELETE', path)).status).toBe(204);
    expect(turn).not.toHaveBeenCalled();
    expect((await visitor.api('PUT', '/api/clients/999', {})).status).toBe(404);
    expect(turn).toHaveBeenCalledTimes(1);
  },
);
