import { expect, test } from 'vitest';
import { activate } from '#app/xero/connection/organisations.server.ts';
import { expectMode, useBrowser, type Mode } from '#tests/support/browser/browser.ts';
import { addClient, addLog, addWorkType, approve } from '#tests/support/data/entries.ts';
import { arrivedAt, gone, shown, toastOf, toastShown } from '#tests/support/browser/page.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn } from '#tests/support/server/visitor.ts';
import { toastOf as toastIn } from '#tests/support/html.ts';
import { HARBOUR } from '#tests/support/server/xero.ts';
import {
  connectToXero,
  useConsentedXero,
  xeroEnvironment,
} from '#tests/support/server/xero-organisation.ts';

const xero = useConsentedXero(() => [HARBOUR]);
const server = useServer(() => xeroEnvironment(xero()));
const browser = useBrowser();

const MADE = 'Successfully created 2 invoice(s) in Xero for 1 client(s)';
const MODES: Mode[] = ['desktop', 'no scripts', 'Lite'];

test.for(MODES)(
  'A run that takes longer than its press says once, on its page, what it made, with %s',
  async (mode) => {
    const { services } = server();
    await activate(services, await connectToXero(services, xero()));
    const workTypeId = addWorkType(server(), 'Support');
    const clientId = addClient(server(), 'Harbour Dental');
    for (const day of ['2026-09-10', '2026-10-05']) addLog(server(), { clientId, workTypeId, day });
    const visitor = await browser.openSignedIn(server(), mode);
    const { page } = visitor;
    await page.goto('/work-logs');
    await page.goto('/work-logs/create-invoices');
    await expectMode(visitor);
    // Each of its calls takes longer than a press waits in all, divided by three.
    xero().setDelay(1_500);
    await page.getByRole('button', { name: 'Create 2 invoices in Xero' }).click();
    await arrivedAt(page, /^\/work-logs\/invoice-runs\/\d+\?awaited$/);
    await shown(page.getByText('0 of 2 done'));
    expect(await toastOf(page).count()).toBe(0);
    const link = new URL(page.url());
    await toastShown(page, MADE);
    await arrivedAt(page, link.pathname);
    expect(await page.getByText('Created', { exact: true }).count()).toBe(2);

    await page.reload();
    await shown(page.getByRole('heading', { level: 1, name: '2 drafts in Xero' }));
    expect(await toastOf(page).count()).toBe(0);
    // The way back leads past the page that waited.
    await page.goBack();
    await arrivedAt(page, /^\/work-logs(\/create-invoices)?$/);
    await gone(toastOf(page));

    // Somebody else is told nothing.
    approve(server(), 'other@example.com');
    const other = await visitSignedIn(server(), 'other@example.com');
    const seen = await other.get(`${link.pathname}${link.search}`);
    expect([seen.status, toastIn(seen.text)]).toEqual([200, null]);
  },
);
