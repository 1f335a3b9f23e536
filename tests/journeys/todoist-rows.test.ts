import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import {
  expectMode,
  hasScripts,
  hydrated,
  MODES,
  useBrowser,
  type Mode,
  modesOf,
} from '#tests/support/browser/browser.ts';
import { printSelection } from '#app/pending-work-logs/review/selection.ts';
import { addClient, addWorkType } from '#tests/support/data/entries.ts';
import { eventually, gone, shown, toastShown } from '#tests/support/browser/page.ts';
import { addPendingLog, pendingRow } from '#tests/support/data/pending-work-logs.ts';
import { pressInRow } from '#tests/support/browser/task-row.ts';
import { useServer } from '#tests/support/server/use-server.ts';

const server = useServer();
const browser = useBrowser();

/** Opens the screen with tasks whose minutes are not a multiple of 15. */
async function openOddRows(mode: Mode) {
  const clientId = addClient(server(), 'Harbour Dental');
  const workTypeId = addWorkType(server(), 'Support');
  const trainingId = addWorkType(server(), 'Training');
  const [ten = 0, twenty = 0, fifty = 0] = [10, 20, 50].map((duration) =>
    addPendingLog(server(), { taskName: `Task of ${duration}`, clientId, workTypeId, duration }),
  );
  const visitor = await browser.openSignedIn(server(), mode);
  await visitor.page.goto('/pending-work-logs');
  await expectMode(visitor);
  return { ...visitor, ten, twenty, fifty, trainingId };
}

const rowOf = (page: Page, task: string) => page.getByRole('row').filter({ hasText: task });

describe('A task whose minutes are not a multiple of 15', () => {
  test.for(MODES)('is confirmed, archived and given a work type, with %s', async (mode) => {
    const { page, ten, twenty, fifty, trainingId } = await openOddRows(mode);
    await page.getByRole('button', { name: 'Confirm Task of 10' }).click();
    await toastShown(page, 'Work log confirmed and added to work logs');
    await gone(rowOf(page, 'Task of 10'));
    await pressInRow(page, 'Archive', 'Task of 20');
    await toastShown(page, 'Pending work log archived successfully');
    await page.getByLabel('Work type of Task of 50').fill('train');
    if (hasScripts(mode)) await page.keyboard.press('Enter');
    else await page.getByRole('button', { name: 'Save Task of 50' }).click();
    await toastShown(page, 'Pending work log updated');
    const rows = [ten, twenty, fifty].map((id) => pendingRow(server(), id));
    expect(rows).toMatchObject([
      { status: 'confirmed', duration: 10 },
      { status: 'archived', duration: 20 },
      { status: 'pending_review', duration: 50, workTypeId: trainingId },
    ]);
  });

  test.for(modesOf('desktop', 'no scripts'))(
    'gets another duration by its own field and Enter, and no other row does, with %s',
    async (mode) => {
      const { page, ten, twenty } = await openOddRows(mode);
      await page.getByLabel('Duration of Task of 20').fill('0.4');
      await page.keyboard.press('Enter');
      await toastShown(
        page,
        hasScripts(mode) ? 'Pending work log updated' : '1 pending work log changed',
      );
      expect(pendingRow(server(), twenty).duration).toBe(24);
      expect(pendingRow(server(), ten).duration).toBe(10);
    },
  );
});

test('Ticked rows stay ticked while a script saves another row, and until they are done', async () => {
  const { page, ten, twenty } = await openOddRows('desktop');
  await page.getByLabel('Select Task of 10').check();
  await page.getByLabel('Select Task of 20').check();
  await page.getByLabel('Duration of Task of 50').fill('1');
  await page.keyboard.press('Enter');
  await toastShown(page, 'Pending work log updated');
  await shown(page.getByText('2 selected'));
  await page.getByRole('button', { name: 'Confirm Selected' }).click();
  await toastShown(page, '2 work logs confirmed');
  await eventually(() => page.getByText('0 selected').count()).toBe(1);
  const statuses = [ten, twenty].map((id) => pendingRow(server(), id).status);
  expect(statuses).toEqual(['confirmed', 'confirmed']);
});

