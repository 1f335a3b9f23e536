import { expect, test } from 'vitest';
import { BOTH, useBrowser } from '#tests/support/browser/browser.ts';
import { arrivedAt, gone, shown } from '#tests/support/browser/page.ts';
import { useServer } from '#tests/support/server/use-server.ts';

const server = useServer();
const browser = useBrowser();
test.for(BOTH)('Somebody signs another device out, and then all of them, with %s', async (mode) => {
  const { page } = await browser.openSignedIn(server(), mode);
  const other = await browser.openSignedIn(server(), mode);
  await page.goto('/settings/account');
  const list = page.getByRole('list', { name: 'Where you are signed in' });
  expect(await list.getByRole('listitem').count()).toBe(2);
  await shown(list.getByText('This device'));
  await list
    .getByRole('listitem')
    .filter({ hasNotText: 'This device' })
    .getByRole('button', { name: 'Sign out' })
    .click();
  await shown(page.getByTestId('toast').getByText('That device is signed out'));
  await expect.poll(() => list.getByRole('listitem').count()).toBe(1);
  await other.page.goto('/clients');
  await other.takeProblem('status of 401');

  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await arrivedAt(page, '/settings/sessions/end');
  await shown(page.getByText('All your devices are signed out at once'));
  await page.getByRole('link', { name: 'Cancel' }).click();
  await arrivedAt(page, '/settings/account');
  await gone(page.getByRole('dialog'));
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await arrivedAt(page, '/');
  await shown(page.getByRole('link', { name: 'Log In' }));
});

test('Signing out clears what the browser kept, but not that shortcuts are off', async () => {
  const { page } = await browser.openSignedIn(server(), 'desktop');
  await page.goto('/shortcuts');
  await page.getByRole('checkbox').uncheck();
  await page.evaluate(() => {
    localStorage.setItem('left', 'behind');
  });
  await page.goto('/settings');
  await page.getByRole('link', { name: 'Sign Out' }).click();
  await arrivedAt(page, '/');
  await gone(page.getByRole('link', { name: 'Settings' }));
  expect(await page.evaluate(() => localStorage.getItem('left'))).toBeNull();
  expect(await page.evaluate(() => document.cookie)).toContain('shortcuts=off');
});
