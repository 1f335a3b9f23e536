import { expect, test } from 'vitest';
import { expectMode, useBrowser } from '#tests/support/browser/browser.ts';
import { eventually, toastShown } from '#tests/support/browser/page.ts';
import { addClient, addJob, addWorkType } from '#tests/support/data/entries.ts';
import { addPendingLog, pendingRow } from '#tests/support/data/pending-work-logs.ts';
import { useServer } from '#tests/support/server/use-server.ts';

const server = useServer();
const browser = useBrowser();

test('Edit Pending Log offers the jobs of the chosen client, and lets go of one with its client', async () => {
  const [acme, thorn, plain] = ['Acme', 'Thorn', 'Plain'].map((name) => addClient(server(), name));
  const workTypeId = addWorkType(server(), 'Support');
  const lane = addJob(server(), acme ?? 0, 'Mill Lane');
  const harbour = addJob(server(), thorn ?? 0, 'Harbour');
  const id = addPendingLog(server(), { clientId: acme, workTypeId, duration: 60 });
  const visitor = await browser.openSignedIn(server(), 'desktop');
  const { page } = visitor;
  await page.goto(`/pending-work-logs/${id}/edit`);
  await expectMode(visitor);
  const form = page.getByRole('dialog', { name: 'Edit Pending Log' });
  const job = form.getByLabel('Job', { exact: true });
  const offered = () => job.getByRole('option').allTextContents();
  await eventually(offered).toEqual(['No job', 'Mill Lane']);
  await form.getByLabel('Client').selectOption('Plain');
  await eventually(() => job.count()).toBe(0);
  await form.getByLabel('Client').selectOption('Thorn');
  await eventually(offered).toEqual(['No job', 'Harbour']);
  await job.selectOption('Harbour');
  await form.getByRole('button', { name: 'Update' }).click();
  await toastShown(page, 'Pending work log updated');
  expect(pendingRow(server(), id)).toMatchObject({ clientId: thorn, jobId: harbour });

  await page.getByRole('link', { name: 'Job of Reset the router: Harbour' }).click();
  await form.getByLabel('Client').selectOption('Plain');
  await eventually(() => job.count()).toBe(0);
  await form.getByRole('button', { name: 'Update' }).click();
  await eventually(() => pendingRow(server(), id).clientId).toBe(plain);
  expect(pendingRow(server(), id)).toMatchObject({ jobId: null });

  await page.goto('/pending-work-logs');
  await page.getByRole('checkbox', { name: 'Select Reset the router' }).check();
  await page.getByLabel('Job of the selected').selectOption('Mill Lane');
  await page.getByRole('button', { name: 'Assign' }).click();
  await toastShown(page, '0 changed, 1 needs another job');
  expect(pendingRow(server(), id).jobId).not.toBe(lane);
});
