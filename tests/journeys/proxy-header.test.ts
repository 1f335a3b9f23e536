import { expect, test } from 'vitest';
import { sessions } from '#db/schema.ts';
import { BOTH, useBrowser } from '#tests/support/browser/browser.ts';
import { arrivedAt, goTo, shown } from '#tests/support/browser/page.ts';
import { TEST_EMAIL } from '#tests/support/server/test-server.ts';
import { useServer } from '#tests/support/server/use-server.ts';

const server = useServer(() => ({ AUTH_HEADER: 'Remote-Email' }));
const browser = useBrowser();

/** With the worker too, as people have it behind their proxy. */
const BEHIND_PROXY = {
  extraHTTPHeaders: { 'Remote-Email': TEST_EMAIL },
  serviceWorkers: 'allow',
} as const;

test.for(BOTH)(
  'whom the proxy names is in, and is asked after signing out, with %s',
  async (mode) => {
    const { page, expectProblems } = await browser.open(mode, {
      baseURL: server().url,
      ...BEHIND_PROXY,
    });
    await page.goto('/clients');
    await shown(page.getByRole('heading', { name: 'Clients', level: 1 }));
    await page.goto('/settings');
    await page.getByRole('link', { name: 'Sign Out' }).click();
    await page.getByRole('link', { name: 'Log In' }).click();
    await shown(page.getByText(`says that you are ${TEST_EMAIL}`));
    expect(server().services.db.select().from(sessions).all()).toEqual([]);
    await page.getByRole('link', { name: `Continue as ${TEST_EMAIL}` }).click();
    await arrivedAt(page, '/');
    await shown(page.getByRole('heading', { name: 'Work Logs', level: 1 }));
    // A session that ends while a page is open comes back with the next press.
    server().services.db.delete(sessions).run();
    expectProblems('401');
    await goTo(page, 'Reports');
    await arrivedAt(page, /^\/reports/);
  },
);
