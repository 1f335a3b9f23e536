import { desc } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { clients, pendingWorkLogs, workLogs, workTypes } from '#db/schema.ts';
import type { TodoistAccount } from '#sandbox/todoist.ts';
import {
  expectMode,
  hasScripts,
  MODES,
  useBrowser,
  type Visitor,
} from '#tests/support/browser/browser.ts';
import { addClient, addWorkType } from '#tests/support/data/entries.ts';
import { eventually, goTo, gone, shown, toastOf, toastShown } from '#tests/support/browser/page.ts';
import { pressInRow } from '#tests/support/browser/task-row.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { useTodoist } from '#tests/support/server/use-todoist.ts';

const HOUR = 3_600_000;

/** Eight tasks for which client and work type are suggested, and one without a suggestion. */
function account(): TodoistAccount {
  const now = Date.now();
  const known = Array.from({ length: 8 }, (_, index) => ({
    id: `known${index + 1}`,
    projectId: 'harbour',
    content: `Known task ${index + 1}`,
    description: '',
    labels: ['support'],
    duration: { amount: 30, unit: 'minute' as const },
    repeats: index === 7 ? 'every day' : null,
  }));
  const unknown = {
    id: 'unknown',
    projectId: 'inbox',
    content: 'Unknown task',
    description: 'Told on the phone',
    labels: [],
    duration: { amount: 1, unit: 'day' as const },
    repeats: null,
  };
  return {
    projects: [
      { id: 'harbour', name: 'harbour dental', isArchived: false },
      { id: 'inbox', name: 'Inbox', isArchived: false },
    ],
    tasks: [...known, unknown],
    completions: [...known, unknown].map(({ id }, index) => ({
      taskId: id,
      at: new Date(now - (index + 1) * HOUR),
    })),
  };
}

const todoist = useTodoist(account);
const server = useServer(() => ({ TODOIST_API_URL: todoist().url }));
const browser = useBrowser();

const entries = () => server().services.db.select().from(pendingWorkLogs).all();

function rowOf({ page }: Visitor, task: string) {
  return page.getByRole('row').filter({ hasText: task });
}

/** Syncs the days from one on. A phone has the days in a dialog. */
async function syncFrom({ page, mode }: Visitor, day: string): Promise<void> {
  const isPhone = mode === 'phone';
  if (isPhone) await page.getByRole('link', { name: 'Dates' }).click();
  const form = isPhone ? page.getByRole('dialog', { name: 'Sync with Todoist' }) : page;
  await form.getByLabel('Start Date').fill(day);
  await form.getByRole('button', { name: 'Sync with Todoist' }).click();
}

async function chooseInRow(visitor: Visitor, label: string, choice: string): Promise<void> {
  const { page } = visitor;
  if (hasScripts(visitor.mode)) {
    await page.getByLabel(label).click();
    await page.getByRole('option', { name: choice }).click();
  } else {
    // Without scripts a part of the name does, and the row's own button sends it.
    await page.getByLabel(label).fill(choice.startsWith('1h') ? '90m' : choice.slice(0, 4));
    await rowOf(visitor, 'Unknown task').getByRole('button', { name: /^Save/ }).click();
  }
  await toastShown(page, 'Pending work log updated');
  await eventually(() => page.getByLabel(label).inputValue()).toBe(choice);
}

