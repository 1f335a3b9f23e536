import type { Locator } from 'playwright';
import { expect, test } from 'vitest';
import { hydrated, useBrowser } from '#tests/support/browser/browser.ts';
import { shown } from '#tests/support/browser/page.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { useServer } from '#tests/support/server/use-server.ts';

const server = useServer();
const browser = useBrowser();

const outlineOf = (element: Locator) => element.evaluate((it) => getComputedStyle(it).outlineStyle);

test("With colours of the browser's own one sees what is shown, and which name the keyboard chose", async () => {
  const clientId = addClient(server(), 'Acme');
  addClient(server(), 'Acme Dental');
  addLog(server(), { clientId, workTypeId: addWorkType(server(), 'Support') });
  const { page } = await browser.openSignedIn(server(), 'desktop', { forcedColors: 'active' });
  await page.goto('/reports?by=month');
  await hydrated(page);
  expect(await outlineOf(page.getByRole('link', { name: 'By month' }))).toBe('solid');
  expect(await outlineOf(page.getByRole('link', { name: 'By week' }))).toBe('none');
  const menu = page.getByRole('navigation', { name: 'Main' });
  expect(await outlineOf(menu.getByRole('link', { name: 'Reports' }))).toBe('solid');
  expect(await outlineOf(menu.getByRole('link', { name: 'Clients' }))).toBe('none');
  await page.goto('/reports?by=client');
  const behind = page.locator('.chart-behind').first();
  const [fill, canvas] = await behind.evaluate((it) => [
    getComputedStyle(it).fill,
    getComputedStyle(document.body).backgroundColor,
  ]);
  expect(fill).toBe(canvas);

  await page.goto('/work-logs');
  await hydrated(page);
  await page.getByLabel('Log in one line').pressSequentially('1h acm');
  const names = page.getByRole('listbox');
  await shown(names);
  await page.keyboard.press('ArrowDown');
  const chosen = names.getByRole('option', { selected: true });
  await shown(chosen);
  expect(await outlineOf(chosen)).toBe('solid');
  expect(await outlineOf(names.getByRole('option', { selected: false }).first())).toBe('none');
});
