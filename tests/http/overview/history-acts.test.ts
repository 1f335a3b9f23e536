import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { visibleText } from '../../support/html.ts';
import { useServer } from '../../support/server/use-server.ts';
import { visit, visitSignedIn, type Visitor } from '../../support/server/visitor.ts';
import { readCsv } from '../../support/data/read-csv.ts';

const server = useServer();
let alex: Visitor;

beforeEach(async () => {
  alex = await visitSignedIn(server());
});

const Entry = z.object({
  by: z.string(),
  record: z.string(),
  action: z.string(),
  before: z.null(),
  after: z.record(z.string(), z.unknown()),
});
const acts = async (kind: string) =>
  z
    .array(Entry)
    .parse((await alex.api('GET', `/api/history?kind=${kind}`)).json())
    .reverse();

test('Who signs in, is refused, and signs out is in the history, with device and address', async () => {
  await visit(server()).get('/api/login?token=used-already', { 'X-Forwarded-For': '192.0.2.9' });
  const other = await visitSignedIn(server());
  await other.post('/api/logout');
  expect(await acts('sign-in')).toMatchObject([
    {
      by: 'alex@example.com',
      action: 'signed in',
      after: { device: 'An unknown program', with: 'link' },
    },
    {
      by: 'a visitor',
      action: 'refused',
      after: { reason: 'link used or too old', address: '192.0.2.9' },
    },
    { by: 'alex@example.com', action: 'signed in' },
    { by: 'alex@example.com', action: 'signed out' },
  ]);
  const text = visibleText((await alex.get('/history?record=sign-in')).text);
  expect(text).toContain('Refused: link used or too old, from 192.0.2.9');
  expect(text).toContain('Signed in: An unknown program, from 127.0.0.1');
});

test('The same refusal is in the history once an hour, and all refusals at most sixty times', async () => {
  const { db } = server().services;
  const count = (action: string) =>
    Number(
      db.$client
        .prepare(`select count(*) from history_entries where kind = 'sign-in' and action = ?`)
        .pluck()
        .get(action),
    );
  const refuse = (address: string) =>
    visit(server()).get('/api/login?token=used-already', { 'X-Forwarded-For': address });
  for (let n = 0; n < 3; n++) await refuse('192.0.2.9');
  expect(count('refused')).toBe(1);
  db.$client.exec(`with recursive n (i) as (select 1 union all select i + 1 from n where i < 57)
    insert into history_entries (at, by, kind, action)
    select ${Date.now()}, 'a visitor', 'sign-in', 'refused' from n`);
  for (let n = 0; n < 5; n++) await refuse(`192.0.2.${10 + n}`);
  expect(count('refused')).toBe(60);
  // Whoever does sign in is always in it.
  const before = count('signed in');
  await visitSignedIn(server());
  expect(count('signed in')).toBe(before + 1);
});

test('Downloads are in the history, each by its name; a look without a download is not', async () => {
  const files = ['work-logs.csv', 'history.csv', 'reports.csv', 'export.zip'];
  for (const file of files) {
    await alex.send(`/${file}`, { method: 'HEAD' });
    expect((await alex.get(`/${file}`)).status).toBe(200);
  }
  expect((await alex.get('/work-logs.csv?startDate=x')).status).toBe(400);
  const entries = await acts('download');
  expect(entries.map(({ by, record, action, after }) => [by, record, action, after.file])).toEqual(
    files.map((file) => ['alex@example.com', 'download', 'downloaded', file]),
  );
});

test('Approving, removing and connecting are in it, and all of it goes out as CSV', async () => {
  await alex.api('POST', '/api/approved-emails', { email: 'kim@example.com' });
  await alex.api('DELETE', '/api/approved-emails/kim@example.com');
  const { db } = server().services;
  db.$client.exec(`insert into settings values ('todoist.token', 'v2.sealed')`);
  await visitSignedIn(server());
  const rows = readCsv(`\uFEFF${(await alex.get('/history.csv')).text}`);
  const said = rows.map(({ record, action }) => `${record} ${action}`.replace(/:\d+/, ''));
  for (const entry of [
    'sign-in signed in',
    'approved-email created',
    'approved-email deleted',
    'settings changed',
  ]) {
    expect(said).toContain(entry);
  }
  expect(JSON.stringify(rows)).not.toContain('v2.sealed');
});

test('A command says that the history is whole, beside a running server, and where it is not', async () => {
  const { services, url } = server();
  const verify = async (...words: string[]) => {
    const env = { ...process.env, DATA_DIR: services.config.dataDir, APP_ORIGIN: url };
    const run = promisify(execFile)('./tallyhour', ['history:verify', ...words], { env });
    return run.then(
      ({ stdout }) => ({ code: 0, said: stdout }),
      (error: unknown) => {
        const { code, stderr } = error as { code: number; stderr: string };
        return { code, said: stderr };
      },
    );
  };
  const whole = await verify();
  expect(whole).toEqual({
    code: 0,
    said: expect.stringContaining('The history is whole:') as unknown,
  });
  const noted = whole.said.trim().split('\n').at(-1)?.split(' ') ?? [];
  await alex.api('POST', '/api/approved-emails', { email: 'kim@example.com' });
  expect((await verify(...noted)).code).toBe(0);
  expect((await verify(noted[0] ?? '', 'another-hash')).code).toBe(1);
  expect((await verify('nonsense')).said).toContain('Say which entry and hash were noted');
  const { $client } = services.db;
  $client.exec('drop trigger history_entries_stay');
  $client.exec(`update history_entries set by = 'nobody' where id = 2`);
  expect(await verify()).toEqual({
    code: 1,
    said: expect.stringContaining('The history is broken at entry 2.') as unknown,
  });
});
