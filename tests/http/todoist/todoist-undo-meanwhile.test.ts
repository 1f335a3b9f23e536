import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { sessions, workLogs } from '#db/schema.ts';
import { addClient, addWorkType } from '../../support/data/entries.ts';
import { addPendingLog, pendingRow } from '../../support/data/pending-work-logs.ts';
import { visibleText } from '../../support/html.ts';
import { pressReview, pressUndo } from '../../support/review.ts';
import { useServer } from '../../support/server/use-server.ts';
import { visitSignedIn, type Visitor } from '../../support/server/visitor.ts';

/** Undo in the review of Todoist tasks, after somebody did something else with the tasks or their logs. */

const server = useServer();

const WAITS = 'pending_review';

/** Two completions of one task, ready to be confirmed. */
function addTwins() {
  const clientId = addClient(server(), 'Acme');
  const columns = { clientId, workTypeId: addWorkType(server(), 'Help'), duration: 30 };
  const add = (hour: number) =>
    addPendingLog(server(), {
      ...columns,
      ...{ todoistTaskId: 'backups', taskName: 'Check backups' },
      completedAt: new Date(`2026-03-27T${hour}:00:00Z`),
    });
  return [add(10), add(11)] as const;
}

const logOf = (id: number) => pendingRow(server(), id).workLogId ?? 0;
const statusOf = (id: number) => pendingRow(server(), id).status;
const setInvoiced = (log: number, isInvoiced: boolean) =>
  server().services.db.update(workLogs).set({ isInvoiced }).where(eq(workLogs.id, log)).run();
const confirmTwins = async (visitor: Visitor) => {
  const [one, two] = addTwins();
  const { undo } = await pressReview(visitor, `${one}-${two}:confirm`, [], {
    [`${one}-${two}:shown`]: 'Acme|Help|0h 30m',
  });
  expect([statusOf(one), statusOf(two)]).toEqual(['confirmed', 'confirmed']);
  return { one, two, undo };
};
const ONE_LEFT = 'Back in review. 1 was changed since and not undone.';

describe('What became of the tasks meanwhile', () => {
  test('in another tab, such as a confirmation, is left and counted', async () => {
    const visitor = await visitSignedIn(server());
    const [one, two] = addTwins();
    const { undo } = await pressReview(visitor, 'assign', [one, two], { duration: '1h' });
    await pressReview(visitor, 'confirm', [one]);
    expect(await pressUndo(visitor, undo)).toBe('Restored. 1 was changed since and not undone.');
    expect(pendingRow(server(), one)).toMatchObject({ status: 'confirmed', duration: 60 });
    expect(pendingRow(server(), two)).toMatchObject({ status: WAITS, duration: 30 });
  });

  test('may be one action more: each is undone, the last one first', async () => {
    const visitor = await visitSignedIn(server());
    const [one, two] = addTwins();
    const first = await pressReview(visitor, 'assign', [one, two], { duration: '1h' });
    const second = await pressReview(visitor, 'assign', [one], { duration: '2h' });
    const third = await pressReview(visitor, 'archive', [one, two]);
    expect(await pressUndo(visitor, second.undo)).toContain('was changed or invoiced since');
    expect(await pressUndo(visitor, third.undo)).toBe('2 back in review');
    expect(await pressUndo(visitor, second.undo)).toBe('Restored');
    expect(await pressUndo(visitor, first.undo)).toBe('2 restored');
    for (const id of [one, two]) {
      // That they were put back into review stays, so no rule archives them.
      expect(pendingRow(server(), id)).toMatchObject({ duration: 30, setByPerson: '["status"]' });
    }
  });

  test('is undone only for the one of two whose log is there as it was made', async () => {
    const visitor = await visitSignedIn(server());
    const { one, two, undo } = await confirmTwins(visitor);
    await visitor.api('DELETE', `/api/work-logs/${logOf(one)}`);
    expect(await pressUndo(visitor, undo)).toBe(ONE_LEFT);
    expect([statusOf(one), statusOf(two)]).toEqual([WAITS, WAITS]);
  });

  test('is undone where a log was deleted and brought back, which can be done once more', async () => {
    const visitor = await visitSignedIn(server());
    const { one, two, undo } = await confirmTwins(visitor);
    const log = logOf(one);
    await visitor.api('DELETE', `/api/work-logs/${log}`);
    await visitor.post(`/work-logs/${log}/restore`);
    expect(await pressUndo(visitor, undo)).toBe('2 back in review');
    expect([statusOf(one), statusOf(two)]).toEqual([WAITS, WAITS]);
    await visitor.post(`/work-logs/${log}/restore`);
    expect([statusOf(one), logOf(one), statusOf(two)]).toEqual(['confirmed', log, WAITS]);
  });

  test.each([
    ['invoiced', 'converted'],
    ['released', 'confirmed'],
  ])('is left where its log was %s', async (what, status) => {
    const visitor = await visitSignedIn(server());
    const { one, two, undo } = await confirmTwins(visitor);
    setInvoiced(logOf(one), true);
    if (what === 'released') setInvoiced(logOf(one), false);
    expect(await pressUndo(visitor, undo)).toBe(ONE_LEFT);
    expect([statusOf(one), statusOf(two)]).toEqual([status, WAITS]);
    expect(await pressUndo(visitor, undo)).toBe(ONE_LEFT);
  });
});

test('A work type that somebody had set, and that was deleted since, is nothing that they emptied', async () => {
  const visitor = await visitSignedIn(server());
  const [gone, named] = [addWorkType(server(), 'Odd jobs'), addWorkType(server(), 'Backups')];
  const id = addPendingLog(server(), { taskName: 'Check backups' });
  await visitor.api('PUT', `/api/pending-worklogs/${id}`, { workTypeId: gone, duration: 5 });
  const { undo } = await pressReview(visitor, 'assign', [id], { workType: 'backups' });
  expect((await visitor.api('DELETE', `/api/work-types/${gone}`)).status).toBeLessThan(300);
  expect(await pressUndo(visitor, undo)).toBe('Restored');
  expect(pendingRow(server(), id)).toMatchObject({
    workTypeId: named,
    duration: 5,
    suggestions: '{"workTypeId":{"reason":"named in the task"}}',
    setByPerson: '["duration"]',
  });
});

test('Undo after the session ended, without scripts, undoes nothing and leads to sign-in', async () => {
  const visitor = await visitSignedIn(server());
  const { one, undo } = await confirmTwins(visitor);
  server().services.db.delete(sessions).run();
  const { status, text } = await visitor.post(undo, { goTo: '/pending-work-logs' });
  expect([status, visibleText(text)]).toEqual([401, expect.stringContaining('You are logged out')]);
  expect(statusOf(one)).toBe('confirmed');
  // Signed in again, it is pressed once more.
  const again = await visitSignedIn(server());
  expect(await pressUndo(again, undo)).toBe('2 back in review');
});
