import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { clients, sessions, workLogs } from '#db/schema.ts';
import { hydrated, useBrowser } from '#tests/support/browser/browser.ts';
import { WITH_SCRIPTS } from '#tests/support/browser/modes.ts';
import { addClient, addWorkType, approve } from '#tests/support/data/entries.ts';
import { arrivedAt, eventually, gone, goTo, shown, toastOf } from '#tests/support/browser/page.ts';
import { useServer } from '#tests/support/server/use-server.ts';

const OTHER = 'robin@example.com';
const TEXT = 'Moved the mail to the new server';

const server = useServer();
const browser = useBrowser();

const describedIn = (page: Page) => page.getByLabel('Description', { exact: true });
const putBack = (page: Page) => page.getByRole('button', { name: 'Restore' });
const undo = (page: Page) => toastOf(page).getByRole('link', { name: 'Open' });

/** What the browser has stored for us, as one text. */
const storedIn = (page: Page) => page.evaluate(() => JSON.stringify(Object.entries(localStorage)));

async function openForm(page: Page): Promise<void> {
  addClient(server(), 'Harbour Dental');
  addWorkType(server(), 'Remote support');
  await page.goto('/work-logs');
  await hydrated(page);
  await page.getByRole('link', { name: 'Add Log' }).first().click();
  await shown(page.getByRole('dialog'));
}

async function type(page: Page): Promise<void> {
  await page.getByLabel('Client').first().selectOption({ label: 'Harbour Dental' });
  await page.getByLabel('Duration (hours)').fill('1h 30m');
  await describedIn(page).fill(TEXT);
}

async function reopen(page: Page): Promise<void> {
  await page.goto('/work-logs/new');
  await hydrated(page);
}

async function signIn(page: Page, email?: string): Promise<void> {
  const [name = '', value = ''] = (await server().signIn(email)).split('=');
  await page.context().addCookies([{ name, value, url: server().url, httpOnly: true }]);
}

