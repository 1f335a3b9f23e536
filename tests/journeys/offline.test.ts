import { eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { startTimer } from '#app/work-logs/timer/timer.server.ts';
import { updateWorkLog } from '#app/work-logs/work-logs.server.ts';
import { timers, workLogs } from '#db/schema.ts';
import { hydrated } from '#tests/support/browser/browser.ts';
import { IS_MATRIX } from '#tests/support/browser/modes.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { seededRandom } from '#tests/support/server/flaky-line.ts';
import { keptOnDevice, sentEarlier, useOffliner } from '#tests/support/browser/offline.ts';
import { arrivedAt, eventually, shown, toastShown } from '#tests/support/browser/page.ts';
import { useServer } from '#tests/support/server/use-server.ts';

const server = useServer();
const startOffliner = useOffliner();

const DAY = 24 * 60 * 60 * 1_000;
/** Not near midnight, which what was sent some hours ago would cross. */
const NOON = new Date('2026-11-22T12:00:00Z');
const dayBefore = (days: number) =>
  new Date(NOON.getTime() - days * DAY).toISOString().slice(0, 10);
const logs = () => server().services.db.select().from(workLogs).all();

/** Opens a page, with its scripts running. */
async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await hydrated(page);
}

/** Signs in, with a client, a work type and the forms for logging kept on the device. */
async function begin(random?: () => number) {
  server().setClock(NOON);
  const clientId = addClient(server(), 'Harbour Dental');
  const workTypeId = addWorkType(server(), 'Support');
  const { own, line, signIn } = await startOffliner(server(), { random });
  await open(own.page, `${line.url}/work-logs`);
  await keptOnDevice(own.page, [
    '/work-logs/new',
    '/dashboard',
    '/timer',
    '/waiting',
    '/work-logs',
  ]);
  return { own, line, signIn, clientId, workTypeId };
}

async function addLogOffline(page: Page, url: string, text: string, date?: string): Promise<void> {
  await open(page, `${url}/work-logs/new`);
  await shown(page.getByText(/^You are offline\. Last updated at/));
  const dialog = page.getByRole('dialog', { name: 'Add Log' });
  await dialog.getByLabel('Client').selectOption('Harbour Dental');
  await dialog.getByLabel('Work Type').selectOption({ index: 1 });
  await dialog.getByLabel('Duration (hours)').fill('1.5');
  await dialog.getByLabel('Description', { exact: true }).fill(text);
  if (date !== undefined) await dialog.getByLabel('Date').fill(date);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await arrivedAt(page, '/waiting');
}

async function logQuicklyOffline(page: Page, url: string, text: string): Promise<void> {
  await open(page, `${url}/dashboard`);
  const card = page.getByRole('region', { name: 'Quick Work Log Entry' });
  await card.getByLabel('Client').selectOption('Harbour Dental');
  await card.getByLabel('Work Type').selectOption({ index: 1 });
  await card.getByLabel('Hours', { exact: true }).fill('2');
  await card.getByLabel('Description', { exact: true }).fill(text);
  await card.getByRole('button', { name: 'Log Work' }).click();
  await arrivedAt(page, '/waiting');
}

async function editOffline(page: Page, url: string, id: number, text: string): Promise<void> {
  await open(page, `${url}/work-logs/${id}/edit`);
  const dialog = page.getByRole('dialog', { name: 'Edit Log' });
  await dialog.getByLabel('Description', { exact: true }).fill(text);
  await dialog.getByRole('button', { name: 'Update' }).click();
  await arrivedAt(page, '/waiting');
}

/** How many logs of each of two forms, and how many edits: all that an evening brings are in the matrix. */
const [PAIRS, EDITS] = IS_MATRIX ? [10, 5] : [4, 3];

