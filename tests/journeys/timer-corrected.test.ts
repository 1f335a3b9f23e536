import { describe, expect, test } from 'vitest';
import { workLogs } from '#db/schema.ts';
import { expectMode, MODES, useBrowser } from '#tests/support/browser/browser.ts';
import { addClient, addWorkType } from '#tests/support/data/entries.ts';
import { arrivedAt, shown, toastShown } from '#tests/support/browser/page.ts';
import { useServer } from '#tests/support/server/use-server.ts';

const server = useServer();
const browser = useBrowser();

const at = (time: string) => {
  server().setClock(new Date(`2026-11-20T${time}:00Z`));
};

describe('Someone pauses the timer on any screen, goes on, puts its start right, and goes on with the log', () => {
  test.for(MODES)('with %s', async (mode) => {
    at('09:00');
    addClient(server(), 'Thorn');
    addWorkType(server(), 'Support');
    const visitor = await browser.openSignedIn(server(), mode);
    const { page } = visitor;
    await page.goto('/clients');
    await page.getByRole('button', { name: 'Start timer' }).click();
    await toastShown(page, 'Timer started');

    at('09:20');
    await page.goto('/clients');
    await page.getByRole('button', { name: 'Pause timer' }).click();
    await toastShown(page, 'Timer paused');
    await arrivedAt(page, '/clients');
    await expectMode(visitor);
    at('09:50');
    await page.goto('/clients');
    const time = page.getByRole('link', { name: /Timer: 0:20.*Paused/s });
    await shown(time);
    expect(await page.title()).toBe('‖ 0:20 · Clients · Tallyhour');
    await time.click();
    await page.getByRole('button', { name: 'Go on', exact: true }).click();
    await toastShown(page, 'Timer goes on');

    at('10:00');
    await page.getByRole('button', { name: '20 min earlier' }).click();
    await toastShown(page, 'Timer updated');
    await shown(page.getByText('Running: 0:50'));
    expect(await page.getByLabel('Started').inputValue()).toBe('2026-11-20T08:40');
    await page.getByLabel('Started').fill('2026-11-20T08:30');
    await page.locator('#timer').getByLabel('Client').selectOption('Thorn');
    await page.locator('#timer').getByLabel('Work Type').selectOption('1');
    await page.getByLabel('Description').fill('Mailbox full');
    await page.getByRole('button', { name: 'Stop', exact: true }).last().click();
    await toastShown(page, '1h 0m for Thorn, Support: £60.00');
    await expectMode(visitor);
    const [log] = server().services.db.select().from(workLogs).all();
    expect(log).toMatchObject({
      duration: 60,
      startedAt: new Date('2026-11-20T08:30:00Z'),
      endedAt: new Date('2026-11-20T10:00:00Z'),
    });

    await page.goto(`/work-logs/${log?.id ?? 0}/edit`);
    await shown(page.getByText('Done 08:30–10:00.'));
    await page.getByRole('button', { name: /^Go on with this/ }).click();
    await toastShown(page, 'Timer started for Thorn');
    await page.goto('/timer');
    expect(await page.getByLabel('Description').inputValue()).toBe('Mailbox full');
  });
});

test('The time of a paused timer stands where scripts run', async () => {
  at('09:00');
  const { page } = await browser.openSignedIn(server(), 'desktop');
  await page.goto('/timer');
  await page.getByRole('button', { name: 'Start timer' }).last().click();
  await toastShown(page, 'Timer started');
  await page.getByRole('button', { name: 'Pause timer' }).click();
  await toastShown(page, 'Timer paused');
  await page.clock.install();
  await page.reload();
  await shown(page.getByRole('link', { name: /Timer: 0:00/ }));
  await page.clock.runFor(61 * 60_000);
  await shown(page.getByRole('link', { name: /Timer: 0:00/ }));
});