describe('What was typed in a form', () => {
  test.for(['Escape', 'Cancel', 'Close', 'Back'])(
    'is kept when the dialog is left by %s, which says so with Undo',
    async (way) => {
      const { page } = await browser.openSignedIn(server(), 'desktop');
      await openForm(page);
      await type(page);
      const dialog = page.getByRole('dialog');
      if (way === 'Escape') await page.keyboard.press('Escape');
      else if (way === 'Back') await page.goBack();
      else await dialog.getByRole('link', { name: way }).click();
      await gone(dialog);
      await shown(toastOf(page).getByText('Draft kept.'));
      await undo(page).click();
      await shown(dialog);
      await eventually(() => describedIn(page).inputValue()).toBe(TEXT);
      expect(await page.getByLabel('Duration (hours)').inputValue()).toBe('1h 30m');
      expect(await putBack(page).count()).toBe(0);
      await gone(toastOf(page));
    },
  );

  test.for(WITH_SCRIPTS)('is offered after the tab was closed, with %s', async (mode) => {
    const { page } = await browser.openSignedIn(server(), mode);
    await page.goto('/work-logs');
    addClient(server(), 'Harbour Dental');
    await reopen(page);
    await type(page);
    await page.close({ runBeforeUnload: false });
    const again = await page.context().newPage();
    await reopen(again);
    await shown(again.getByText(/^Draft kept at \d\d:\d\d$/));
    // Nothing is overwritten unasked.
    expect(await describedIn(again).inputValue()).toBe('');
    await putBack(again).click();
    await eventually(() => describedIn(again).inputValue()).toBe(TEXT);
    const chosen = again.getByLabel('Client').first().locator('option:checked');
    expect(await chosen.innerText()).toBe('Harbour Dental');
    await gone(putBack(again));
    expect(await again.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
  });

  test('is no longer offered once it was discarded', async () => {
    const { page } = await browser.openSignedIn(server(), 'desktop');
    await openForm(page);
    await type(page);
    await reopen(page);
    await page.getByRole('button', { name: 'Discard' }).click();
    await gone(putBack(page));
    await reopen(page);
    expect(await putBack(page).count()).toBe(0);
    expect(await storedIn(page)).not.toContain(TEXT);
  });

  test('is forgotten once the form was saved, and not said to be kept', async () => {
    const { page } = await browser.openSignedIn(server(), 'desktop');
    await openForm(page);
    await type(page);
    await page.getByLabel('Work Type').selectOption({ index: 1 });
    await page.getByRole('button', { name: 'Save', exact: true }).last().click();
    await gone(page.getByRole('dialog'));
    expect(server().services.db.select().from(workLogs).all()).toHaveLength(1);
    expect(await toastOf(page).innerText()).not.toContain('kept');
    expect(await storedIn(page)).not.toContain(TEXT);
    await reopen(page);
    expect(await putBack(page).count()).toBe(0);
  });

  test('is forgotten, too, when Save is pressed in the moment before the page notes what is typed', async () => {
    const { page } = await browser.openSignedIn(server(), 'desktop');
    const clientId = addClient(server(), 'Harbour Dental');
    const workTypeId = addWorkType(server(), 'Remote support');
    // The page begins to note what is typed once scripts have taken the form over, which takes a phone a while.
    await page.addInitScript(
      (chosen) => {
        let isPressed = false;
        Object.assign(HTMLFormElement.prototype, {
          addEventListener(
            this: HTMLFormElement,
            ...listener: Parameters<EventTarget['addEventListener']>
          ) {
            if (this.id === 'work-log' && listener[0] === 'input' && !isPressed) {
              isPressed = true;
              for (const [name, value] of Object.entries(chosen)) {
                (this.elements.namedItem(name) as HTMLInputElement).value = value;
              }
              this.querySelector<HTMLButtonElement>('button[value="another"]')?.click();
            }
            EventTarget.prototype.addEventListener.apply(this, listener);
          },
        });
      },
      { clientId: String(clientId), workTypeId: String(workTypeId), duration: '2h' },
    );
    await page.goto('/work-logs/new');
    await shown(toastOf(page).getByText('Work log created successfully'));
    await eventually(() => page.getByLabel('Duration (hours)').inputValue()).toBe('');
    expect(await storedIn(page)).not.toContain('2h');
    expect(server().services.db.select().from(workLogs).all()).toHaveLength(1);
  });

  test('is not offered as an empty line where lines begin with a client, once a line was logged', async () => {
    const { page } = await browser.openSignedIn(server(), 'desktop');
    const clientId = addClient(server(), 'Harbour Dental');
    addWorkType(server(), 'Remote support');
    await page.goto('/dashboard');
    await hydrated(page);
    const line = page.getByLabel('Log in one line');
    await line.fill('1h harbour support mailbox');
    await line.press('Enter');
    await shown(toastOf(page).getByText('Work logged successfully'));
    await eventually(() => line.inputValue()).toBe('');
    await page.goto(`/clients/${clientId}`);
    await hydrated(page);
    expect(await line.inputValue()).not.toBe('');
    expect(await putBack(page).count()).toBe(0);
  });

  test('stays in the quick entry when a button elsewhere loads the screen again', async () => {
    const { page } = await browser.openSignedIn(server(), 'desktop');
    await page.goto('/dashboard');
    await hydrated(page);
    await describedIn(page).fill(TEXT);
    await page.getByRole('button', { name: 'Start timer', exact: true }).click();
    await shown(page.getByRole('button', { name: 'Stop timer' }));
    await eventually(() => describedIn(page).inputValue()).toBe(TEXT);
    await goTo(page, 'Clients');
    await undo(page).click();
    await arrivedAt(page, '/dashboard');
    await eventually(() => describedIn(page).inputValue()).toBe(TEXT);
  });

  test('comes back with the rows that were added for it', async () => {
    addWorkType(server(), 'Hardware');
    const { page } = await browser.openSignedIn(server(), 'desktop');
    await page.goto('/work-logs/new');
    await hydrated(page);
    await page.getByLabel('Work Type').selectOption({ label: 'Hardware' });
    await page.getByRole('button', { name: 'Add Item' }).click();
    await page.getByLabel('Item Name').nth(1).fill('Switch');
    await reopen(page);
    await putBack(page).click();
    await eventually(() => page.getByLabel('Item Name').count()).toBe(2);
    await eventually(() => page.getByLabel('Item Name').nth(1).inputValue()).toBe('Switch');
  });

  test('never overwrites what was saved meanwhile', async () => {
    const id = addClient(server(), 'Harbour Dental');
    const { page, takeProblem } = await browser.openSignedIn(server(), 'desktop');
    const edit = `/clients/${id}/edit`;
    await page.goto(edit);
    await hydrated(page);
    await page.getByLabel('Client Name').fill('Harbour Dental Care');
    await page.getByLabel('Contact Person').fill('Jo');
    await page.goto('/clients');
    const { db } = server().services;
    db.update(clients).set({ name: 'Harbour Smiles' }).run();
    await page.goto(edit);
    await hydrated(page);
    await putBack(page).click();
    await eventually(() => page.getByLabel('Client Name').inputValue()).toBe('Harbour Dental Care');
    await page.getByRole('button', { name: 'Update' }).last().click();
    await shown(page.getByText('Someone saved this first', { exact: false }).first());
    await takeProblem('409');
    expect(db.select().from(clients).get()?.name).toBe('Harbour Smiles');
  });

  test('is offered after an expired session, to that person alone, and wiped at sign-out', async () => {
    approve(server(), OTHER);
    const { page, expectProblems } = await browser.openSignedIn(server(), 'desktop');
    expectProblems('401');
    await openForm(page);
    await type(page);
    server().services.db.delete(sessions).run();
    await page.getByLabel('Work Type').selectOption({ index: 1 });
    await page.getByRole('button', { name: 'Save', exact: true }).last().click();
    await shown(page.getByRole('heading', { name: 'Sign in with a link' }));
    await signIn(page, OTHER);
    await reopen(page);
    expect(await putBack(page).count()).toBe(0);
    await signIn(page);
    await reopen(page);
    await putBack(page).click();
    await eventually(() => describedIn(page).inputValue()).toBe(TEXT);
    await page.goto('/api/logout');
    await shown(page.getByRole('link', { name: 'Log In' }));
    expect(await storedIn(page)).not.toContain(TEXT);
    await signIn(page);
    await reopen(page);
    expect(await putBack(page).count()).toBe(0);
  });

  test('is never a secret', async () => {
    const { page } = await browser.openSignedIn(server(), 'desktop');
    await page.goto('/settings');
    await hydrated(page);
    await page.getByLabel('API Token').fill('a-very-secret-token');
    await page.goto('/settings/todoist/token');
    expect(await storedIn(page)).not.toContain('secret');
  });
});
