import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { expectMode, hasScripts, MODES, useBrowser } from '#tests/support/browser/browser.ts';
import type { Visitor } from '#tests/support/browser/browser.ts';
import { printLoginLink } from '#tests/support/server/login-link.ts';
import {
  arrivedAt,
  eventually,
  goTo,
  openFilters,
  shown,
  toastShown,
} from '#tests/support/browser/page.ts';
import type { TestServer } from '#tests/support/server/test-server.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import {
  CREATED_LOG,
  EDITED_LOG,
  EXPECTED,
  NOW,
  takeSnapshot,
  type Snapshots,
} from './first-hour-rows.ts';

const server = useServer();
const browser = useBrowser();

describe('Someone signs in, adds a client and a work type, logs an hour and a half, edits it and deletes it', () => {
  test.for(MODES)('with %s', async (mode) => {
    server().setClock(NOW);
    const snapshots = await walk(await browser.open(mode), server());
    expect(snapshots).toEqual(EXPECTED);
  });
});

async function walk(visitor: Visitor, server: TestServer): Promise<Snapshots> {
  await signIn(visitor, server);
  await addClient(visitor);
  await addWorkType(visitor);
  await addLog(visitor);
  const created = takeSnapshot(server);
  await findLog(visitor);
  await editLog(visitor);
  const edited = takeSnapshot(server);
  await deleteLog(visitor);
  await expectMode(visitor);
  return { created, edited, deleted: takeSnapshot(server) };
}

async function signIn(visitor: Visitor, server: TestServer): Promise<void> {
  const { page } = visitor;
  await page.goto(await printLoginLink(server));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await arrivedAt(page, '/');
  await expectMode(visitor);
  await shown(page.getByRole('heading', { level: 1, name: 'Work Logs' }));
  await shown(page.getByText('No work logs found'));
  await shown(page.getByText('Create your first work log to get started'));
}

async function addClient({ page }: Visitor): Promise<void> {
  await goTo(page, 'Clients');
  await shown(page.getByText('No clients found'));
  await shown(page.getByText('Add your first client to get started'));
  await page.getByRole('link', { name: 'Add Client' }).click();
  const form = page.getByRole('dialog', { name: 'Add Client' });
  expect(await form.getByLabel('Standard Rate').inputValue()).toBe('60.00');
  expect(await form.getByLabel('Premium Rate').inputValue()).toBe('90.00');
  expect(await form.getByLabel('Discounted Rate').inputValue()).toBe('');
  await form.getByLabel('Client Name').fill('Harbour Dental');
  await form.getByLabel('Contact Person').fill('Priya Shah');
  await form.getByLabel('Email').fill('desk@harbour.example');
  await form.getByLabel('Standard Rate').fill('80.00');
  await form.getByLabel('Premium Rate').fill('120');
  await form.getByRole('button', { name: 'Add Client' }).click();
  await arrivedAt(page, '/clients');
  await toastShown(page, 'Client created successfully');
  const card = page.getByRole('listitem').filter({ hasText: 'Harbour Dental' });
  for (const text of ['Active', 'Priya Shah', '£80.00/hr', '£120.00/hr']) {
    await shown(card.getByText(text, { exact: true }));
  }
}

async function addWorkType({ page }: Visitor): Promise<void> {
  await goTo(page, 'Settings');
  const card = page.getByRole('region', { name: 'Work Types' });
  await shown(card.getByText('No work types configured'));
  await card.getByRole('link', { name: 'Add Type' }).click();
  const form = page.getByRole('dialog', { name: 'Add Work Type' });
  await form.getByLabel('Name').fill('On-site support');
  await form.getByLabel('Hourly Rate').fill('75');
  await form.getByLabel('Description', { exact: true }).fill('At the customer’s place');
  await form.getByRole('button', { name: 'Add Type' }).click();
  await arrivedAt(page, '/settings');
  await toastShown(page, 'Work type created successfully');
  const row = card.getByRole('listitem').filter({ hasText: 'On-site support' });
  await shown(row.getByText('£75.00/hr'));
}

async function addLog({ page }: Visitor): Promise<void> {
  await goTo(page, 'Work Logs');
  await page.getByRole('link', { name: 'Add Log' }).click();
  const form = page.getByRole('dialog', { name: 'Add Log' });
  await form.getByLabel('Client').selectOption('Harbour Dental');
  await form.getByLabel('Work Type').selectOption('On-site support (£75.00/hr)');
  await form.getByLabel('Duration (hours)').fill('1');
  await form.getByLabel('Travel Time (hours)').fill('0.5');
  await form.getByLabel('Description', { exact: true }).fill(CREATED_LOG.description);
  expect(await form.getByLabel('Date').inputValue(), 'today in the business time zone').toBe(
    '2025-07-16',
  );
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await arrivedAt(page, '/work-logs');
  await toastShown(page, 'Work log created successfully');
  await expectRow(page, ['Jul 16, 2025 1h 30m', '1h 30m', '£120.00'], CREATED_LOG.description);
  await expectSummary(page, ['1', '1.50', '£120.00']);
}

