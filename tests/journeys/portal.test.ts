import type { Page } from 'playwright';
import { afterEach, describe, expect, test } from 'vitest';
import { clients, workLogs } from '#db/schema.ts';
import { hydrated, useBrowser } from '#tests/support/browser/browser.ts';
import { IS_MATRIX } from '#tests/support/browser/modes.ts';
import { keptOnDevice, startCutLine, useOffliner } from '#tests/support/browser/offline.ts';
import { eventually, shown } from '#tests/support/browser/page.ts';
import { addClient, addWorkType } from '#tests/support/data/entries.ts';
import { PORTAL_TEXT, type Portal } from '#tests/support/server/flaky-line.ts';
import { useServer } from '#tests/support/server/use-server.ts';

/** What becomes of a form that another network answers, one that wants a sign-in of its own first. */

const server = useServer();
const browser = useBrowser();
const startOffliner = useOffliner();
const ends: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const TEXT = 'Cabled the new wing';
const PORTALS: Portal[] = ['leads away', 'shows its page'];
const WAYS = IS_MATRIX ? (['with scripts', 'in Lite'] as const) : (['with scripts'] as const);

const logs = () =>
  server()
    .services.db.select()
    .from(workLogs)
    .all()
    .map(({ description }) => description);
const clientNames = () =>
  server()
    .services.db.select()
    .from(clients)
    .all()
    .map(({ name }) => name);

/** Fills in a form that logs work, and gives its button. */
async function fillIn(form: ReturnType<Page['locator']>): Promise<void> {
  await form.getByLabel('Client').selectOption('Harbour Dental');
  await form.getByLabel('Work Type').selectOption({ index: 1 });
  await form.getByLabel('Description', { exact: true }).fill(TEXT);
}

describe('With the service worker', () => {
  async function begin(way: (typeof WAYS)[number]) {
    addClient(server(), 'Harbour Dental');
    addWorkType(server(), 'Support');
    const { own, line } = await startOffliner(server());
    const { page } = own;
    await page.goto(`${line.url}/work-logs`);
    await hydrated(page);
    await keptOnDevice(page, ['/work-logs/new', '/waiting', '/work-logs', '/dashboard']);
    if (way === 'in Lite') {
      await own.context.addCookies([{ name: 'lite', value: 'on', url: line.url }]);
    }
    const open = async (path: string) => {
      await page.goto(line.url + path);
      if (way === 'with scripts') await hydrated(page);
    };
    return { page, line, open };
  }

  describe.for(WAYS)('%s', (way) => {
    test.for(PORTALS)('a log waits, and is saved once: the portal %s', async (portal) => {
      const { page, line, open } = await begin(way);
      await open('/work-logs/new');
      const dialog = page.getByRole('dialog', { name: 'Add Log' });
      await fillIn(dialog);
      await dialog.getByLabel('Duration (hours)').fill('1.5');
      line.portal(portal);
      await dialog.getByRole('button', { name: 'Save', exact: true }).click();
      if (way === 'in Lite') {
        await shown(page.getByRole('heading', { name: 'This waits to be sent' }));
        await page.getByRole('link', { name: 'Back to the start' }).click();
      }
      // A person sees what the network wants.
      await shown(page.getByText(PORTAL_TEXT));
      expect(logs()).toEqual([]);
      line.portal(null);
      await page.goto(`${line.url}/work-logs`);
      await eventually(logs).toEqual([TEXT]);
      await page.goto(`${line.url}/waiting`);
      await shown(page.getByText('Nothing to send.'));
      expect(logs()).toEqual([TEXT]);
    });

    test.for(PORTALS)('a form that cannot wait is kept for Back: the portal %s', async (portal) => {
      const { page, line, open } = await begin(way);
      await open('/clients/new');
      const name = page.getByLabel('Client Name');
      await name.fill('Thorn');
      line.portal(portal);
      const press = page.getByRole('dialog').getByRole('button', { name: 'Add Client' });
      await press.click();
      if (way === 'in Lite') {
        await shown(page.getByRole('heading', { name: 'Another network answered' }));
        line.portal(null);
        await page.goBack();
      } else {
        await shown(page.getByText('No connection. What you entered is kept here'));
        line.portal(null);
        await eventually(clientNames).toContain('Thorn');
        return;
      }
      expect(await name.inputValue()).toBe('Thorn');
      expect(clientNames()).toEqual(['Harbour Dental']);
      await press.click();
      await eventually(clientNames).toEqual(['Harbour Dental', 'Thorn']);
    });
  });

  test('what a portal answers for a file of ours is not kept as that file', async () => {
    const { page, line } = await begin('with scripts');
    line.portal('shows its page');
    const answer = await page.evaluate(async () => (await fetch('/assets/none-1.js')).text());
    expect(answer).toContain(PORTAL_TEXT);
    const isKept = (path: string) =>
      page.evaluate(async (name) => (await caches.match(name)) !== undefined, path);
    expect(await isKept('/assets/none-1.js')).toBe(false);
    // A control: a file of ours is kept.
    line.portal(null);
    const own = await page.evaluate(
      () => document.querySelector('link[rel="stylesheet"]')?.getAttribute('href') ?? '',
    );
    await page.evaluate((path) => fetch(path), own);
    await eventually(() => isKept(own)).toBe(true);
  });
});

describe('Without scripts and without a worker', () => {
  /** The forms of which browsers keep the page, and one on a screen that they may not keep. */
  const FORMS = [
    ['/work-logs/new', 'Save'],
    ['/dashboard', 'Log Work'],
  ] as const;

  test.for(PORTALS.flatMap((portal) => FORMS.map((form) => [...form, portal] as const)))(
    'the browser has %s, filled in, and %s saves it once: the portal %s',
    async ([path, press, portal]) => {
      addClient(server(), 'Harbour Dental');
      addWorkType(server(), 'Support');
      const line = await startCutLine(server().url);
      ends.push(line.stop);
      const session = { url: line.url, cookie: await server().signIn() };
      const { page, takeProblem } = await browser.open('no scripts', { session });
      await page.goto(line.url + path);
      const form = page
        .locator('form')
        .filter({ has: page.getByRole('button', { name: press, exact: true }) });
      await fillIn(form);
      if (path === '/dashboard') await form.getByLabel('Hours', { exact: true }).fill('2');
      else await form.getByLabel('Duration (hours)').fill('2');
      line.portal(portal);
      await form.getByRole('button', { name: press, exact: true }).click();
      if (portal === 'leads away') {
        // A browser follows no form of ours to another site: it stays where it is.
        await takeProblem("form-action 'self'");
        line.portal(null);
      } else {
        await shown(page.getByText(PORTAL_TEXT));
        line.portal(null);
        await page.goBack();
      }
      expect(await form.getByLabel('Description', { exact: true }).inputValue()).toBe(TEXT);
      await form.getByRole('button', { name: press, exact: true }).click();
      await eventually(logs).toEqual([TEXT]);
    },
  );
});
