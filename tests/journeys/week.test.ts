import { describe, expect, test } from 'vitest';
import { workLogs } from '#db/schema.ts';
import { expectMode, hasScripts, MODES, useBrowser } from '#tests/support/browser/browser.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { arrivedAt, eventually, goTo, shown, toastShown } from '#tests/support/browser/page.ts';
import { useServer } from '#tests/support/server/use-server.ts';

const server = useServer();
const browser = useBrowser();

describe('Someone looks at the week, logs on a day of it, moves that log, and goes to the week before', () => {
  test.for(MODES)('with %s', async (mode) => {
    server().setClock(new Date('2026-11-20T09:00:00Z'));
    const clientId = addClient(server(), 'Thorn');
    const workTypeId = addWorkType(server(), 'Support');
    addLog(server(), { clientId, workTypeId, day: '2026-11-16' });
    const visitor = await browser.openSignedIn(server(), mode);
    const { page } = visitor;
    await page.goto('/dashboard');
    await expectMode(visitor);
    await goTo(page, 'Week');
    const day = (name: string) => page.getByRole('region', { name, exact: true });
    const grid = page.getByRole('table', { name: 'Work of the week by client and day' });
    await shown(grid.getByRole('row', { name: 'Thorn' }).getByText('1h 0m').first());
    await shown(grid.getByText('Nothing logged').first());
    await grid.getByRole('link', { name: 'Tue 17 Nov' }).click();
    await shown(day('Tue 17 Nov').getByText('Nothing logged'));

    await page.getByRole('link', { name: 'Log work on Tue 17 Nov' }).click();
    const form = page.getByRole('dialog', { name: 'Add Log' });
    await form.getByLabel('Client').selectOption('Thorn');
    await form.getByLabel('Work Type').selectOption(String(workTypeId));
    await form.getByLabel('Duration').fill('1:30');
    await form.getByRole('button', { name: 'Save', exact: true }).last().click();
    await toastShown(page, 'Work log created successfully');
    await arrivedAt(page, '/week?of=2026-11-17');
    await shown(day('Tue 17 Nov').getByText('1h 30m').first());

    await page.getByRole('button', { name: 'Move to the day after: 1h 30m for Thorn' }).click();
    await toastShown(page, 'Moved to 18 Nov 2026');
    await shown(day('Tue 17 Nov').getByText('Nothing logged'));
    await grid.getByRole('link', { name: '1h 30m' }).first().click();
    await shown(day('Wed 18 Nov').getByText('1h 30m').first());
    const moved = () => server().services.db.select().from(workLogs).all();
    await eventually(() => moved().map((log) => log.day)).toContain('2026-11-18');

    if (hasScripts(mode)) await page.keyboard.press('ArrowLeft');
    else await page.getByRole('link', { name: 'Previous week' }).click();
    await arrivedAt(page, '/week?of=2026-11-09');
    await shown(page.getByText('9 Nov 2026 – 15 Nov 2026'));
    expect(await page.title()).toBe('Week · Tallyhour');
    await expectMode(visitor);
  });
});
