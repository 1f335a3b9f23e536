import { test } from 'vitest';
import { workLogs } from '#db/schema.ts';
import { hydrated } from '#tests/support/browser/browser.ts';
import { addClient, addWorkType } from '#tests/support/data/entries.ts';
import { keptOnDevice, useOffliner } from '#tests/support/browser/offline.ts';
import { eventually, shown } from '#tests/support/browser/page.ts';
import { addPendingLog } from '#tests/support/data/pending-work-logs.ts';
import { useServer } from '#tests/support/server/use-server.ts';

const server = useServer();
const startOffliner = useOffliner();

test('What is pressed for a selection waits behind an edit of one of its tasks', async () => {
  const clientId = addClient(server(), 'Harbour Dental');
  const workTypeId = addWorkType(server(), 'Support');
  const taskName = 'Reset the router';
  addPendingLog(server(), { taskName, clientId, workTypeId, duration: 30 });
  const { own, line } = await startOffliner(server());
  const { page } = own;
  await page.goto(`${line.url}/pending-work-logs`);
  await hydrated(page);
  await keptOnDevice(page, ['/waiting', '/pending-work-logs']);
  line.cut();
  const row = page.getByRole('row', { name: taskName });
  await row.getByLabel(/^Duration/).fill('1.5');
  await row.getByLabel(/^Duration/).press('Enter');
  await shown(page.getByText('1 waiting to be sent'));
  await page.goto(`${line.url}/pending-work-logs`);
  await hydrated(page);
  await page.getByRole('checkbox', { name: `Select ${taskName}` }).check();
  // The line is back for the press alone: the edit before it has not been sent yet.
  line.back();
  await page.getByRole('button', { name: 'Confirm Selected' }).click();
  await eventually(() =>
    server()
      .services.db.select()
      .from(workLogs)
      .all()
      .map(({ duration }) => duration),
  ).toEqual([90]);
});

test('A task that is confirmed without a line becomes a work log when it is back', async () => {
  const clientId = addClient(server(), 'Harbour Dental');
  const workTypeId = addWorkType(server(), 'Support');
  for (const taskName of ['Reset the router', 'Moved the printer']) {
    const known = { clientId, workTypeId, duration: 30 };
    addPendingLog(server(), { taskName, ...known });
  }
  const { own, line } = await startOffliner(server());
  await own.page.goto(`${line.url}/pending-work-logs`);
  await hydrated(own.page);
  await keptOnDevice(own.page, ['/waiting', '/pending-work-logs']);
  line.cut();
  await own.page.getByRole('button', { name: 'Confirm Reset the router' }).click();
  await shown(own.page.getByText('1 waiting to be sent'));
  await own.page.goto(`${line.url}/pending-work-logs`);
  await hydrated(own.page);
  await own.page.getByRole('button', { name: 'Confirm Moved the printer' }).click();
  await shown(own.page.getByText('2 waiting to be sent'));
  line.back();
  await own.page.goto(`${line.url}/clients`);
  await eventually(() =>
    server()
      .services.db.select()
      .from(workLogs)
      .all()
      .map(({ description, day }) => [description, day])
      // Each is a record of its own: one whose first try fails may come after the next.
      .sort(),
  ).toEqual([
    ['Moved the printer', '2026-03-27'],
    ['Reset the router', '2026-03-27'],
  ]);
});
