import { eq } from 'drizzle-orm';
import { test } from 'vitest';
import { clients, pendingWorkLogs, workLogs } from '#db/schema.ts';
import { hydrated } from '#tests/support/browser/browser.ts';
import { addClient, addWorkType } from '#tests/support/data/entries.ts';
import { keptOnDevice, sentEarlier, useOffliner } from '#tests/support/browser/offline.ts';
import { arrivedAt, eventually, shown } from '#tests/support/browser/page.ts';
import { addPendingLog } from '#tests/support/data/pending-work-logs.ts';
import { useServer } from '#tests/support/server/use-server.ts';

/** What waited for a line, was refused, and is opened by its person. */

const server = useServer();
const startOffliner = useOffliner();

const DAY = 24 * 60 * 60 * 1_000;
const NOON = new Date('2026-11-22T12:00:00Z');

async function begin() {
  server().setClock(NOON);
  const clientId = addClient(server(), 'Harbour Dental');
  addWorkType(server(), 'Support');
  const { own, line } = await startOffliner(server());
  await own.page.goto(`${line.url}/dashboard`);
  await hydrated(own.page);
  await keptOnDevice(own.page, ['/dashboard', '/waiting', '/timer']);
  return { page: own.page, line, clientId };
}

test('Work of yesterday that is mended today is of yesterday', async () => {
  const { page, line, clientId } = await begin();
  const { db } = server().services;
  line.cut();
  await page.goto(`${line.url}/dashboard`);
  await hydrated(page);
  const card = page.getByRole('region', { name: 'Quick Work Log Entry' });
  await card.getByLabel('Client').selectOption('Harbour Dental');
  await card.getByLabel('Work Type').selectOption({ index: 1 });
  await card.getByLabel('Hours', { exact: true }).fill('2');
  await card.getByLabel('Description', { exact: true }).fill('Cabled the new wing');
  await card.getByRole('button', { name: 'Log Work' }).click();
  await arrivedAt(page, '/waiting');
  await sentEarlier(page, DAY);
  db.update(clients).set({ isActive: false }).where(eq(clients.id, clientId)).run();
  addClient(server(), 'Thorn');
  line.back();
  await page.getByRole('button', { name: 'Send now' }).click();
  await shown(page.getByText('1 to check'));
  await page.getByRole('button', { name: 'Open the form' }).click();
  await shown(card.locator('[aria-invalid="true"]').first());
  await hydrated(page);
  await card.getByLabel('Client').selectOption('Thorn');
  await card.getByRole('button', { name: 'Log Work' }).click();
  await eventually(() =>
    db
      .select()
      .from(workLogs)
      .all()
      .map(({ description, day }) => [description, day]),
  ).toEqual([['Cabled the new wing', '2026-11-21']]);
  await page.goto(`${line.url}/waiting`);
  await shown(page.getByText('Nothing to send.'));
});

test('A press that is refused once more stays in the list, until it is removed', async () => {
  const { page, line, clientId } = await begin();
  const taskName = 'Reset the router';
  addPendingLog(server(), { taskName, clientId, workTypeId: 1, duration: 30 });
  await page.goto(`${line.url}/pending-work-logs`);
  await hydrated(page);
  await keptOnDevice(page, ['/waiting', '/pending-work-logs']);
  line.cut();
  await page.getByRole('button', { name: `Confirm ${taskName}` }).click();
  await shown(page.getByText('1 waiting to be sent'));
  // Somebody else has rejected it meanwhile.
  server().services.db.update(pendingWorkLogs).set({ status: 'rejected' }).run();
  line.back();
  await page.goto(`${line.url}/waiting`);
  await shown(page.getByText('1 to check'));
  await page.getByRole('button', { name: 'Open the form' }).click();
  await arrivedAt(page, '/pending-work-logs');
  await shown(page.getByTestId('toast').first());
  await page.goto(`${line.url}/waiting`);
  await shown(page.getByText('Tasks: confirm'));
  await page.getByText('Remove', { exact: true }).click();
  await page.getByRole('button', { name: 'Remove it' }).click();
  await shown(page.getByText('Nothing to send.'));
});
