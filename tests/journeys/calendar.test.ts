import { describe, expect, test } from 'vitest';
import { expectMode, MODES, useBrowser } from '#tests/support/browser/browser.ts';
import { addClient, addWorkType } from '#tests/support/data/entries.ts';
import { gone, shown, toastShown } from '#tests/support/browser/page.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visit } from '#tests/support/server/visitor.ts';

const server = useServer();
const browser = useBrowser();

describe('Someone makes the address of their calendar, makes it anew and ends it', () => {
  test.for(MODES)('with %s', async (mode) => {
    const visitor = await browser.openSignedIn(server(), mode);
    const { page } = visitor;
    const read = async () => {
      const field = page.getByLabel('Address of your calendar');
      await shown(field);
      return (await field.inputValue()).replace(server().url, '');
    };
    const statusOf = async (path: string) => (await visit(server()).get(path)).status;
    await page.goto('/settings/calendar');
    await expectMode(visitor);
    await shown(page.getByText('No address yet'));
    await page.getByRole('button', { name: 'Make an address' }).click();
    const first = await read();
    expect(await statusOf(first)).toBe(200);

    await page.goto('/settings/calendar');
    await gone(page.getByLabel('Address of your calendar'));
    await page.getByRole('button', { name: 'Make a new address' }).click();
    const second = await read();
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);

    await page.getByRole('button', { name: 'End the address' }).click();
    await toastShown(page, 'The address has ended. Calendars that read it get nothing any more.');
    await shown(page.getByText('No address yet'));
    await gone(page.getByLabel('Address of your calendar'));
    expect(await statusOf(second)).toBe(404);
  });
});

describe('Someone reviews what another program told of', () => {
  test.for(MODES)('with %s', async (mode) => {
    addClient(server(), 'Windmill Lane');
    addWorkType(server(), 'Programming');
    const visitor = await browser.openSignedIn(server(), mode);
    const { page } = visitor;
    const told = await page.request.post(`${server().url}/api/pending-worklogs`, {
      data: {
        ...{ source: 'git', sourceId: 'abc', taskName: 'Mend the login form' },
        ...{ completedAt: '2026-03-27T16:45:30Z', projectName: 'Windmill Lane', duration: 45 },
        labels: ['Programming'],
      },
    });
    expect(told.status()).toBe(201);
    await page.goto('/pending-work-logs');
    await expectMode(visitor);
    await shown(page.getByText('From git'));
    await page.getByRole('button', { name: /^Confirm Mend the login form/ }).click();
    await toastShown(page, 'Work log confirmed and added to work logs');
    const logs = await page.request.get(`${server().url}/api/work-logs`);
    expect(await logs.json()).toMatchObject([
      { client: { name: 'Windmill Lane' }, workType: { name: 'Programming' }, duration: 45 },
    ]);
  });
});
