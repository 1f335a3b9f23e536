import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { workLogs } from '#db/schema.ts';
import { hydrated, useBrowser } from '#tests/support/browser/browser.ts';
import { addClient, addWorkType } from '#tests/support/data/entries.ts';
import { arrivedAt, eventually, goTo, shown, toastShown } from '#tests/support/browser/page.ts';
import { useServer } from '#tests/support/server/use-server.ts';

const server = useServer();
const browser = useBrowser();

const DESCRIPTION = 'Cabled the new wing for Ms Penrose';

/** Scripts that make ours throw in one place; run in each page before its own. */
const BREAKS = {
  /** An effect of the frame, on every screen: the one that keeps the focus. */
  frame: () => {
    MutationObserver.prototype.observe = () => {
      throw new Error('Broken in "an effect"');
    };
  },
  /** The effect that shows a dialog over its screen. */
  dialog: () => {
    HTMLDialogElement.prototype.showModal = () => {
      throw new Error('Broken in "an effect"');
    };
  },
  /** The handler of a sent form, after it has kept the browser from sending the form itself. */
  submit: () => {
    const { preventDefault } = Event.prototype as { preventDefault: (this: Event) => void };
    Event.prototype.preventDefault = function () {
      preventDefault.call(this);
      if (this.type === 'submit') throw new Error('Broken in "a handler"');
    };
  },
};

async function openBroken(where: keyof typeof BREAKS) {
  addClient(server(), 'Harbour Dental');
  addWorkType(server(), 'Support');
  const visitor = await browser.openSignedIn(server(), 'desktop');
  visitor.expectProblems('Broken in');
  await visitor.page.addInitScript(BREAKS[where]);
  return visitor;
}

function dialogOf(page: Page) {
  return page.getByRole('dialog', { name: 'Add Log' });
}

async function fillIn(page: Page): Promise<void> {
  const dialog = dialogOf(page);
  await dialog.getByLabel('Client').selectOption('Harbour Dental');
  await dialog.getByLabel('Work Type').selectOption({ index: 1 });
  await dialog.getByLabel('Duration (hours)').fill('1.5');
  await dialog.getByLabel('Description', { exact: true }).fill(DESCRIPTION);
}

async function save(page: Page): Promise<void> {
  await dialogOf(page).getByRole('button', { name: 'Save', exact: true }).click();
}

function reports() {
  return server()
    .logLines()
    .filter(({ msg }) => msg === 'A script failed');
}

async function reported(scriptError: string): Promise<void> {
  await eventually(() => reports()[0]).toMatchObject({
    level: 40,
    name: 'Error',
    scriptError,
    at: expect.arrayContaining([expect.stringMatching(/^\/assets\/.*\.js:\d+:\d+$/)]) as unknown,
  });
  expect(JSON.stringify(reports())).not.toContain('Penrose');
}

function loggedDescriptions(): string[] {
  const logs = server().services.db.select().from(workLogs).all();
  return logs.map(({ description }) => description);
}

async function expectNoErrorPage(page: Page): Promise<void> {
  expect(await page.getByText('Something went wrong').count()).toBe(0);
}

describe('An error in an effect', () => {
  test('leaves every screen as the server made it', async () => {
    const { page } = await openBroken('frame');
    for (const screen of ['Dashboard', 'Work Logs', 'Todoist Import', 'Clients', 'Settings']) {
      const before = reports().length;
      await (before === 0 ? page.goto('/dashboard') : goTo(page, screen));
      await shown(page.getByRole('heading', { level: 1, name: screen }));
      await eventually(() => reports().length).toBeGreaterThan(before);
      await expectNoErrorPage(page);
    }
    await reported('Broken in "…"');
  });

  test('leaves a dialog with what was typed before the scripts arrived, and it can be sent', async () => {
    const { page } = await openBroken('dialog');
    const isTyped = Promise.withResolvers<undefined>();
    await page.route('**/assets/root-*.js', async (route) => {
      await isTyped.promise;
      await route.continue();
    });
    await page.goto('/work-logs/new', { waitUntil: 'commit' });
    await fillIn(page);
    isTyped.resolve(undefined);
    await reported('Broken in "…"');
    await expectNoErrorPage(page);
    expect(await dialogOf(page).getByLabel('Client').inputValue()).not.toBe('');
    expect(await page.getByLabel('Description', { exact: true }).inputValue()).toBe(DESCRIPTION);
    await save(page);
    await toastShown(page, 'Work log created successfully');
    expect(loggedDescriptions()).toEqual([DESCRIPTION]);
  });

  test('on the way to a dialog shows it as a page; Back and Forward lead on', async () => {
    const { page } = await openBroken('dialog');
    await page.goto('/work-logs');
    await hydrated(page);
    await page.getByRole('link', { name: 'Add Log' }).first().click();
    await arrivedAt(page, '/work-logs/new');
    await reported('Broken in "…"');
    await fillIn(page);
    await expectNoErrorPage(page);
    await page.goBack();
    await arrivedAt(page, '/work-logs');
    await shown(page.getByRole('heading', { level: 1, name: 'Work Logs' }));
    await hydrated(page);
  });
});

test('An error in an event handler leaves the form as it is, and it can be sent', async () => {
  const { page, takeProblem } = await openBroken('submit');
  await page.goto('/work-logs/new');
  await hydrated(page);
  await fillIn(page);
  await save(page);
  await takeProblem('Broken in');
  await reported('Broken in "…"');
  await expectNoErrorPage(page);
  expect(await page.getByLabel('Description', { exact: true }).inputValue()).toBe(DESCRIPTION);
  expect(loggedDescriptions()).toEqual([]);
  await save(page);
  await toastShown(page, 'Work log created successfully');
  expect(loggedDescriptions()).toEqual([DESCRIPTION]);
});

test('An error of the server still has its page', async () => {
  const { page, takeProblem } = await browser.openSignedIn(server(), 'desktop');
  await page.goto('/work-logs');
  await hydrated(page);
  await page.goto('/nothing');
  await takeProblem('status of 404');
  await hydrated(page);
  await shown(page.getByRole('heading', { name: '404 Page Not Found' }));
  expect(reports()).toEqual([]);
});
