import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { workLogs, workTypes } from '#db/schema.ts';
import { addClient, addWorkType } from '../../support/data/entries.ts';
import { toastOf } from '../../support/html.ts';
import { addPendingLog, pendingRow } from '../../support/data/pending-work-logs.ts';
import { useServer } from '../../support/server/use-server.ts';
import { visitSignedIn, type Visitor } from '../../support/server/visitor.ts';

/** What is done to several selected tasks at once, and what of it is refused. */

const server = useServer();

/** Presses a button of the bar for these tasks; gives what the toast says. */
async function press(visitor: Visitor, button: string, ids: number[], typed = {}) {
  const sent = new URLSearchParams({ do: button, ...typed });
  for (const id of ids) sent.append('ids', String(id));
  const { location, text } = await visitor.post('/pending-work-logs/review', sent);
  const said = toastOf(location === null ? text : (await visitor.get(location)).text);
  return said?.replace(/ Undo$/, '');
}

test('What cannot be confirmed since its client or work type is gone is counted by that', async () => {
  const visitor = await visitSignedIn(server());
  const [kept, left] = [addClient(server(), 'Harbour Dental'), addClient(server(), 'Quay Books')];
  const types = ['Support', 'Training', 'Router'].map((name) => addWorkType(server(), name));
  const [support, training, router = 0] = types;
  const ids = [
    { clientId: kept, workTypeId: support },
    { clientId: left, workTypeId: support },
    { clientId: kept, workTypeId: training },
    { clientId: kept, workTypeId: router },
  ].map((columns, index) =>
    addPendingLog(server(), { taskName: `Task ${index}`, duration: 30, ...columns }),
  );
  await visitor.api('PUT', `/api/clients/${left}`, { isActive: false });
  await visitor.api('DELETE', `/api/work-types/${training ?? 0}`);
  const { db } = server().services;
  db.update(workTypes).set({ isHardware: true }).where(eq(workTypes.id, router)).run();

  expect(await press(visitor, 'confirm', ids)).toBe(
    '1 confirmed, 1 needs another client, 2 need another work type',
  );
  expect(db.select().from(workLogs).all()).toHaveLength(1);
  // Neither can what such a task has be changed around it.
  expect(await press(visitor, 'assign', ids.slice(3), { duration: '2h' })).toBe(
    '0 changed, 1 needs another work type',
  );
});

test.each([
  ['client', ' '],
  ['workType', '\u00a0'],
  ['duration', ' '],
  ['description', ' \r\n\u200b'],
])('A blank in %s of the bar sets nothing: the tasks keep what they have', async (name, blank) => {
  const visitor = await visitSignedIn(server());
  const clientId = addClient(server(), 'Harbour Dental');
  const workTypeId = addWorkType(server(), 'Support');
  const columns = { clientId, workTypeId, duration: 30, description: 'By phone' };
  const ids = [1, 2].map(() => addPendingLog(server(), columns));

  const alone = await press(visitor, 'assign', ids, { [name]: blank });
  expect(alone).toContain('Choose what to set for the selected tasks first.');
  const beside = await press(visitor, 'assign', ids, { [name]: blank, billable: 'off' });
  expect(beside).toBe('2 pending work logs changed');
  for (const id of ids)
    expect(pendingRow(server(), id)).toMatchObject({ ...columns, billable: false });
});