test('What was typed into a row before the scripts came stays as another row goes, and can be saved', async () => {
  const clientId = addClient(server(), 'Harbour Dental');
  const [one = 0, two = 0, three = 0] = ['Backups', 'Printer', 'Mailbox'].map((taskName) =>
    addPendingLog(server(), { taskName, clientId, duration: 60 }),
  );
  const { page } = await browser.openSignedIn(server(), 'desktop');
  const scripts = Promise.withResolvers<undefined>();
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto('/pending-work-logs', { waitUntil: 'commit' });
  for (const task of ['Backups', 'Mailbox']) {
    await page.getByLabel(`Duration of ${task}`).fill('0.4');
  }
  await page.getByLabel('Client of Backups').focus();
  scripts.resolve(undefined);
  await hydrated(page);
  const save = async (task: string) => {
    await rowOf(page, task).hover();
    await page.getByRole('button', { name: `Save ${task}` }).click();
    await toastShown(page, 'Pending work log updated');
    await eventually(() => page.getByLabel(`Duration of ${task}`).inputValue()).toBe('0h 24m');
  };
  await save('Mailbox');
  expect(await page.getByLabel('Duration of Backups').inputValue()).toBe('0.4');
  await page.getByRole('button', { name: 'Archive Printer' }).click();
  await gone(rowOf(page, 'Printer'));
  expect(await page.getByLabel('Duration of Backups').inputValue()).toBe('0.4');
  await save('Backups');
  const durations = [one, two, three].map((id) => pendingRow(server(), id).duration);
  expect(durations).toEqual([24, 60, 24]);
});

test('What is done in the moment in which scripts take the rows over is done without loading the page anew', async () => {
  const [printer = 0, mailbox = 0] = ['Printer', 'Mailbox'].map((taskName) =>
    addPendingLog(server(), { taskName, duration: 60 }),
  );
  const { page } = await browser.openSignedIn(server(), 'desktop');
  const documents: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(request.method());
  });
  // The rows say that scripts run before any other of their effects runs, which takes a phone a while.
  await page.addInitScript(
    ({ duration, archive }) => {
      const moment = new MutationObserver(() => {
        moment.disconnect();
        const field = document.querySelector<HTMLInputElement>(`[name="${duration}"]`);
        if (!field) return;
        field.value = '0.4';
        field.dispatchEvent(new Event('change', { bubbles: true }));
        document.querySelector<HTMLButtonElement>(`button[value="${archive}"]`)?.click();
      });
      const attributeFilter = ['data-hydrated'];
      moment.observe(document, { attributes: true, subtree: true, attributeFilter });
    },
    { duration: `${mailbox}:duration`, archive: `${printer}:archive` },
  );
  await page.goto('/pending-work-logs');
  await gone(page.getByRole('button', { name: 'Archive Printer' }));
  expect(pendingRow(server(), printer).status).toBe('archived');
  expect(pendingRow(server(), mailbox).duration).toBe(24);
  expect(documents).toEqual(['GET']);
});

describe('A group that the page showed ticked', () => {
  test.for(modesOf('desktop', 'no scripts'))(
    'loses the one that is unticked, and no other, with %s',
    async (mode) => {
      const ids = [1, 2, 3].map(() => addPendingLog(server(), { taskName: 'Check backups' }));
      const visitor = await browser.openSignedIn(server(), mode);
      const { page } = visitor;
      await page.goto(`/pending-work-logs?selected=${printSelection(ids)}`);
      await expectMode(visitor);
      const [first = 0] = ids;
      await page.getByLabel('3 times Check backups').click();
      await page.locator(`input[name="ids"][value="${first}"]`).uncheck();
      await page.getByRole('button', { name: 'Archive Selected' }).click();
      await toastShown(page, '2 pending work logs archived');
      expect(ids.map((id) => pendingRow(server(), id).status)).toEqual([
        'pending_review',
        'archived',
        'archived',
      ]);
    },
  );
});
