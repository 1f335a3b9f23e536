import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { sessions } from '#db/schema.ts';
import { activate } from '#app/xero/connection/organisations.server.ts';
import { hydrated, useBrowser, type Mode } from '#tests/support/browser/browser.ts';
import { addClient, addWorkType } from '#tests/support/data/entries.ts';
import { shown, toastOf, toastShown } from '#tests/support/browser/page.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { useTodoist } from '#tests/support/server/use-todoist.ts';
import { HARBOUR } from '#tests/support/server/xero.ts';
import {
  connectToXero,
  useConsentedXero,
  xeroEnvironment,
} from '#tests/support/server/xero-organisation.ts';

const xero = useConsentedXero(() => [HARBOUR]);
const todoist = useTodoist(() => ({ projects: [], tasks: [], completions: [] }));
const server = useServer(() => ({ ...xeroEnvironment(xero()), TODOIST_API_URL: todoist().url }));
const browser = useBrowser();

const IN_ONE_LINE = 'Unauthorized: You are logged out. Logging in again...';
const IN_TWO_LINES = 'You are logged out. Logging in again...';

type Press = { what: string; at: string; press: (page: Page) => Promise<void>; says: string };

const button = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).last().click();

const PRESSES: Press[] = [
  {
    what: 'the AI settings',
    at: '/settings',
    press: button('Save AI Settings'),
    says: IN_ONE_LINE,
  },
  {
    what: 'the template',
    at: '/settings',
    press: button('Save Invoice Template'),
    says: IN_ONE_LINE,
  },
  { what: 'Sync Now', at: '/settings', press: button('Sync Now'), says: IN_ONE_LINE },
  {
    what: 'a sync',
    at: '/pending-work-logs',
    press: button('Sync with Todoist'),
    says: IN_ONE_LINE,
  },
  {
    what: 'a quick log',
    at: '/work-logs/quick-log',
    press: async (page) => {
      await page.getByRole('dialog').getByLabel('Client').selectOption({ index: 1 });
      await page.getByRole('dialog').getByLabel('Work Type').selectOption({ index: 1 });
      await page.getByRole('dialog').getByLabel('Duration').fill('1');
      await button('Log Work')(page);
    },
    says: IN_ONE_LINE,
  },
  // A control: other cards have the words in two lines.
  { what: 'the schedule', at: '/settings', press: button('Save Schedule'), says: IN_TWO_LINES },
];
const BOTH: Mode[] = ['desktop', 'no scripts'];

test.for(BOTH.flatMap((mode) => PRESSES.map((press) => ({ mode, ...press }))))(
  'Signed out meanwhile, $what says so in its own words, and they stay, with $mode',
  async ({ mode, at, press, says }) => {
    const { services } = server();
    await activate(services, await connectToXero(services, xero()));
    addClient(server(), 'Harbour Dental');
    addWorkType(server(), 'Support');
    const { page, expectProblems } = await browser.openSignedIn(server(), mode);
    expectProblems('401');
    const saved = await page.request.post('/api/todoist/config', {
      data: { apiToken: todoist().token },
    });
    expect(saved.ok(), await saved.text()).toBe(true);
    await page.goto(at);
    if (mode === 'desktop') await hydrated(page);
    // The page stays as it is, whatever is asked for next.
    await page.route('**/api/login', (route) => route.fulfill({ status: 204 }));
    const told: string[] = [];
    await page.exposeFunction('noteToast', (text: string) => told.push(text));
    await page.evaluate(noteToasts);
    services.db.delete(sessions).run();
    const leads = page.waitForRequest('**/api/login');
    await press(page);
    await shown(page.getByRole('heading', { name: 'You are logged out' }));
    await leads;
    await toastShown(page, says);
    const title = toastOf(page).getByText('Unauthorized', { exact: true });
    expect(await title.count()).toBe(says === IN_TWO_LINES ? 1 : 0);
    if (mode === 'desktop') expect(new Set(told).size, told.join(' | ')).toBe(1);
  },
);

/** Tells of each toast that is shown, in the page. */
function noteToasts(): void {
  const { noteToast } = window as unknown as { noteToast: (text: string) => void };
  new MutationObserver(() => {
    const text = document.querySelector('[data-testid="toast"] p')?.textContent;
    if (text) noteToast(text);
  }).observe(document, { subtree: true, childList: true, characterData: true });
}
