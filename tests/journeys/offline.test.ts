import { eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import { afterEach, describe, expect, test } from 'vitest';
import { updateWorkLog } from '#app/work-logs/work-logs.server.ts';
import { timers, workLogs } from '#db/schema.ts';
import { hydrated } from '#tests/support/browser.ts';
import { addClient, addLog, addWorkType } from '#tests/support/entries.ts';
import { seededRandom } from '#tests/support/flaky-line.ts';
import { keptOnDevice, sentEarlier, startOffliner, type Offliner } from '#tests/support/offline.ts';
import { arrivedAt, eventually, shown } from '#tests/support/page.ts';
import { useServer } from '#tests/support/use-server.ts';

const server = useServer();
let offliner: Offliner | null = null;

afterEach(async () => {
  await offliner?.own.end();
  await offliner?.line.stop();
  offliner = null;
});

const DAY = 24 * 60 * 60 * 1_000;
const dayBefore = (days: number) => new Date(Date.now() - days * DAY).toISOString().slice(0, 10);
const logs = () => server().services.db.select().from(workLogs).all();

/** Opens a page, with its scripts running. */
async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await hydrated(page);
}

/** Signs in, with a client, a work type and the forms for logging kept on the device. */
async function begin(random?: () => number) {
  const clientId = addClient(server(), 'Harbour Dental');
  const workTypeId = addWorkType(server(), 'Support');
  offliner = await startOffliner(server(), random);
  const { own, line } = offliner;
  await open(own.page, `${line.url}/work-logs`);
  await keptOnDevice(own.page, [
    '/work-logs/new',
    '/dashboard',
    '/timer',
    '/waiting',
    '/work-logs',
  ]);
  return { own, line, clientId, workTypeId };
}

async function addLogOffline(page: Page, url: string, text: string, date?: string): Promise<void> {
  await open(page, `${url}/work-logs/new`);
  await shown(page.getByText(/^You are offline; this is how it stood at/));
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

describe('Without a line', () => {
  test('20 logs, 5 edits and a timer survive the kill of the browser, and are saved once each', async () => {
    const { own, line, clientId, workTypeId } = await begin(seededRandom(20_261_122));
    const { services } = server();
    const edited = [1, 2, 3, 4, 5].map(() =>
      addLog(server(), { clientId, workTypeId, day: dayBefore(9) }),
    );
    const addresses = edited.map((id) => `/work-logs/${id}/edit`);
    for (const address of addresses) await open(own.page, `${line.url}${address}`);
    await keptOnDevice(own.page, addresses);

    line.cut();
    for (let number = 1; number <= 10; number += 1) {
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
    await shown(own.page.getByText('26 waiting to be sent'));
    await sentEarlier(own.page, 90 * 60_000);

    await own.killAndStart();
    // The first moment without a line after the start: what was kept is there.
    await open(own.page, `${line.url}/waiting`);
    await shown(own.page.getByText('26 waiting to be sent'));
    await own.page.getByRole('button', { name: 'Stop timer' }).click();
    await shown(own.page.getByText('27 waiting to be sent'));
    // The device was off for a day.
    await sentEarlier(own.page, DAY);
    expect(logs()).toHaveLength(5);
    // Somebody else changes one of the logs meanwhile.
    const [contested = 0, ...others] = edited;
    updateWorkLog(services, contested, { description: 'Newer' });

    line.back({ lostBefore: 0.3, lostAfter: 0.3 });
    await offliner?.signIn();
    await eventually(async () => {
      await own.page.goto(`${line.url}/waiting`).catch(() => undefined);
      await own.page
        .getByRole('button', { name: 'Send now' })
        .click()
        .catch(() => undefined);
      return own.page.locator('#waiting-count').textContent();
    }).toBe('1 to be looked at');

    const saved = logs().filter(({ id }) => !edited.includes(id));
    const made = saved.map(({ description, duration, day }) => [description, duration, day]);
    const expected = [...Array(10).keys()].flatMap((index) => [
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
    expect(line.count.lostAfter).toBeGreaterThan(5);

    line.back();
    await own.page.getByRole('button', { name: 'Open the form' }).click();
    const dialog = own.page.getByRole('dialog', { name: 'Edit Log' });
    await shown(dialog.getByText('Saved meanwhile by another window: Newer'));
    expect(await dialog.getByLabel('Description', { exact: true }).inputValue()).toBe(
      `Edited ${contested}`,
    );
  });
});
