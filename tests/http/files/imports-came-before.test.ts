import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { importFile, ourFile } from '#tests/support/data/imports.ts';
import { lookAt } from '#tests/support/data/looks.ts';
import { visibleText } from '#tests/support/html.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn, type Visitor } from '#tests/support/server/visitor.ts';

const server = useServer();

const line = (text: string, minutes = 60, rate = '80.00') =>
  `2026-03-02 10:00,Acme,Support,${minutes},${text},true,${rate},false,`;
const FIRST = [line('Call'), line('Call'), line('Mail')];
/** The same lines, and one more: an overlapping export. */
const LONGER = ourFile(...FIRST, line('Visit'));

const total = async (visitor: Visitor) =>
  z
    .array(z.object({ totalAmount: z.string() }))
    .parse((await visitor.get('/api/work-logs')).json())
    .reduce((sum, log) => sum + Number(log.totalAmount), 0);

async function bringIn(...lines: string[]) {
  const visitor = await visitSignedIn(server());
  const { id } = await importFile(visitor, ourFile(...lines));
  return { visitor, id };
}

const change = async (visitor: Visitor, path: string, body: object) => {
  const answer = await visitor.api('PUT', path, body);
  expect(answer.status, answer.text).toBe(200);
};

describe('An overlapping file adds only what did not come before, though here', () => {
  test.each<[string, (visitor: Visitor) => Promise<void>, number]>([
    [
      'texts were changed',
      async (visitor) => {
        await change(visitor, '/api/work-logs/1', { description: 'Call with Ann' });
        await change(visitor, '/api/work-logs/3', { description: 'Mail to Ann' });
      },
      320,
    ],
    [
      'a duration was changed',
      (visitor) => change(visitor, '/api/work-logs/3', { duration: 90 }),
      360,
    ],
    [
      'a rate was changed',
      (visitor) => change(visitor, '/api/work-logs/3', { hourlyRate: '100.00' }),
      340,
    ],
    [
      'a day was changed',
      (visitor) => change(visitor, '/api/work-logs/3', { date: '2026-03-09' }),
      320,
    ],
    [
      'the client was renamed',
      (visitor) => change(visitor, '/api/clients/1', { name: 'Acme Holdings' }),
      320,
    ],
    [
      'the work type was renamed',
      (visitor) => change(visitor, '/api/work-types/1', { name: 'Help' }),
      320,
    ],
    [
      'a log was deleted',
      async (visitor) => {
        expect((await visitor.api('DELETE', '/api/work-logs/3')).status).toBe(204);
      },
      240,
    ],
  ])('%s', async (_what, edit, sum) => {
    const { visitor } = await bringIn(...FIRST);
    await edit(visitor);
    expect(await importFile(visitor, LONGER)).toMatchObject({ status: 'done', new: 1, known: 3 });
    expect(await total(visitor)).toBe(sum);
    expect(await importFile(visitor, LONGER)).toMatchObject({ new: 0, known: 4 });
  });

  test('a log that was known when its line came was changed since', async () => {
    const { visitor } = await bringIn();
    await visitor.api('POST', '/api/clients', { name: 'Acme', standardRate: '80.00' });
    await visitor.api('POST', '/api/work-types', { name: 'Support', hourlyRate: '80.00' });
    const log = { clientId: 1, workTypeId: 1, duration: 60, description: 'Mail' };
    const made = await visitor.api('POST', '/api/work-logs', {
      ...log,
      date: '2026-03-02T10:00:00Z',
    });
    expect(made.status, made.text).toBe(201);
    expect(await importFile(visitor, ourFile(line('Mail')))).toMatchObject({ new: 0, known: 1 });
    await change(visitor, '/api/work-logs/1', { description: 'Mail to Ann' });
    expect(await importFile(visitor, ourFile(line('Mail')))).toMatchObject({ new: 0, known: 1 });
  });

  test('two clients have the name by now', async () => {
    const { visitor } = await bringIn(...FIRST);
    await visitor.api('POST', '/api/clients', { name: 'ACME', confirm: 'name' });
    server().services.db.$client.exec(`update clients set name = 'Acme'`);
    expect(await importFile(visitor, ourFile(...FIRST))).toMatchObject({
      status: 'done',
      new: 0,
      known: 3,
      problems: [],
    });
  });
});

test('A log that became like another line of its file is not taken for that line, too', async () => {
  const { visitor } = await bringIn(line('Call'));
  await change(visitor, '/api/work-logs/1', { description: 'Mail' });
  const both = ourFile(line('Call'), line('Mail'));
  expect(await importFile(visitor, both)).toMatchObject({ new: 1, known: 1 });
});

test('Lines that came without a rate are known with one, and those with one without', async () => {
  const without = FIRST.map((one) => one.replace('80.00', ''));
  const { visitor } = await bringIn(...without);
  expect(await importFile(visitor, ourFile(...FIRST))).toMatchObject({ new: 0, known: 3 });
  expect(await total(visitor)).toBe(180);
  const other = [line('Fax'), line('Fax', 60, '90.00')];
  expect(await importFile(visitor, ourFile(...other))).toMatchObject({ new: 2 });
  const mixed = [line('Fax', 60, ''), line('Fax', 60, '90.00'), line('Fax', 60, '70.00')];
  expect(await importFile(visitor, ourFile(...mixed))).toMatchObject({ new: 1, known: 2 });
});

test('What an undone import brought in can be brought in again, changed or not', async () => {
  const { visitor, id } = await bringIn(...FIRST);
  await change(visitor, '/api/work-logs/1', { description: 'Call with Ann' });
  expect((await visitor.api('DELETE', '/api/work-logs/3')).status).toBe(204);
  expect((await visitor.api('DELETE', `/api/imports/${id}`)).status).toBe(204);
  expect(await importFile(visitor, ourFile(...FIRST))).toMatchObject({ new: 3, known: 0 });
});

test('A look says of lines that their logs were deleted here', async () => {
  const { visitor } = await bringIn(...FIRST);
  for (const id of [1, 3]) await visitor.api('DELETE', `/api/work-logs/${id}`);
  const body = new FormData();
  body.set('file', new Blob([LONGER], { type: 'text/csv' }), 'ours.csv');
  const headers = { Origin: server().url, 'Sec-Fetch-Site': 'same-origin' };
  const sent = await visitor.send('/import', { method: 'POST', headers, body });
  const page = visibleText((await visitor.get(sent.location ?? '')).text);
  expect(page).toContain('The logs of 2 of these lines were deleted here, and stay deleted.');
});

test('A look at a file that never came says nothing of deleted logs', async () => {
  const { first } = await lookAt(server(), LONGER);
  expect(visibleText(first)).not.toContain('deleted here');
});
