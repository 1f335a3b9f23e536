import { describe, expect, test } from 'vitest';
import { workLogs } from '#db/schema.ts';
import { expectMode, useBrowser, WITH_SCRIPTS, type Mode } from '#tests/support/browser/browser.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { arrivedAt, gone, openFilters, shown, toastShown } from '#tests/support/browser/page.ts';
import { useServer } from '#tests/support/server/use-server.ts';

const server = useServer();
const browser = useBrowser();

const NOTICE = 'No connection. What you entered is kept here, and sent once you are online again.';

/** Opens and fills in Add Log, in a window that ignores errors about the lost line. */
async function openFilledForm(mode: Mode) {
  addClient(server(), 'Harbour Dental');
  addWorkType(server(), 'Support');
  const visitor = await browser.openSignedIn(server(), mode);
  const { page } = visitor;
  await page.goto('/work-logs/new');
  await expectMode(visitor);
  const dialog = page.getByRole('dialog', { name: 'Add Log' });
  await dialog.getByLabel('Client').selectOption('Harbour Dental');
  await dialog.getByLabel('Work Type').selectOption({ index: 1 });
  await dialog.getByLabel('Duration (hours)').fill('1.5');
  await dialog.getByLabel('Description', { exact: true }).fill('Cabled the new wing');
  return { ...visitor, dialog };
}

function loggedDescriptions(): string[] {
  return server()
    .services.db.select()
    .from(workLogs)
    .all()
    .map(({ description }) => description);
}

describe('Where the line breaks,', () => {
  test.for(WITH_SCRIPTS)(
    'a form stays as it is, and is sent when the line is back, with %s',
    async (mode) => {
      const { page, dialog, expectProblems } = await openFilledForm(mode);
      expectProblems('ERR_INTERNET_DISCONNECTED');
      await page.context().setOffline(true);
      await dialog.getByRole('button', { name: 'Save', exact: true }).click();
      await shown(page.getByText(NOTICE));
      expect(await dialog.getByLabel('Description', { exact: true }).inputValue()).toBe(
        'Cabled the new wing',
      );
      expect(loggedDescriptions()).toEqual([]);
      await page.context().setOffline(false);
      await toastShown(page, 'Work log created successfully');
      await gone(page.getByText(NOTICE));
      expect(loggedDescriptions()).toEqual(['Cabled the new wing']);
    },
  );

  test.for(WITH_SCRIPTS)('work whose answer was lost is logged once, with %s', async (mode) => {
    const { page, dialog, expectProblems } = await openFilledForm(mode);
    expectProblems('ERR_CONNECTION_RESET');
    let lost = 0;
    await page.route('**/work-logs/new**', async (route) => {
      if (route.request().method() !== 'POST' || lost > 0) {
        await route.continue();
        return;
      }
      lost += 1;
      await route.fetch({ maxRedirects: 0 });
      expect(loggedDescriptions()).toHaveLength(1);
      await route.abort('connectionreset');
    });
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await toastShown(page, 'Work log created successfully');
    expect(lost).toBe(1);
    expect(loggedDescriptions()).toEqual(['Cabled the new wing']);
  });

  test.for(WITH_SCRIPTS)('a list is filtered when the line is back, with %s', async (mode) => {
    const clientId = addClient(server(), 'Harbour Dental');
    addLog(server(), { clientId, workTypeId: addWorkType(server(), 'Support') });
    const visitor = await browser.openSignedIn(server(), mode);
    const { page, expectProblems } = visitor;
    await page.goto('/work-logs');
    await expectMode(visitor);
    expectProblems('ERR_INTERNET_DISCONNECTED');
    await openFilters(page);
    await page.context().setOffline(true);
    const filters = page.getByRole('search', { name: 'Work logs' });
    await filters.getByLabel('Client').selectOption('Harbour Dental');
    await filters.getByRole('button', { name: 'Filter', exact: true }).click();
    await shown(page.getByText(NOTICE));
    await page.context().setOffline(false);
    await arrivedAt(page, /clientId=\d+/);
    await gone(page.getByText(NOTICE));
  });

  test.for(WITH_SCRIPTS)(
    'a proxy’s answer counts as lost, but the product’s own does not, with %s',
    async (mode) => {
      const { page, dialog, expectProblems } = await openFilledForm(mode);
      expectProblems('status of 503');
      expectProblems('status of 502');
      let answers = 0;
      await page.route('**/work-logs/new**', async (route) => {
        if (route.request().method() !== 'POST') {
          await route.continue();
          return;
        }
        answers += 1;
        // First the answer of a proxy while the product is away, then a refusal of the product.
        if (answers === 1) await route.fulfill({ status: 503, body: 'Away' });
        else await route.fulfill({ status: 502, headers: { 'X-Remix-Catch': 'yes' }, body: 'No.' });
      });
      await dialog.getByRole('button', { name: 'Save', exact: true }).click();
      await shown(page.getByText(NOTICE));
      await gone(page.getByText(NOTICE));
      await shown(page.getByRole('heading', { name: 'Something went wrong' }));
      expect(answers).toBe(2);
    },
  );
});
