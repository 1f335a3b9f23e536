import { describe, expect, test } from 'vitest';
import { apiTokens } from '#db/schema.ts';
import { expectMode, MODES, useBrowser } from '#tests/support/browser/browser.ts';
import { arrivedAt, shown, toastShown } from '#tests/support/browser/page.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visit } from '#tests/support/server/visitor.ts';

const server = useServer();
const browser = useBrowser();

describe('Someone makes a token for a program, sees it once, and ends it', () => {
  test.for(MODES)('with %s', async (mode) => {
    const visitor = await browser.openSignedIn(server(), mode);
    const { page } = visitor;
    await page.goto('/settings');
    await page.getByRole('link', { name: 'Programs' }).first().click();
    await arrivedAt(page, '/settings/tokens');
    await shown(page.getByText('No tokens yet'));
    await page.getByRole('link', { name: 'Make Token' }).click();
    const dialog = page.getByRole('dialog', { name: 'Make Token' });
    await dialog.getByLabel('Name').fill('Button');
    await dialog.getByRole('button', { name: 'Make Token' }).click();
    await shown(dialog.getByText('Tick what the program may do.'));
    await visitor.takeProblem('400');
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Button');
    await dialog.getByLabel(/^Log/).check();
    await dialog.getByLabel(/^Read/).check();
    await dialog.getByLabel('Writes back').selectOption('7 days');
    await dialog.getByRole('button', { name: 'Make Token' }).click();
    const made = page.getByRole('dialog', { name: 'Token made' });
    const token = (await made.locator('code').first().textContent()) ?? '';
    expect(token).toMatch(/^th_[\w-]{43}$/);
    const call = () => visit(server()).get('/api/clients', { Authorization: `Bearer ${token}` });
    expect((await call()).status).toBe(200);
    expect(server().services.db.select().from(apiTokens).all()).toMatchObject([
      { name: 'Button', scopes: ['read', 'log'], writesBackDays: 7 },
    ]);

    await made.getByRole('link', { name: 'Done' }).click();
    await arrivedAt(page, '/settings/tokens');
    await shown(page.getByRole('cell', { name: 'Read, Log' }));
    expect(await page.content()).not.toContain(token);
    expect(await page.getByText('Draft kept').count()).toBe(0);
    await page.getByRole('link', { name: 'End Button' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End' }).click();
    await toastShown(page, 'Token ended');
    expect((await call()).status).toBe(401);
    await expectMode(visitor);
  });
});