describe('Completed tasks', () => {
  test.for(MODES)('are imported, reviewed and confirmed, with %s', async (mode) => {
    addClient(server(), 'Harbour Dental');
    const quay = addClient(server(), 'Quay Books');
    server().services.db.update(clients).set({ discountedRatePence: 4_500 }).run();
    addWorkType(server(), 'Support');
    const visitor = await browser.openSignedIn(server(), mode);
    const { page } = visitor;

    await page.goto('/settings');
    await expectMode(visitor);
    await page.getByLabel('API Token').fill(todoist().token);
    await page.locator('#todoist').getByRole('button', { name: 'Save', exact: true }).click();
    await toastShown(page, 'Todoist settings saved');
    await shown(page.locator('#todoist').getByText('Connected'));

    await goTo(page, 'Todoist Import');
    await shown(page.getByText('No pending work logs found'));
    const twoDaysAgo = new Date(Date.now() - 48 * HOUR).toISOString().slice(0, 10);
    await syncFrom(visitor, twoDaysAgo);
    await toastShown(page, 'Found 9 new tasks.');
    await shown(rowOf(visitor, 'Known task 8'));

    // A right suggestion needs no further click.
    await page.getByRole('button', { name: 'Confirm Known task 1' }).click();
    await toastShown(page, 'Work log confirmed and added to work logs');
    await gone(rowOf(visitor, 'Known task 1'));

    await page.getByRole('button', { name: 'Confirm Unknown task' }).click();
    await toastShown(
      page,
      'Please set client, work type, duration, and hourly rate before confirming',
    );
    const needs = rowOf(visitor, 'Unknown task').getByText('Needs client, work type, duration');
    await eventually(() => needs.count()).toBe(1);
    await chooseInRow(visitor, 'Work type of Unknown task', 'Support');
    await chooseInRow(visitor, 'Duration of Unknown task', '1h 30m');
    await page.getByRole('link', { name: 'Edit Unknown task' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Pending Log' });
    await dialog.getByLabel('Client').selectOption('Quay Books');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await toastShown(page, 'Work log confirmed and added to work logs');

    // The bar stands above a toast, and comes down when that goes.
    if (hasScripts(mode)) await gone(toastOf(page));
    for (const number of [2, 3, 4, 5, 6]) {
      await page.getByLabel(`Select Known task ${number}`).check();
    }
    await page.getByRole('button', { name: 'Confirm Selected' }).click();
    await toastShown(page, '5 work logs confirmed');
    await pressInRow(page, 'Archive', 'Known task 7');
    await toastShown(page, 'Pending work log archived successfully');
    await pressInRow(page, 'Reject', 'Known task 8');
    await toastShown(page, 'Pending work log rejected and deleted');
    await shown(page.getByText('No pending work logs found'));

    const logs = server().services.db.select().from(workLogs).orderBy(desc(workLogs.date)).all();
    expect(
      logs.map(({ duration, hourlyRatePence, totalPence }) => [
        duration,
        hourlyRatePence,
        totalPence,
      ]),
    ).toEqual([...Array.from({ length: 6 }, () => [30, 4_500, 2_250]), [90, 4_500, 6_750]]);
    expect(logs.at(-1)).toMatchObject({ clientId: quay, description: 'Told on the phone' });

    await syncFrom(visitor, twoDaysAgo);
    await toastShown(page, 'Nothing new: all 9 tasks were imported before.');
    expect(entries()).toHaveLength(9);

    await goTo(page, 'Archived');
    await page.getByRole('link', { name: 'View details of Known task 7' }).click();
    await shown(
      page.getByRole('dialog', { name: 'Known task 7' }).getByText('Todoist: completed tasks'),
    );
    await page.goto('/work-logs');
    await shown(page.getByRole('heading', { level: 1, name: 'Work Logs' }));
    expect(await page.getByRole('row').filter({ hasText: 'Support' }).count()).toBe(7);
    expect(server().services.db.select().from(workTypes).all()).toHaveLength(1);
  });

  test.for(MODES)('that were rejected come back by Undo, with %s', async (mode) => {
    const visitor = await browser.openSignedIn(server(), mode);
    const { page } = visitor;
    await page.goto('/settings/todoist/token');
    await expectMode(visitor);
    const dialog = page.getByRole('dialog', { name: 'Todoist API token' });
    await dialog.getByLabel('API Token').fill(todoist().token);
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await toastShown(page, 'Todoist settings saved');
    await page.getByRole('button', { name: 'Sync Now' }).click();
    await toastShown(page, 'Todoist tasks synced successfully');
    await goTo(page, 'Todoist Import');
    await pressInRow(page, 'Reject', 'Known task 1');
    await toastShown(page, 'Pending work log rejected and deleted');
    await gone(rowOf(visitor, 'Known task 1'));
    await page.getByRole('button', { name: 'Undo' }).click();
    await toastShown(page, 'Back in review');
    await shown(rowOf(visitor, 'Known task 1'));
  });
});