describe('Without a line', () => {
  test(`${2 * PAIRS} logs, ${EDITS} edits and a timer survive the kill of the browser, and are saved once each`, async () => {
    const { own, line, signIn, clientId, workTypeId } = await begin(seededRandom(20_261_122));
    const { services } = server();
    const edited = Array.from({ length: EDITS }, () =>
      addLog(server(), { clientId, workTypeId, day: dayBefore(9) }),
    );
    const addresses = edited.map((id) => `/work-logs/${id}/edit`);
    for (const address of addresses) await open(own.page, `${line.url}${address}`);
    await keptOnDevice(own.page, addresses);

    line.cut();
    for (let number = 1; number <= PAIRS; number += 1) {
      const date = number % 2 === 0 ? dayBefore(3) : undefined;
      await addLogOffline(own.page, line.url, `Form ${number}`, date);
      await logQuicklyOffline(own.page, line.url, `Quick ${number}`);
    }
    for (const id of edited) await editOffline(own.page, line.url, id, `Edited ${id}`);
    await open(own.page, `${line.url}/timer`);
    await own.page.getByLabel('Client').selectOption('Harbour Dental');
    await own.page.getByLabel('Work Type').selectOption({ index: 1 });
    await own.page.getByRole('main').getByRole('button', { name: 'Start timer' }).click();
    await arrivedAt(own.page, '/waiting');
    await shown(own.page.getByText(`${2 * PAIRS + EDITS + 1} waiting to be sent`));
    await sentEarlier(own.page, 90 * 60_000);

    await own.killAndStart();
    // The first moment without a line after the start: what was kept is there.
    await open(own.page, `${line.url}/waiting`);
    await shown(own.page.getByText(`${2 * PAIRS + EDITS + 1} waiting to be sent`));
    await own.page.getByRole('button', { name: 'Stop timer' }).click();
    await shown(own.page.getByText(`${2 * PAIRS + EDITS + 2} waiting to be sent`));
    // The device was off for a day.
    await sentEarlier(own.page, DAY);
    expect(logs()).toHaveLength(EDITS);
    // Somebody else changes one of the logs meanwhile.
    const [contested = 0, ...others] = edited;
    updateWorkLog(services, contested, { description: 'Newer' });

    line.back({ lostBefore: 0.3, lostAfter: 0.3 });
    await signIn();
    await eventually(async () => {
      await own.page.goto(`${line.url}/waiting`).catch(() => undefined);
      await own.page
        .getByRole('button', { name: 'Send now' })
        .click()
        .catch(() => undefined);
      return own.page.locator('#waiting-count').textContent();
    }).toBe('1 to check');

    const saved = logs().filter(({ id }) => !edited.includes(id));
    const made = saved.map(({ description, duration, day }) => [description, duration, day]);
    const expected = [...Array(PAIRS).keys()].flatMap((index) => [
      [`Form ${index + 1}`, 90, index % 2 === 1 ? dayBefore(3) : dayBefore(0)],
      [`Quick ${index + 1}`, 120, dayBefore(1)],
    ]);
    expect(made.sort()).toEqual([...expected, ['', 90, dayBefore(1)]].sort());
    expect(services.db.select().from(timers).all()).toEqual([]);
    for (const id of others) {
      const [log] = services.db.select().from(workLogs).where(eq(workLogs.id, id)).all();
      expect([log?.description, log?.day]).toEqual([`Edited ${id}`, dayBefore(9)]);
    }
    const [kept] = services.db.select().from(workLogs).where(eq(workLogs.id, contested)).all();
    expect(kept?.description).toBe('Newer');
    // A control: the line was as bad as the test says.
    expect(line.count.lostAfter).toBeGreaterThan(EDITS - 1);

    line.back();
    await own.page.getByRole('button', { name: 'Open the form' }).click();
    const dialog = own.page.getByRole('dialog', { name: 'Edit Log' });
    await shown(dialog.getByText('Saved by someone else: Newer'));
    expect(await dialog.getByLabel('Description', { exact: true }).inputValue()).toBe(
      `Edited ${contested}`,
    );
  });

  test('a second edit of a log goes on from the first, which still waits', async () => {
    const { own, line, clientId, workTypeId } = await begin();
    const id = addLog(server(), { clientId, workTypeId, day: dayBefore(2) });
    await open(own.page, `${line.url}/work-logs/${id}/edit`);
    await keptOnDevice(own.page, [`/work-logs/${id}/edit`]);
    line.cut();
    await editOffline(own.page, line.url, id, 'First');
    await open(own.page, `${line.url}/work-logs/${id}/edit`);
    const dialog = own.page.getByRole('dialog', { name: 'Edit Log' });
    await dialog.getByLabel('Duration (hours)').fill('4');
    await dialog.getByRole('button', { name: 'Update' }).click();
    await shown(own.page.getByText('2 waiting to be sent'));
    await editOffline(own.page, line.url, id, 'Third');
    line.back();
    await own.page.getByRole('button', { name: 'Send now' }).click();
    await shown(own.page.getByText('Nothing to send.'));
    expect(logs().map(({ description, duration }) => [description, duration])).toEqual([
      ['Third', 240],
    ]);
  });

  test('the timer starts and stops in the frame, and what waits is sent once there is a line', async () => {
    const { own, line } = await begin();
    await own.context.setOffline(true);
    await own.page.getByRole('button', { name: 'Start timer' }).click();
    await shown(own.page.getByText('1 waiting to be sent'));
    await own.page.getByRole('button', { name: 'Stop timer' }).click();
    await shown(own.page.getByText('2 waiting to be sent'));
    await shown(own.page.getByRole('button', { name: 'Start timer' }));
    await addLogOffline(own.page, line.url, 'In the basement');
    // Nobody presses anything: the browser says that it is online again.
    await own.context.setOffline(false);
    await eventually(() => logs().map(({ description }) => description)).toEqual([
      'In the basement',
    ]);
    await shown(own.page.getByText('1 to check'));
    await shown(own.page.getByText(/^The timer has run for under half a minute/));
  });

  test('a timer that was started and stopped offline ran until its stop, though another was started since', async () => {
    const { own, line } = await begin();
    await own.context.setOffline(true);
    await open(own.page, `${line.url}/timer`);
    await own.page.getByLabel('Client').selectOption('Harbour Dental');
    await own.page.getByLabel('Work Type').selectOption({ index: 1 });
    await own.page.getByRole('main').getByRole('button', { name: 'Start timer' }).click();
    await shown(own.page.getByText('1 waiting to be sent'));
    await sentEarlier(own.page, 60 * 60_000);
    await own.page.getByRole('button', { name: 'Stop timer' }).click();
    await shown(own.page.getByText('2 waiting to be sent'));
    await sentEarlier(own.page, 3 * 60 * 60_000);
    const elsewhere = { clientId: null, workTypeId: null, jobId: null, description: 'Elsewhere' };
    startTimer(server().services, { id: 1 }, elsewhere);
    await own.context.setOffline(false);
    await eventually(() => logs().map(({ duration }) => duration)).toEqual([60]);
    await eventually(() => own.page.locator('#waiting-count').textContent()).toBe('');
    const running = server().services.db.select().from(timers).all();
    expect(running.map(({ description }) => description)).toEqual(['Elsewhere']);
  });

  test('forms wait without scripts, too, and are sent with the next page', async () => {
    const { own, line } = await begin();
    await own.context.addCookies([{ name: 'lite', value: 'on', url: line.url }]);
    await own.page.goto(`${line.url}/work-logs/new`);
    await own.page.goto(`${line.url}/waiting`);
    expect(await own.page.locator('script').count()).toBe(0);
    await eventually(() =>
      own.page.evaluate(async () => {
        const kept = await (await caches.open('pages-1')).match('/work-logs/new');
        return (await kept?.text())?.includes('<script');
      }),
    ).toBe(false);
    line.cut();
    for (const text of ['One', 'Two']) {
      await own.page.goto(`${line.url}/work-logs/new`);
      const dialog = own.page.getByRole('dialog', { name: 'Add Log' });
      await dialog.getByLabel('Client').selectOption('Harbour Dental');
      await dialog.getByLabel('Work Type').selectOption({ index: 1 });
      await dialog.getByLabel('Duration (hours)').fill('1');
      await dialog.getByLabel('Description', { exact: true }).fill(text);
      await dialog.getByRole('button', { name: 'Save', exact: true }).click();
      await arrivedAt(own.page, '/waiting');
    }
    await shown(own.page.getByText('2 waiting to be sent'));
    line.back();
    await own.page.goto(`${line.url}/clients`);
    await eventually(() => logs().map(({ description }) => description)).toEqual(['One', 'Two']);
  });

  test('Back, and the same form sent again, makes one log, with the worker in between', async () => {
    const { own, line } = await begin();
    await own.context.addCookies([{ name: 'lite', value: 'on', url: line.url }]);
    await own.page.goto(`${line.url}/work-logs/new`);
    const dialog = own.page.getByRole('dialog', { name: 'Add Log' });
    await dialog.getByLabel('Client').selectOption('Harbour Dental');
    await dialog.getByLabel('Work Type').selectOption({ index: 1 });
    await dialog.getByLabel('Duration (hours)').fill('1');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await toastShown(own.page, 'Work log created successfully');
    await own.page.goBack();
    await arrivedAt(own.page, '/work-logs/new');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await toastShown(own.page, 'Work log created successfully');
    expect(logs()).toHaveLength(1);
  });

  test('what cannot wait says so', async () => {
    const { own, line } = await begin();
    await own.context.addCookies([{ name: 'lite', value: 'on', url: line.url }]);
    await own.page.goto(`${line.url}/clients/new`);
    await own.page.getByLabel('Client Name').fill('Thorn');
    line.cut();
    await own.page
      .getByRole('dialog')
      .getByRole('button', { name: /^(Add|Save|Create)/ })
      .click();
    await shown(own.page.getByRole('heading', { name: 'This needs a connection' }));
  });
});

