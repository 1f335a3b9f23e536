import { describe, expect, test } from 'vitest';
import { workLogs } from '#db/schema.ts';
import { expectMode, BOTH, useBrowser } from '#tests/support/browser/browser.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { arrivedAt, eventually, gone, shown, toastShown } from '#tests/support/browser/page.ts';
import { useServer } from '#tests/support/server/use-server.ts';

const server = useServer();
const browser = useBrowser();

const countLogs = () => server().services.db.select().from(workLogs).all().length;

describe('Someone repeats a log from the list, the Dashboard and the quick log, takes one back, and adds two in a row', () => {
  test.for(BOTH)('with %s', async (mode) => {
    server().setClock(new Date('2026-11-20T09:00:00Z'));
    const clientId = addClient(server(), 'Thorn');
    const workTypeId = addWorkType(server(), 'Support');
    addLog(server(), { clientId, workTypeId, day: '2026-11-19' });
    const visitor = await browser.openSignedIn(server(), mode);
    const { page } = visitor;

    await page.goto('/work-logs');
    await expectMode(visitor);
    // On a phone the row has only the way into its dialog, where the rest is.
    if (mode === 'phone') await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByRole('button', { name: 'Repeat 1h 0m for Thorn' }).click();
    await toastShown(page, '1h 0m for Thorn, Support: £60.00');
    expect(countLogs()).toBe(2);
    await page.getByRole('button', { name: 'Undo' }).click();
    await toastShown(page, 'Work log deleted successfully');
    expect(countLogs()).toBe(1);

    await page.goto('/dashboard');
    const activity = page.getByRole('region', { name: 'Recent Activity' });
    await activity.getByRole('button', { name: 'Repeat 1h 0m for Thorn' }).click();
    await toastShown(page, 'Work logged successfully');
    await arrivedAt(page, '/dashboard');
    expect(countLogs()).toBe(2);

    await page.goto('/work-logs/quick-log?back=%2Fclients');
    const usual = page.getByRole('dialog').getByRole('region', { name: 'Again' });
    await usual.getByRole('button', { name: 'Repeat 1h 0m for Thorn, Support' }).click();
    await toastShown(page, 'Work logged successfully');
    await arrivedAt(page, '/clients');
    expect(countLogs()).toBe(3);

    await page.goto('/work-logs');
    await page.getByRole('link', { name: 'Edit' }).last().click();
    const edit = page.getByRole('dialog', { name: 'Edit Log' });
    await edit.getByRole('button', { name: 'Repeat 1h 0m for Thorn' }).click();
    await toastShown(page, '1h 0m for Thorn, Support: £60.00');
    await gone(edit);
    await arrivedAt(page, '/work-logs');
    expect(countLogs()).toBe(4);
    await page.getByRole('button', { name: 'Undo' }).click();
    await toastShown(page, 'Work log deleted successfully');
    expect(countLogs()).toBe(3);

    await page.goto('/work-logs/new');
    const form = page.getByRole('dialog', { name: 'Add Log' });
    await form.getByLabel('Client').selectOption('Thorn');
    await form.getByLabel('Work Type').selectOption(String(workTypeId));
    await form.getByLabel('Duration').fill('2h');
    await form.getByRole('button', { name: 'Save and add another' }).click();
    await toastShown(page, 'Work log created successfully');
    await shown(form);
    await eventually(() => form.getByLabel('Duration').inputValue()).toBe('');
    expect(countLogs()).toBe(4);
    await expectMode(visitor);
  });
});