async function findLog({ page, mode }: Visitor): Promise<void> {
  const filters = page.getByRole('search', { name: 'Work logs' });
  await openFilters(page);
  await filters.getByLabel('From').fill('2025-07-17');
  await filters.getByRole('button', { name: 'Filter' }).click();
  await arrivedAt(page, /startDate=2025-07-17/);
  await shown(page.getByText('Try adjusting your filters'));
  await expectSummary(page, ['0', '0.00', '£0.00']);
  await openFilters(page);
  await filters.getByRole('link', { name: 'Clear' }).click();
  await arrivedAt(page, '/work-logs');
  await openFilters(page);
  await filters.getByLabel('Client').selectOption('Harbour Dental');
  // A script filters as soon as a client is chosen.
  if (!hasScripts(mode)) await filters.getByRole('button', { name: 'Filter' }).click();
  await arrivedAt(page, /clientId=1/);
  await expectRow(page, ['Jul 16, 2025 1h 30m', '1h 30m', '£120.00'], CREATED_LOG.description);
  await expectSummary(page, ['1', '1.50', '£120.00']);
}

async function editLog({ page }: Visitor): Promise<void> {
  await page.getByRole('link', { name: /^Edit/ }).click();
  const form = page.getByRole('dialog', { name: 'Edit Log' });
  expect(await form.getByLabel('Duration (hours)').inputValue()).toBe('1.5');
  expect(await form.getByLabel('Hourly Rate').inputValue()).toBe('80.00');
  expect(await form.getByLabel('Description', { exact: true }).inputValue()).toBe(
    CREATED_LOG.description,
  );
  await form.getByLabel('Duration (hours)').fill('2');
  await form.getByLabel('Description', { exact: true }).fill(EDITED_LOG.description);
  await form.getByLabel('Date').fill('2025-07-14');
  await form.getByRole('button', { name: 'Update' }).click();
  await arrivedAt(page, /^\/work-logs\?.*clientId=1/);
  await toastShown(page, 'Work log updated successfully');
  await expectRow(page, ['Jul 14, 2025 2h 0m', '2h 0m', '£160.00'], EDITED_LOG.description);
  await expectSummary(page, ['1', '2.00', '£160.00']);
}

async function deleteLog({ page, mode }: Visitor): Promise<void> {
  // On a phone the row has only the way into its dialog, where the rest is.
  if (mode === 'phone') await page.getByRole('link', { name: /^Edit/ }).click();
  await page.getByRole('link', { name: /^Delete/ }).click();
  const question = page.getByRole('dialog', { name: 'Delete work log?' });
  await shown(question.getByText('On-site support for Harbour Dental on Jul 14, 2025'));
  await question.getByRole('button', { name: 'Delete' }).click();
  await arrivedAt(page, /^\/work-logs\?.*clientId=1/);
  await toastShown(page, 'Work log deleted successfully');
  await shown(page.getByText('Try adjusting your filters'));
  await expectSummary(page, ['0', '0.00', '£0.00']);
  await goTo(page, 'Work Logs');
  await shown(page.getByText('Create your first work log to get started'));
  // Where there is no log at all, there is nothing to filter and nothing to add up.
  expect(await page.getByRole('search', { name: 'Work logs' }).count()).toBe(0);
  expect(await page.getByRole('definition').count()).toBe(0);
}

async function expectRow(page: Page, cells: string[], description: string): Promise<void> {
  const row = page.getByRole('row').filter({ hasText: 'Harbour Dental' });
  await shown(row);
  for (const text of [...cells, 'Pending']) {
    // Found by text, in which a day has its hours, wherever they are shown.
    await shown(row.getByRole('cell').filter({ hasText: new RegExp(`^${text}\\s*$`) }));
  }
  const client = row.getByRole('link', { name: /^Harbour Dental/ }).first();
  await client.focus();
  await shown(row.getByRole('tooltip').filter({ hasText: description }));
}

async function expectSummary(page: Page, figures: string[]): Promise<void> {
  for (const [index, label] of ['Logs', 'Hours', 'Amount'].entries()) {
    const figure = page.getByRole('definition').nth(index);
    await eventually(() => page.getByRole('term').nth(index).textContent()).toBe(label);
    await eventually(() => figure.textContent()).toBe(figures[index]);
  }
}