describe('After a deploy', () => {
  test('a page whose files are gone from the server still has all its scripts', async () => {
    const { own, line } = await begin();
    line.lose(/^\/assets\//);
    await open(own.page, `${line.url}/work-logs`);
    await open(own.page, `${line.url}/dashboard`);
    // A control: nobody else gets these files any more.
    const [asset = ''] = await own.page.evaluate(() =>
      [...document.scripts].flatMap(({ text }) => text.match(/\/assets\/[\w.-]+/g) ?? []),
    );
    expect((await fetch(line.url + asset)).status).toBe(404);
  });
});

/** From now on the worker's storage takes nothing more. */
const FULL = `
  globalThis.refused = 0;
  const refuse = () => {
    refused += 1;
    throw new DOMException('The disk is full.', 'QuotaExceededError');
  };
  IDBObjectStore.prototype.add = refuse;
  IDBObjectStore.prototype.put = refuse;
  Cache.prototype.put = async () => refuse();`;

describe('A device whose storage is full', () => {
  test('logs over a good line as one without any', async () => {
    const { own, line } = await begin();
    const [worker] = own.context.serviceWorkers();
    await worker?.evaluate(FULL);
    await open(own.page, `${line.url}/work-logs/new`);
    const dialog = own.page.getByRole('dialog', { name: 'Add Log' });
    await dialog.getByLabel('Client').selectOption('Harbour Dental');
    await dialog.getByLabel('Work Type').selectOption({ index: 1 });
    await dialog.getByLabel('Duration (hours)').fill('1.5');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await toastShown(own.page, 'Work log created successfully');
    expect(logs()).toHaveLength(1);
    // A control: the worker wanted to store it.
    expect(Number(await worker?.evaluate('refused'))).toBeGreaterThan(0);
  });
});
