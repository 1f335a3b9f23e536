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

describe('Someone starts the timer, sees it on another screen, stops it, and says what it was for', () => {
  test.for(MODES)('with %s', async (mode) => {
    at('09:00');
    addClient(server(), 'Thorn');
    addWorkType(server(), 'Support');
    const visitor = await browser.openSignedIn(server(), mode);
    const { page } = visitor;
    await page.goto('/clients');
    await expectMode(visitor);
    await page.getByRole('button', { name: 'Start timer' }).click();
    await toastShown(page, 'Timer started');
    await arrivedAt(page, '/clients');

    at('09:42');
    await page.goto('/settings');
    await shown(page.getByRole('link', { name: /Timer: 0:42/ }));
    expect(await page.title()).toBe('▶ 0:42 · Settings · Tallyhour');

    await page.getByRole('button', { name: 'Stop timer' }).click();
    const draft = page.getByRole('dialog', { name: 'Time to be logged' });
    await shown(draft);
    expect(await draft.getByLabel('Ended').inputValue()).toBe('2026-11-20T09:42');
    await draft.getByLabel('Work Type').selectOption('1');
    await draft.getByRole('button', { name: 'Log', exact: true }).last().click();
    await shown(draft.getByText('Please select client and work type'));
    await visitor.takeProblem('400');
    await draft.getByLabel('Client').selectOption('Thorn');
    await draft.getByLabel('Description').fill('Mailbox full');
    await draft.getByRole('button', { name: 'Log', exact: true }).last().click();
    await toastShown(page, '0h 42m for Thorn, Support: £42.00');
    await expectMode(visitor);
    expect(server().services.db.select().from(workLogs).all()).toMatchObject([
      { duration: 42, description: 'Mailbox full', totalPence: 4_200 },
    ]);

    await page.getByRole('button', { name: 'Undo' }).click();
    await toastShown(page, 'Work log deleted successfully');
    expect(server().services.db.select().from(workLogs).all()).toEqual([]);
  });
});

test('The timer asks for nothing, and the time of a stopped one for client and work type', async () => {
  at('09:00');
  const { page } = await browser.openSignedIn(server(), 'no scripts');
  const marks = () => page.locator('main label', { hasText: '*' }).allTextContents();
  await page.goto('/timer');
  expect(await marks()).toEqual([]);
  await page.getByRole('button', { name: 'Start timer' }).first().click();
  at('09:42');
  await page.goto('/timer');
  expect(await marks()).toEqual([]);
  await page.getByRole('button', { name: 'Stop', exact: true }).last().click();
  await shown(page.getByRole('dialog', { name: 'Time to be logged' }));
  expect(await marks()).toEqual(['Ended *', 'Client *', 'Work Type *']);
});

test('The time of the running timer goes on by itself where scripts run', async () => {
  const visitor = await browser.openSignedIn(server(), 'desktop');
  const { page } = visitor;
  await page.goto('/timer');
  await page.getByRole('button', { name: 'Start timer' }).last().click();
  await shown(page.getByRole('link', { name: /Timer: 0:00/ }));
  await page.clock.install();
  await page.reload();
  await expectMode(visitor);
  await page.clock.runFor(61 * 60_000);
  await shown(page.getByRole('link', { name: /Timer: 1:01/ }));
  expect(await page.title()).toBe('▶ 1:01 · Timer · Tallyhour');
});
