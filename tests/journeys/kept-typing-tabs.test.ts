import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { workLogs } from '#db/schema.ts';
import { hydrated, useBrowser } from '#tests/support/browser/browser.ts';
import { arrivedAt, eventually, gone, shown } from '#tests/support/browser/page.ts';
import { addClient, addWorkType } from '#tests/support/data/entries.ts';
import { useServer } from '#tests/support/server/use-server.ts';

const server = useServer();
const browser = useBrowser();

const storedIn = (page: Page) => page.evaluate(() => JSON.stringify(Object.entries(localStorage)));
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Add Log' });
const describedIn = (page: Page) => dialogOf(page).getByLabel('Description', { exact: true });
const offerIn = (page: Page) => page.getByRole('button', { name: 'Restore' });

async function open(page: Page): Promise<void> {
  await page.goto('/work-logs/new');
  await hydrated(page);
}

/** Two tabs of one browser. */
async function openTabs(): Promise<[Page, Page]> {
  addClient(server(), 'Harbour Dental');
  addWorkType(server(), 'Support');
  const { page } = await browser.openSignedIn(server(), 'desktop');
  return [page, await page.context().newPage()];
}

async function typeAll(page: Page, text: string): Promise<void> {
  await dialogOf(page).getByLabel('Client').selectOption('Harbour Dental');
  await dialogOf(page).getByLabel('Work Type').selectOption({ index: 1 });
  await dialogOf(page).getByLabel('Duration (hours)').fill('1');
  await describedIn(page).fill(text);
  await eventually(() => storedIn(page)).toContain(text);
}

async function save(page: Page): Promise<void> {
  await dialogOf(page).getByRole('button', { name: 'Save', exact: true }).click();
  await arrivedAt(page, '/work-logs');
}

test('What is typed in a form in one tab is kept when the same form is saved in another', async () => {
  const [one, other] = await openTabs();
  await open(one);
  await open(other);
  await typeAll(one, 'The first log');
  await describedIn(other).fill('The second log');
  await eventually(() => storedIn(other)).toContain('The second log');
  await save(one);
  await eventually(() => storedIn(one)).toContain('The second log');
  await other.close();
  await open(one);
  await offerIn(one).click();
  await eventually(() => describedIn(one).inputValue()).toBe('The second log');
});

test('What is on offer in one tab is offered no more once it is saved in another', async () => {
  const [one, other] = await openTabs();
  await open(one);
  await typeAll(one, 'The first log');
  await open(other);
  await shown(offerIn(other));
  await save(one);
  await gone(offerIn(other));
  await typeAll(other, 'The second log');
  await save(other);
  await eventually(() => storedIn(other)).not.toContain(' log');
  await open(other);
  expect(await offerIn(other).count()).toBe(0);
  const logs = server().services.db.select().from(workLogs).all();
  expect(logs.map(({ description }) => description)).toEqual(['The first log', 'The second log']);
});

test('What is typed in one tab does not come back into the storage after a sign-out in another', async () => {
  const [one, other] = await openTabs();
  await open(other);
  await typeAll(other, 'The second log');
  await other.evaluate(() => {
    addEventListener('storage', ({ newValue }) => {
      if (newValue === null) document.body.dataset.heard = 'yes';
    });
  });
  await one.goto('/settings');
  await hydrated(one);
  await one.getByRole('link', { name: 'Sign Out' }).click();
  await arrivedAt(one, '/');
  await eventually(() => storedIn(one)).not.toContain('kept:');
  await eventually(() => other.evaluate(() => document.body.dataset.heard)).toBe('yes');
  // What a tab is about to store it stores at once when it is left.
  await other.evaluate(() => dispatchEvent(new Event('pagehide')));
  expect(await storedIn(one)).not.toContain('The second log');
});
