import { expect, test } from 'vitest';
import { SANDBOX_USER_ID } from '#sandbox/todoist-api.ts';
import { pendingRows } from '../../support/data/pending-work-logs.ts';
import { accountOf } from '../../support/server/todoist.ts';
import { countsOf, startImporting } from '../../support/server/todoist-server.ts';

/** In shared projects other people complete tasks, too. */

function sharedAccount() {
  const account = accountOf(
    [{ id: 'mine' }, { id: 'hers' }, { id: 'daily', repeats: 'every day' }],
    [
      ['mine', '2026-06-25T09:00:00Z'],
      ['hers', '2026-06-25T10:00:00Z'],
      ['daily', '2026-06-25T11:00:00Z'],
      ['daily', '2026-06-25T12:00:00Z'],
    ],
  );
  const people = [SANDBOX_USER_ID, '99', SANDBOX_USER_ID, '99'];
  account.completions.forEach((completion, index) => {
    completion.by = people[index];
  });
  return account;
}

test('only one’s own completions are imported, from both lists, and a note counts the others', async () => {
  const { server, sync, todoist } = await startImporting({ account: sharedAccount() });
  const counts = countsOf(await sync('2026-06-25', '2026-06-26'));
  expect(counts).toMatchObject({ newPendingLogs: 2, tasksProcessed: 2 });
  expect(counts.message).toContain('2 tasks that other people completed were left out.');
  expect(
    pendingRows(server)
      .map(({ todoistTaskId }) => todoistTaskId)
      .sort(),
  ).toEqual(['daily', 'mine']);
  expect(todoist.calls()['/user']).toBe(1);
});

test('everybody’s are, once the card says so, and what was left out comes with the next import', async () => {
  const { server, sync, visitor } = await startImporting({ account: sharedAccount() });
  await sync('2026-06-25', '2026-06-26');
  const saved = await visitor.post('/settings/todoist/schedule', {
    schedule: 'off',
    everyone: 'on',
  });
  expect(saved.status).toBe(303);
  expect((await visitor.get('/settings')).text).toMatch(/name="everyone"[^>]*checked/);
  const counts = countsOf(await sync('2026-06-25', '2026-06-26'));
  expect(counts).toMatchObject({ newPendingLogs: 2, skippedDuplicates: 2 });
  expect(pendingRows(server)).toHaveLength(4);
  await visitor.post('/settings/todoist/schedule', { schedule: 'off' });
  expect((await visitor.get('/settings')).text).not.toMatch(/name="everyone"[^>]*checked/);
});

test('where Todoist does not say whose token it is, nothing is left out, and a note says so', async () => {
  const { sync, todoist } = await startImporting({ account: sharedAccount() });
  todoist.fail({ kind: '403', path: '/api/v1/user' });
  const counts = countsOf(await sync('2026-06-25', '2026-06-26'));
  expect(counts).toMatchObject({ newPendingLogs: 4 });
  expect(counts.message).toContain('Todoist did not say whose token this is');
});
