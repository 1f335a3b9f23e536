import type { Page } from 'playwright';
import { archivePendingLog } from '#app/pending-work-logs/entries.server.ts';
import { describe, expect, test } from 'vitest';
import { hasScripts, hydrated, useBrowser, type Mode } from '#tests/support/browser.ts';
import { addPendingLog } from '#tests/support/pending-work-logs.ts';
import { addClient, addLog, addUser, addWorkType } from '#tests/support/entries.ts';
import { addRewriting } from '#tests/support/rewritings.ts';
import { useServer } from '#tests/support/use-server.ts';

const server = useServer();
const browser = useBrowser();

/** Every screen and every dialog there is; the ids are those of an empty database's first rows. */
const SIGNED_IN = [
  '/dashboard',
  '/work-logs',
  '/work-logs?startDate=nonsense',
  '/work-logs/new',
  '/work-logs/1/edit',
  '/work-logs/1/delete',
  '/work-logs/quick-log',
  '/pending-work-logs',
  '/pending-work-logs/sync',
  '/pending-work-logs/1/edit',
  '/archived-work-logs',
  '/archived-work-logs/2',
  '/descriptions/1',
  '/clients',
  '/clients/new',
  '/clients/1/edit',
  '/clients/1/deactivate',
  '/settings',
  '/settings/todoist/token',
  '/settings/todoist/remove',
  '/settings/xero/template',
  '/settings/xero/disconnect',
  '/settings/work-types/new',
  '/settings/work-types/1/edit',
  '/settings/work-types/1/delete',
  '/settings/users/1/delete',
  '/settings/approved-emails/new',
  '/settings/approved-emails/2/remove',
  '/research',
];
const SIGNED_OUT = ['/', '/api/login', '/research', '/terms', '/privacy'];

/** What is wrong with the page that is open, each as a sentence. */
function findFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const fields = document.querySelectorAll<
      HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
    >('input:not([type="hidden"]), select, textarea');
    for (const field of fields) {
      const label =
        field.getAttribute('aria-label') ??
        Array.from(field.labels ?? [], ({ innerText }) => innerText).join('');
      if (label.trim() === '') faults.push(`${field.name} has no label`);
      for (const id of (field.getAttribute('aria-describedby') ?? '').split(' ')) {
        if (id && !document.getElementById(id))
          faults.push(`${field.name} is described by nothing`);
      }
    }
    for (const control of document.querySelectorAll('a, button')) {
      const name = control.getAttribute('aria-label') ?? control.textContent;
      if (name.trim() === '') faults.push(`${control.outerHTML.slice(0, 80)} has no name`);
    }
    for (const image of document.querySelectorAll('img:not([alt])')) {
      faults.push(`${image.outerHTML.slice(0, 80)} has no alternative text`);
    }
    const ids = Array.from(document.querySelectorAll('[id]'), ({ id }) => id);
    for (const id of ids.filter((one, index) => ids.indexOf(one) !== index)) {
      faults.push(`${id} is the id of two elements`);
    }
    // Behind a modal dialog nothing is there for anybody.
    const shown = document.querySelector(':modal') ?? document;
    const headings = Array.from(shown.querySelectorAll('h1')).filter((heading) =>
      heading.checkVisibility(),
    ).length;
    if (headings !== 1) faults.push(`there are ${headings} main headings`);
    if (document.querySelectorAll('main').length !== 1) faults.push('there is not one main part');
    if (document.documentElement.lang !== 'en-GB') faults.push('the language is not said');
    return faults;
  });
}

/** Whether the page can be moved sideways, which a phone's must not. */
function isTooWide(page: Page): Promise<boolean> {
  return page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
}

function fillDatabase(): void {
  addUser(server(), 'robin@example.com');
  const clientId = addClient(server(), 'Harbour Dental');
  const workTypeId = addWorkType(server(), 'On-site support');
  const workLogId = addLog(server(), { clientId, workTypeId });
  addRewriting(server(), { subjectId: workLogId, before: 'Sample', after: 'Sample of 2 hours.' });
  addPendingLog(server(), { clientId, isClientSuggested: true });
  archivePendingLog(server().services, addPendingLog(server()));
}

describe('Every screen and every dialog', () => {
  test.for<Mode>(['desktop', 'phone', 'no scripts'])(
    'names its fields, controls and itself, with %s',
    async (mode) => {
      fillDatabase();
      const { page, takeProblem } = await browser.openSignedIn(server(), mode);
      const titles: string[] = [];
      for (const path of SIGNED_IN) {
        await page.goto(path);
        if (path.includes('nonsense')) await takeProblem('status of 400');
        if (hasScripts(mode)) await hydrated(page);
        expect(await findFaults(page), path).toEqual([]);
        if (mode === 'phone') expect(await isTooWide(page), `${path} is too wide`).toBe(false);
        titles.push(await page.title());
      }
      // Only the two addresses of Work Logs are one and the same screen.
      expect(new Set(titles).size, titles.join(', ')).toBe(SIGNED_IN.length - 1);
      for (const title of titles) expect(title).toMatch(/^\S.* · Tallyhour$/);
    },
  );

  test.for<Mode>(['phone', 'no scripts'])(
    'that is open to anybody does so, too, with %s',
    async (mode) => {
      const { page } = await browser.open(mode, { baseURL: server().url });
      const titles = new Set<string>();
      for (const path of SIGNED_OUT) {
        await page.goto(path);
        if (hasScripts(mode)) await hydrated(page);
        expect(await findFaults(page), path).toEqual([]);
        if (mode === 'phone') expect(await isTooWide(page), `${path} is too wide`).toBe(false);
        titles.add(await page.title());
      }
      expect(titles.size).toBe(SIGNED_OUT.length);
    },
  );

  test('would be found out if it did not', async () => {
    const { page } = await browser.open('desktop', { baseURL: server().url });
    await page.goto('/privacy');
    await hydrated(page);
    await page.evaluate(() => {
      const main = document.querySelector('main');
      main?.insertAdjacentHTML('beforeend', '<h1>Two</h1><input name="x"><p id="main"></p><a></a>');
    });
    expect(await findFaults(page)).toEqual([
      'x has no label',
      '<a></a> has no name',
      'main is the id of two elements',
      'there are 2 main headings',
    ]);
  });
});
