import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { todoistImports, workLogs } from '#db/schema.ts';
import { REFUSED, SIGNED_IN } from '#tests/support/addresses.ts';
import { hydrated, isHydrated, useBrowser, type Visitor } from '#tests/support/browser/browser.ts';
import { addClient, addWorkType } from '#tests/support/data/entries.ts';
import { fillEveryScreen } from '#tests/support/browser/every-screen.ts';
import { arrivedAt, gone, goTo, shown, toastShown } from '#tests/support/browser/page.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { HARBOUR } from '#tests/support/server/xero.ts';
import { useConsentedXero, xeroEnvironment } from '#tests/support/server/xero-organisation.ts';

const xero = useConsentedXero(() => [HARBOUR]);
const server = useServer(() => xeroEnvironment(xero()));
const browser = useBrowser();

/** Scripts that remove a feature which older browsers lack; run in each page before its own. */
const LACKS = {
  popovers: () => {
    const prototype = HTMLElement.prototype as Partial<HTMLElement>;
    delete prototype.popover;
    delete prototype.showPopover;
    delete prototype.hidePopover;
    delete prototype.togglePopover;
    const { matches } = Element.prototype as {
      matches: (this: Element, selectors: string) => boolean;
    };
    Element.prototype.matches = function (selectors: string) {
      if (selectors.includes(':popover-open')) throw new SyntaxError('not a valid selector');
      return matches.call(this, selectors);
    };
  },
  'dialog methods': () => {
    const prototype = HTMLDialogElement.prototype as Partial<HTMLDialogElement>;
    delete prototype.showModal;
    delete prototype.close;
  },
  requestSubmit: () => {
    delete (HTMLFormElement.prototype as Partial<HTMLFormElement>).requestSubmit;
  },
  submitter: () => {
    delete (SubmitEvent.prototype as { submitter?: unknown }).submitter;
  },
};

/** Opens a browser that lacks something; `scripts` are the script files that it requests. */
async function openLacking(lack: keyof typeof LACKS, phone = false) {
  const visitor = await browser.openSignedIn(server(), phone ? 'phone' : 'desktop');
  const scripts: string[] = [];
  visitor.page.on('request', (request) => {
    if (request.url().endsWith('.js')) scripts.push(request.url());
  });
  await visitor.page.addInitScript(LACKS[lack]);
  return { ...visitor, scripts };
}

async function expectPlainPage(visitor: Visitor, path: string): Promise<void> {
  const { page, takeProblem } = visitor;
  const response = await page.goto(path);
  const status = REFUSED[path];
  if (status !== undefined) await takeProblem(`status of ${status}`);
  await page.waitForLoadState('load');
  expect(await isHydrated(page), path).toBe(false);
  const titles = await page.getByRole('heading', { level: 1 }).allInnerTexts();
  expect(titles, path).not.toContain('Something went wrong');
  expect(await response?.text(), path).toContain(titles[0]?.replaceAll("'", '&#x27;'));
}

async function logWorkOn(page: Page): Promise<void> {
  await page.goto('/work-logs/new');
  const dialog = page.getByRole('dialog', { name: 'Add Log' });
  await dialog.getByLabel('Client').selectOption('Harbour Dental');
  await dialog.getByLabel('Work Type').selectOption({ index: 1 });
  await dialog.getByLabel('Duration (hours)').fill('1.5');
  await dialog.getByLabel('Description', { exact: true }).fill('Cabled the new wing');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await toastShown(page, 'Work log created successfully');
}

describe('A browser without popovers', () => {
  test('shows every screen as the server made it, and fetches no script', async () => {
    await fillEveryScreen(server(), xero());
    const visitor = await openLacking('popovers');
    for (const path of SIGNED_IN) await expectPlainPage(visitor, path);
    expect(visitor.scripts).toEqual([]);
  });

  test.for([false, true])('logs work and goes through the menu, on a phone: %s', async (phone) => {
    addClient(server(), 'Harbour Dental');
    addWorkType(server(), 'Support');
    const { page, scripts } = await openLacking('popovers', phone);
    await logWorkOn(page);
    await goTo(page, 'Clients');
    await shown(page.getByRole('link', { name: 'Add Client' }));
    expect(server().services.db.select().from(workLogs).all()).toHaveLength(1);
    expect(scripts).toEqual([]);
  });
});

test('A page of work in progress loads itself again where no script of ours is started', async () => {
  const { db, clock } = server().services;
  const at = clock();
  db.insert(todoistImports)
    .values({ status: 'running', since: at, until: at, startedAt: at })
    .run();
  const { page, scripts } = await openLacking('popovers');
  await page.goto('/pending-work-logs');
  await shown(page.getByText('Importing from Todoist…'));
  await page.waitForEvent('framenavigated');
  await shown(page.getByText('Importing from Todoist…'));
  db.update(todoistImports).set({ status: 'done', finishedAt: at }).run();
  await gone(page.getByText('Importing from Todoist…'));
  expect(scripts).toEqual([]);
});

test.for(['dialog methods', 'requestSubmit', 'submitter'] as const)(
  'A browser without %s runs none of our scripts, either',
  async (lack) => {
    addClient(server(), 'Harbour Dental');
    addWorkType(server(), 'Support');
    const { page, scripts } = await openLacking(lack);
    await logWorkOn(page);
    await arrivedAt(page, '/work-logs');
    expect(scripts).toEqual([]);
  },
);

test('A browser that has all of these features runs them', async () => {
  const { page } = await browser.openSignedIn(server(), 'desktop');
  await page.goto('/work-logs');
  await hydrated(page);
});

test('A browser that tells of no paint runs them all the same', async () => {
  const { page } = await browser.openSignedIn(server(), 'desktop');
  await page.addInitScript(() => {
    PerformanceObserver.prototype.observe = () => undefined;
  });
  await page.goto('/work-logs');
  await hydrated(page);
});
