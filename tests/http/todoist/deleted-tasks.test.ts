import { expect, test } from 'vitest';
import { pendingRows } from '../../support/data/pending-work-logs.ts';
import { visibleText } from '../../support/html.ts';
import { accountOf } from '../../support/server/todoist.ts';
import { countsOf, startImporting } from '../../support/server/todoist-server.ts';

/** Work that was done counts, though its task was deleted in Todoist afterwards. */

const DONE: [string, string][] = [
  ['once', '2026-06-25T09:00:00Z'],
  ['daily', '2026-06-24T09:00:00Z'],
  ['daily', '2026-06-25T09:30:00Z'],
];
const tasks = (isDeleted: boolean) => [
  { id: 'once', content: 'Quote for the office', isDeleted },
  { id: 'daily', content: 'Check backups', repeats: 'every day', isDeleted },
];
const namesOf = (rows: { taskName: string }[]) => rows.map(({ taskName }) => taskName).sort();
const NAMES = ['Check backups', 'Check backups', 'Quote for the office'];

test('a task that Todoist still shows as deleted is imported from the activity log', async () => {
  const { server, visitor, sync } = await startImporting({ account: accountOf(tasks(true), DONE) });
  expect(countsOf(await sync('2026-06-20', '2026-06-26'))).toMatchObject({ newPendingLogs: 3 });
  expect(namesOf(pendingRows(server))).toEqual(NAMES);
  expect(pendingRows(server).map(({ projectName }) => projectName)).toEqual(
    NAMES.map(() => 'Harbour View Dental'),
  );
  const page = await visitor.get('/pending-work-logs');
  expect(visibleText(page.text)).toContain('Quote for the office');
});

test.each([0, 8])(
  'one that was imported before it was deleted stays one entry (log %i s late)',
  async (delaySeconds) => {
    const account = accountOf(tasks(false), DONE);
    const { server, todoist, sync } = await startImporting({ account });
    todoist.setActivityLog({ delaySeconds });
    expect(countsOf(await sync('2026-06-20', '2026-06-26'))).toMatchObject({ newPendingLogs: 3 });
    for (const task of account.tasks) task.isDeleted = true;
    expect(countsOf(await sync('2026-06-20', '2026-06-26'))).toMatchObject({
      newPendingLogs: 0,
      skippedDuplicates: 3,
    });
    expect(namesOf(pendingRows(server))).toEqual(NAMES);
  },
);
