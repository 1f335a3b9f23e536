import { expect, test } from 'vitest';
import { clients, sessions } from '#db/schema.ts';
import { useBrowser } from '#tests/support/browser/browser.ts';
import { arrivedAt, shown } from '#tests/support/browser/page.ts';
import { printLoginLink } from '#tests/support/server/login-link.ts';
import { useServer } from '#tests/support/server/use-server.ts';

const server = useServer();
const browser = useBrowser();

test('Two forms that were sent in two tabs after the session had ended are both sent after the next sign-in', async () => {
  const { page, takeProblem } = await browser.open('no scripts', { baseURL: server().url });
  const signIn = async () => {
    await page.goto(await printLoginLink(server()));
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  await signIn();
  await arrivedAt(page, '/');
  const other = await page.context().newPage();
  const tabs = [page, other];
  for (const tab of tabs) await tab.goto('/clients/new');
  server().services.db.delete(sessions).run();
  for (const [index, tab] of tabs.entries()) {
    await tab.getByLabel('Client Name').fill(`Client ${index}`);
    await tab.getByRole('button', { name: 'Add Client' }).click();
    await shown(tab.getByText('what you typed is kept'));
  }
  await takeProblem('status of 401');
  await signIn();
  await arrivedAt(page, '/unsent-form');
  for (const index of tabs.keys()) {
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('button', { name: `Back to Add Client: Client ${index}` }).click(),
    ]);
    expect(await tab.getByLabel('Client Name').inputValue()).toBe(`Client ${index}`);
    await tab.getByRole('button', { name: 'Add Client' }).click();
    await arrivedAt(tab, '/clients');
  }
  const names = server().services.db.select({ name: clients.name }).from(clients).all();
  expect(names.map(({ name }) => name)).toEqual(['Client 0', 'Client 1']);
});
