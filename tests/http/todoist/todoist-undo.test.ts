import { eq, ne } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { pendingWorkLogs, workLogs, workTypes } from '#db/schema.ts';
import { addClient, addUser, addWorkType } from '../../support/data/entries.ts';
import { addPendingLog, pendingRow, pendingRows } from '../../support/data/pending-work-logs.ts';
import { pressReview as press, pressUndo as toastAfter } from '../../support/review.ts';
import { useServer } from '../../support/server/use-server.ts';
import { visitSignedIn } from '../../support/server/visitor.ts';

const HOUR = 3_600_000;
const WAITS = 'pending_review';

const server = useServer();

/** Three tasks: two are complete, one lacks everything. */
function addTasks() {
  const clientId = addClient(server(), 'Harbour Dental');
  const workTypeId = addWorkType(server(), 'Support');
  addClient(server(), 'Quay Books');
  addWorkType(server(), 'Training');
  const suggestions = JSON.stringify({ clientId: { reason: 'named in the project' } });
  const projectName = 'Harbour Dental';
  const full = { clientId, workTypeId, duration: 30, projectName, suggestions };
  return [full, full, {}].map((columns, index) =>
    addPendingLog(server(), { taskName: `Task ${index}`, ...columns }),
  );
}

/** What the undo is to bring back: all but when it was, and how often. */
const state = () =>
  pendingRows(server()).map((row) => ({ ...row, version: undefined, updatedAt: undefined }));
/** All as before but for the mark, on what had left the review, that a person put it back, so that no rule archives it. */
const putBack = (before: ReturnType<typeof state>) => {
  const left = new Set(state().flatMap(({ id, status }) => (status === WAITS ? [] : [id])));
  return before.map((row) => (left.has(row.id) ? { ...row, setByPerson: '["status"]' } : row));
};
const logs = () => server().services.db.select().from(workLogs).all();

describe('Undo puts all back as they were, the whole action at once:', () => {
  test.each([
    ['confirm', {}, '2 back in review'],
    ['reject', {}, '3 back in review'],
    ['archive', {}, '3 back in review'],
    ['assign', { client: 'quay' }, '3 restored'],
    ['assign', { workType: 'train', duration: '1:30' }, '3 restored'],
    ['assign', { billable: 'off', description: 'By phone' }, '3 restored'],
  ])('%s %o', async (button, typed, said) => {
    const visitor = await visitSignedIn(server());
    const ids = addTasks();
    const before = state();
    const { undo } = await press(visitor, button, ids, typed);
    expect(state()).not.toEqual(before);
    const expected = putBack(before);
    expect(await toastAfter(visitor, undo)).toBe(said);
    expect(state()).toEqual(expected);
    expect(logs()).toEqual([]);
    // Pressed again, it says the same and changes nothing.
    expect(await toastAfter(visitor, undo)).toBe(said);
    expect(state()).toEqual(expected);
  });

  test.each(['confirm', 'archive', 'reject', 'save'])('%s of a row', async (button) => {
    const visitor = await visitSignedIn(server());
    const [id = 0] = addTasks();
    const before = state();
    const typed = { [`${id}:duration`]: '2h', [`${id}:shown`]: 'Harbour Dental|Support|0h 30m' };
    const { undo } = await press(visitor, `${id}:${button}`, [], typed);
    const said = button === 'save' ? 'Restored' : 'Back in review';
    const expected = putBack(before);
    expect(await toastAfter(visitor, undo)).toBe(said);
    expect(state()).toEqual(expected);
  });
});

test('What was changed since is left as it is, and said', async () => {
  const visitor = await visitSignedIn(server());
  const [one = 0, two = 0] = addTasks();
  const { undo } = await press(visitor, 'confirm', [one, two]);
  const [log] = logs();
  await visitor.api('PUT', `/api/work-logs/${log?.id ?? 0}`, { description: 'Changed' });
  expect(await toastAfter(visitor, undo)).toBe(
    'Back in review. 1 was changed since and not undone.',
  );
  expect([one, two].map((id) => pendingRow(server(), id).status)).toEqual([
    'confirmed',
    'pending_review',
  ]);
  const rejected = await press(visitor, 'reject', [two]);
  await visitor.post(`/pending-work-logs/${two}/put-back`);
  await visitor.api('PUT', `/api/pending-worklogs/${two}`, { duration: 45 });
  expect(await toastAfter(visitor, rejected.undo)).toContain('was changed or invoiced since');
  expect(pendingRow(server(), two).duration).toBe(45);
});

test('A work type that was deleted since is not brought back: the task has none', async () => {
  const visitor = await visitSignedIn(server());
  const [one = 0] = addTasks();
  const { undo } = await press(visitor, 'assign', [one], { workType: 'train', duration: '1:30' });
  const { db } = server().services;
  db.update(pendingWorkLogs).set({ workTypeId: null }).where(ne(pendingWorkLogs.id, one)).run();
  db.delete(workTypes).where(eq(workTypes.name, 'Support')).run();
  expect(await toastAfter(visitor, undo)).toBe('Restored');
  expect(pendingRow(server(), one)).toMatchObject({ workTypeId: null, duration: 30 });
});

test('It is for whoever did it, for an hour', async () => {
  const visitor = await visitSignedIn(server());
  const ids = addTasks();
  const { undo } = await press(visitor, 'archive', ids);
  addUser(server(), 'sam@example.com');
  const other = await visitSignedIn(server(), 'sam@example.com');
  expect(await toastAfter(other, undo)).toContain('This action was not found');
  expect(pendingRow(server(), ids[0] ?? 0).status).toBe('archived');
  server().setClock(new Date(server().services.clock().getTime() + HOUR + 1));
  const late = 'You can undo for an hour only, and that has passed.';
  expect(await toastAfter(visitor, undo)).toContain(late);
  // The next action clears away what is kept no longer.
  await press(visitor, 'archive', [addPendingLog(server())]);
  expect(await toastAfter(visitor, undo)).toContain(late);
  expect(pendingRow(server(), ids[0] ?? 0).status).toBe('archived');
});

test('An action that changed nothing has no Undo', async () => {
  const visitor = await visitSignedIn(server());
  const [, , bare = 0] = addTasks();
  const { toast, undo } = await press(visitor, 'confirm', [bare]);
  expect([toast, undo]).toEqual(['0 confirmed, 1 needs more than one thing', '']);
});
