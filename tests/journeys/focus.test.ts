import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { clients, workLogs, workTypes } from '#db/schema.ts';
import { hydrated, useBrowser } from '#tests/support/browser/browser.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { eventually, gone, shown, toastOf } from '#tests/support/browser/page.ts';
import { addPendingLog } from '#tests/support/data/pending-work-logs.ts';
import { useServer } from '#tests/support/server/use-server.ts';

const server = useServer();
const browser = useBrowser();

/** The label or the text of the element with the focus. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement)) return '';
    const label = 'labels' in element ? (element as HTMLInputElement).labels?.[0] : undefined;
    const said = element.getAttribute('aria-label') ?? (label ?? element).textContent;
    return element === document.body ? 'nothing' : said.trim();
  });

function addSome() {
  const clientId = addClient(server(), 'Harbour Dental');
  const workTypeId = addWorkType(server(), 'Remote support');
  return { clientId, workTypeId };
}

describe('The focus', () => {
  test.for(['a click', 'Ctrl+Enter'])(
    'is in the first field of the quick entry after it was sent by %s',
    async (way) => {
      addSome();
      const { page } = await browser.openSignedIn(server(), 'desktop');
      await page.goto('/dashboard');
      await hydrated(page);
      await page.getByLabel('Client').first().selectOption({ index: 1 });
      await page.getByLabel('Work Type').selectOption({ index: 1 });
      await page.getByLabel('Minutes', { exact: true }).fill('45');
      await page.getByLabel('Description', { exact: true }).focus();
      if (way === 'a click') await page.getByRole('button', { name: 'Log Work' }).click();
      else await page.keyboard.press('Control+Enter');
      await shown(toastOf(page));
      await eventually(() => focused(page)).toMatch(/^Client/);
      expect(server().services.db.select().from(workLogs).all()).toHaveLength(1);
    },
  );

  test.for(['desktop', 'phone'] as const)(
    'is in the part of another page that a link leads to, and that part is in view, with %s',
    async (mode) => {
      const { page } = await browser.openSignedIn(server(), mode);
      await page.goto('/pending-work-logs');
      await hydrated(page);
      await page.getByRole('link', { name: 'Add your API token in Settings' }).click();
      await eventually(() => focused(page)).toContain('API Token');
      const card = page.locator('#todoist');
      const top = await card.evaluate((element) => element.getBoundingClientRect().top);
      expect(top).toBeGreaterThanOrEqual(0);
      expect(top).toBeLessThan(200);
    },
  );

  test('is not lost when what had it before the scripts came is drawn anew', async () => {
    addLog(server(), addSome());
    const { page } = await browser.openSignedIn(server(), 'desktop');
    const scripts = Promise.withResolvers<undefined>();
    await page.route('**/assets/*.js', async (route) => {
      await scripts.promise;
      await route.continue();
    });
    await page.goto('/work-logs', { waitUntil: 'commit' });
    await page.getByRole('button', { name: /^Repeat/ }).focus();
    scripts.resolve(undefined);
    await hydrated(page);
    await page.keyboard.press('Enter');
    await shown(toastOf(page).getByText('Work logged successfully'));
    await eventually(() => focused(page)).toMatch(/^Repeat/);
  });

  test('stays in the row whose work type or duration was chosen', async () => {
    addSome();
    for (const taskName of ['One', 'Two', 'Three']) {
      addPendingLog(server(), { taskName, duration: 60 });
    }
    const { page } = await browser.openSignedIn(server(), 'desktop');
    await page.goto('/pending-work-logs');
    await hydrated(page);
    for (const label of [/^Work type of/, /^Duration of/]) {
      const field = page.getByRole('table').getByLabel(label).nth(1);
      const row = (await field.getAttribute('name'))?.split(':')[0];
      await field.focus();
      await page.getByRole('listbox', { name: 'Choices' }).getByRole('option').first().click();
      await shown(toastOf(page));
      // From a list, work goes on at the row's box, where the keys are.
      await eventually(() =>
        page.evaluate(() => document.activeElement?.getAttribute('value') ?? ''),
      ).toBe(row);
      await toastOf(page).getByRole('link', { name: 'Dismiss' }).click();
      await gone(toastOf(page));
      await eventually(() => focused(page)).not.toBe('nothing');
    }
  });

  test('goes to the next row when a row is gone', async () => {
    addSome();
    for (const taskName of ['One', 'Two', 'Three']) {
      addPendingLog(server(), { taskName, duration: 60 });
    }
    const { page } = await browser.openSignedIn(server(), 'desktop');
    await page.goto('/pending-work-logs?status=pending_review');
    await hydrated(page);
    const rejects = page.getByRole('table').getByRole('button', { name: /^Reject/ });
    const names = await rejects.evaluateAll((all) => all.map((one) => one.getAttribute('value')));
    await rejects.nth(1).focus();
    await page.keyboard.press('Enter');
    await eventually(() => rejects.count()).toBe(2);
    await eventually(() =>
      page.evaluate(() => document.activeElement?.getAttribute('value') ?? ''),
    ).toBe(names[2]);
  });

  test('is not lost when a log is repeated, deleted or brought back', async () => {
    const { clientId, workTypeId } = addSome();
    addLog(server(), { clientId, workTypeId });
    addLog(server(), { clientId, workTypeId });
    const { page } = await browser.openSignedIn(server(), 'desktop');
    await page.goto('/work-logs');
    await hydrated(page);
    const main = page.getByRole('main');
    const deletes = main.getByRole('link', { name: /^Delete/ });
    await main
      .getByRole('button', { name: /^Repeat/ })
      .first()
      .click();
    await eventually(() => deletes.count()).toBe(3);
    await eventually(() => focused(page)).toMatch(/^Repeat/);
    await deletes.nth(1).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await eventually(() => deletes.count()).toBe(2);
    await eventually(() => focused(page)).toBe('Delete');
    await toastOf(page).getByRole('button', { name: 'Undo' }).click();
    await eventually(() => deletes.count()).toBe(3);
    await eventually(() => focused(page)).not.toBe('nothing');
  });

  test('goes to the next row when a log is deleted, else to the one before, else to the title', async () => {
    const { clientId, workTypeId } = addSome();
    for (const day of ['2026-11-16', '2026-11-17', '2026-11-18'])
      addLog(server(), { clientId, workTypeId, day });
    const { page } = await browser.openSignedIn(server(), 'desktop');
    await page.goto('/work-logs');
    await hydrated(page);
    const deletes = page.getByRole('main').getByRole('link', { name: /^Delete/ });
    const focusedAddress = () =>
      page.evaluate(() => document.activeElement?.getAttribute('href') ?? '');
    const remove = async (left: number) => {
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await eventually(() => deletes.count()).toBe(left);
    };
    // Newest first: the logs 3, 2, 1.
    await deletes.nth(1).focus();
    await remove(2);
    await eventually(focusedAddress).toBe('/work-logs/1/delete');
    await remove(1);
    await eventually(focusedAddress).toBe('/work-logs/3/delete');
    await remove(0);
    await eventually(() => focused(page)).toBe('Work Logs');
  });

  test.for(['the line', 'the quick entry'])(
    'is in the line after %s was sent without scripts',
    async (from) => {
      addSome();
      const { page } = await browser.openSignedIn(server(), 'no scripts');
      await page.goto('/dashboard');
      expect(await focused(page), 'control: not before').toBe('nothing');
      if (from === 'the line') {
        await page.getByLabel('Log in one line').fill('1h harbour remote');
        await page.keyboard.press('Enter');
      } else {
        const form = page.locator('#quick-entry');
        await form.getByLabel('Client').selectOption({ index: 1 });
        await form.getByLabel('Work Type').selectOption({ index: 1 });
        await form.getByLabel('Minutes', { exact: true }).fill('45');
        await form.getByRole('button', { name: 'Log Work' }).click();
      }
      await shown(toastOf(page));
      await eventually(() => focused(page)).toBe('Log in one line');
      await page.goto('/work-logs');
      expect(await focused(page), 'control: only once').toBe('nothing');
      await page.getByLabel('Log in one line').fill('1h harbour remote');
      await page.keyboard.press('Enter');
      await shown(toastOf(page));
      await eventually(() => focused(page)).toBe('Log in one line');
    },
  );

  test('is not lost when an item of a hardware log is removed', async () => {
    addWorkType(server(), 'Hardware');
    const { page } = await browser.openSignedIn(server(), 'desktop');
    await page.goto('/work-logs/new');
    await hydrated(page);
    await page.getByLabel('Work Type').selectOption({ index: 1 });
    await page.getByRole('button', { name: 'Add Item' }).click();
    await page.getByRole('button', { name: 'Remove item 2' }).click();
    await eventually(() => focused(page)).toBe('Remove item 1');
    await page.keyboard.press('Enter');
    await eventually(() => focused(page)).toBe('Add Item');
  });
});

describe('Ctrl+Enter', () => {
  test.for(['Control', 'Meta'])('saves a dialog from its text area, with %s', async (key) => {
    const { clientId, workTypeId } = addSome();
    const id = addLog(server(), { clientId, workTypeId });
    const { page } = await browser.openSignedIn(server(), 'desktop');
    await page.goto(`/work-logs/${id}/edit`);
    await hydrated(page);
    await page.getByLabel('Description', { exact: true }).fill('Two lines\nof it');
    await page.keyboard.press(`${key}+Enter`);
    await gone(page.getByRole('dialog'));
    const [log] = server().services.db.select().from(workLogs).all();
    expect(log?.description).toBe('Two lines\nof it');
  });

  test('saves a form of Settings and a client, and is on the list of keys', async () => {
    const { page } = await browser.openSignedIn(server(), 'desktop');
    await page.goto('/clients/new');
    await hydrated(page);
    await page.getByLabel('Client Name').fill('Quay Books');
    await page.keyboard.press('Control+Enter');
    await gone(page.getByRole('dialog'));
    expect(server().services.db.select().from(clients).all()).toHaveLength(1);
    await page.goto('/settings/work-types/new');
    await hydrated(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Training');
    await dialog.getByLabel('Description').press('Control+Enter');
    await gone(dialog);
    expect(server().services.db.select().from(workTypes).all()).toHaveLength(1);
    await page.goto('/shortcuts');
    await shown(page.getByText('Save the form that you type in', { exact: false }));
  });
});

test('What is typed after a form was refused keeps the focus, with desktop', async () => {
  const visitor = await browser.openSignedIn(server(), 'desktop');
  const { page } = visitor;
  visitor.expectProblems('400');
  await page.goto('/clients/new');
  await hydrated(page);
  await page.getByRole('button', { name: 'Add Client' }).click();
  await shown(page.locator('input[name="name"]:focus'));
  const email = page.getByLabel('Email');
  await email.click();
  await page.keyboard.type('alex@example.com');
  expect(await email.inputValue()).toBe('alex@example.com');
  expect(await email.evaluate((field) => field === document.activeElement)).toBe(true);
});
