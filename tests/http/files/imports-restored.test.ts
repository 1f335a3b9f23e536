import { expect, test } from 'vitest';
import { importFile } from '#tests/support/data/imports.ts';
import { sendByForm } from '#tests/support/data/looks.ts';
import { visibleText } from '#tests/support/html.ts';
import { useRestorable } from '#tests/support/server/use-restorable.ts';
import { visitSignedIn, type Visitor } from '#tests/support/server/visitor.ts';

const { server, backUp, restore } = useRestorable();

async function log(visitor: Visitor, description: string) {
  const answer = await visitor.api('POST', '/api/work-logs', {
    ...{ clientId: 1, workTypeId: 1, duration: 60, description },
    date: '2026-03-02T10:00:00Z',
  });
  expect(answer.status, answer.text).toBe(201);
}

// Reading an answer takes the mark away with which our files begin.
const ownFile = async (visitor: Visitor) => `\uFEFF${(await visitor.get('/work-logs.csv')).text}`;
const logs = () =>
  server()
    .services.db.$client.prepare('select description from work_logs order by id')
    .pluck()
    .all();

test.each([1, 2])(
  'After %i restores, our own file brings back what was logged since the backup, once',
  async (restores) => {
    const before = await visitSignedIn(server());
    await before.api('POST', '/api/clients', { name: 'Acme', standardRate: '100.00' });
    await before.api('POST', '/api/work-types', { name: 'Support', hourlyRate: '60.00' });
    for (const text of ['Monday', 'Kept', 'Deleted']) await log(before, text);
    expect((await before.api('DELETE', '/api/work-logs/3')).status).toBe(204);
    await backUp();
    const old = await ownFile(before);
    for (const text of ['Tuesday', 'Friday']) await log(before, text);
    const file = await ownFile(before);
    for (let count = 0; count < restores; count += 1) await restore();
    const visitor = await visitSignedIn(server());
    expect(logs()).toEqual(['Monday', 'Kept']);

    const look = await sendByForm(server(), visitor, file);
    const text = visibleText((await visitor.get(look.location ?? '')).text);
    expect(text).not.toMatch(/was deleted|were deleted/);
    expect(await importFile(visitor, file)).toMatchObject({ status: 'done', new: 2, known: 2 });
    expect(logs()).toEqual(['Monday', 'Kept', 'Tuesday', 'Friday']);
    expect(await importFile(visitor, file)).toMatchObject({ new: 0, known: 4 });
    expect(await importFile(visitor, old)).toMatchObject({ new: 0, known: 2 });
    expect(await importFile(visitor, await ownFile(visitor))).toMatchObject({ new: 0, known: 4 });
  },
);

test('After a restore, a log of our own file that was deleted before the backup stays deleted', async () => {
  const before = await visitSignedIn(server());
  await before.api('POST', '/api/clients', { name: 'Acme', standardRate: '100.00' });
  await before.api('POST', '/api/work-types', { name: 'Support', hourlyRate: '60.00' });
  for (const text of ['Monday', 'Kept', 'Deleted']) await log(before, text);
  const file = await ownFile(before);
  expect((await before.api('DELETE', '/api/work-logs/3')).status).toBe(204);
  await backUp();
  await log(before, 'Tuesday');
  await restore();
  const visitor = await visitSignedIn(server());
  expect(await importFile(visitor, file)).toMatchObject({ new: 0, known: 3 });
  expect(logs()).toEqual(['Monday', 'Kept']);
});
