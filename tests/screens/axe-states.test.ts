import { eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { TOAST_DURATION } from '#app/ui/toast/toast.ts';
import { xeroConnections } from '#db/schema.ts';
import { findFaultsIn, LOOKS, looksInTurn } from '#tests/support/browser/axe.ts';
import { hydrated, useBrowser } from '#tests/support/browser/browser.ts';
import { EMPTY_FORMS, sendEmpty } from '#tests/support/empty-forms.ts';
import { fillEveryScreen } from '#tests/support/browser/every-screen.ts';
import { shown, toastOf, toastShown } from '#tests/support/browser/page.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { HARBOUR } from '#tests/support/server/xero.ts';
import { useConsentedXero, xeroEnvironment } from '#tests/support/server/xero-organisation.ts';

const xero = useConsentedXero(() => [HARBOUR, { name: 'Quay Side Projects' }]);
const server = useServer(() => xeroEnvironment(xero()));
/** A server without data, where Xero is not set up. */
const emptyServer = useServer();
const browser = useBrowser();

/** A time limit in milliseconds; the whole matrix takes minutes. */
const PATIENCE = 1_200_000;
const LISTS = ['/dashboard', '/work-logs', '/pending-work-logs', '/archived-work-logs', '/clients'];

describe('axe-core finds nothing', { timeout: PATIENCE }, () => {
  test('on a form of each kind that was sent empty', async () => {
    await fillEveryScreen(server(), xero());
    const { page, takeProblem } = await browser.openSignedIn(server(), 'desktop');
    const faults: string[] = [];
    for (const [place, form] of EMPTY_FORMS.entries()) {
      await page.goto(form.path);
      await sendEmpty(page, form);
      await takeProblem('status of 400');
      await hydrated(page);
      const errors = page.locator('[aria-invalid="true"], [data-error], dialog [role="alert"]');
      expect(await errors.count(), form.path).toBeGreaterThan(0);
      faults.push(...(await findFaultsIn(page, `${form.path}, sent empty`, looksInTurn(place))));
    }
    expect(faults).toEqual([]);
  });

  test('on lists with nothing in them, and on Settings before anything is set', async () => {
    const { page } = await browser.openSignedIn(emptyServer(), 'desktop');
    const faults: string[] = [];
    for (const path of [...LISTS, '/settings']) {
      await page.goto(path);
      await hydrated(page);
      faults.push(...(await findFaultsIn(page, `${path}, empty`, LOOKS)));
    }
    expect(faults).toEqual([]);
  });

  test('in any state of the connection to Xero', async () => {
    await fillEveryScreen(server(), xero());
    const { db, clock } = server().services;
    const { page } = await browser.openSignedIn(server(), 'desktop');
    const change = (columns: Partial<typeof xeroConnections.$inferInsert>) =>
      db.update(xeroConnections).set(columns).where(eq(xeroConnections.id, 1)).run();
    const states = [
      {
        says: 'Authorized - Please select organisation',
        make: () => change({ tenantId: null }),
      },
      { says: 'The connection to Xero has ended', make: () => change({ endedAt: clock() }) },
      { says: 'Xero asks which organisations', make: () => db.delete(xeroConnections).run() },
    ];
    const faults: string[] = [];
    await page.goto('/settings');
    await shown(page.getByRole('button', { name: 'Switch to Quay Side Projects' }));
    for (const { says, make } of states) {
      make();
      await page.goto('/settings');
      await hydrated(page);
      await shown(page.getByText(says));
      faults.push(...(await findFaultsIn(page, says, LOOKS)));
    }
    await page.goto('/clients/1/contact');
    await hydrated(page);
    await shown(page.getByText('Tallyhour is not connected to Xero.'));
    faults.push(...(await findFaultsIn(page, '/clients/1/contact, not connected', LOOKS)));
    expect(faults).toEqual([]);
  });

  test('with a toast, an opened row, a tooltip and the menu', async () => {
    await fillEveryScreen(server(), xero());
    const [invoice] = xero().state().invoices;
    xero().mark(invoice?.invoiceId ?? '', 'deleted');
    const { page } = await browser.openSignedIn(server(), 'desktop');
    const faults: string[] = [];
    await withoutLongTimers(page, TOAST_DURATION);
    await page.goto('/work-logs');
    await hydrated(page);
    await page.getByRole('button', { name: 'Backfill Invoice Numbers' }).click();
    await shown(page.getByText(/was deleted in Xero/));
    await page.locator('.items-toggle > summary').click();
    await page.locator('.hint').first().focus();
    faults.push(...(await findFaultsIn(page, 'Work Logs with a notice', LOOKS)));
    await shown(toastOf(page));

    await page.goto('/work-logs/1/delete');
    await hydrated(page);
    await page.getByRole('button', { name: 'Delete' }).click();
    await toastShown(page, 'Work log deleted successfully');
    faults.push(...(await findFaultsIn(page, 'Work Logs with a toast to undo', LOOKS)));
    await shown(toastOf(page).getByRole('button', { name: 'Undo' }));

    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/clients');
    await hydrated(page);
    await page.getByRole('button', { name: 'Menu' }).click();
    const menu = page.getByRole('navigation', { name: 'Main' });
    await shown(menu.getByRole('link', { name: 'Dashboard' }));
    const phones = LOOKS.filter(({ width }) => width < 1024);
    faults.push(...(await findFaultsIn(page, 'the menu', phones)));
    await shown(menu.getByRole('link', { name: 'Dashboard' }));
    expect(faults).toEqual([]);
  });

  test('with a line that is typed, one that is not clear, and several to look at', async () => {
    await fillEveryScreen(server(), xero());
    const { page, takeProblem } = await browser.openSignedIn(server(), 'desktop');
    const faults: string[] = [];
    await page.goto('/work-logs');
    await hydrated(page);
    const field = page.getByLabel('Log in one line');
    await field.pressSequentially('1h harb');
    await shown(page.getByRole('listbox'));
    await page.keyboard.press('ArrowDown');
    faults.push(...(await findFaultsIn(page, 'the names for a line', LOOKS)));
    await shown(page.getByRole('listbox'));
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Log in one line' });
    await shown(
      dialog.getByText('Add a work type, by a word of its name.', { exact: false }).last(),
    );
    await takeProblem('status of 400');
    // The focus goes to what is missing, once.
    await shown(dialog.locator('select[name="workTypeId"]:focus'));
    faults.push(...(await findFaultsIn(page, 'a line that is not clear', LOOKS)));
    await dialog.getByLabel('Log in one line').fill('1h harbour support\n1h harbour');
    await page.keyboard.press('Enter');
    await shown(dialog.getByRole('button', { name: 'Read again' }));
    await takeProblem('status of 400');
    faults.push(...(await findFaultsIn(page, 'several lines', LOOKS)));
    expect(faults).toEqual([]);
  });

  test('on the page for somebody who is signed out', async () => {
    const { page, takeProblem } = await browser.open('desktop', { baseURL: server().url });
    await withoutLongTimers(page, 500);
    await page.route('**/clients', async (route) => {
      const response = await route.fetch();
      const html = (await response.text()).replace('content="1;url=', 'content="3600;url=');
      await route.fulfill({ response, body: html });
    });
    await page.goto('/clients');
    await takeProblem('status of 401');
    await hydrated(page);
    const faults = await findFaultsIn(page, 'signed out', LOOKS);
    await shown(page.getByRole('heading', { level: 1, name: 'You are logged out' }));
    // axe-core objects to any refresh, but the specification wants this one.
    expect(faults.filter((fault) => !fault.includes('meta-refresh: '))).toEqual([]);
  });
});

/**
 * Stops all timers of this many milliseconds or more, so that what a page shows for a while stays
 * until the test has looked at it.
 */
async function withoutLongTimers(page: Page, milliseconds: number): Promise<void> {
  await page.addInitScript((limit) => {
    const setTimer = window.setTimeout.bind(window);
    window.setTimeout = ((handler: () => void, delay = 0) =>
      delay >= limit ? 0 : setTimer(handler, delay)) as typeof window.setTimeout;
  }, milliseconds);
}
