import { describe, expect, test } from 'vitest';
import { expectMode, MODES, useBrowser } from '#tests/support/browser/browser.ts';
import { shown, toastShown } from '#tests/support/browser/page.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn } from '#tests/support/server/visitor.ts';
import {
  addClientBy,
  checkStandard,
  LOCAL,
  useWebhookReceiver,
} from '#tests/support/server/webhooks.ts';

const receiver = useWebhookReceiver();
const server = useServer(() => LOCAL);
const browser = useBrowser();

describe('Someone adds a webhook, notes its key, tries it, is told of a client, and deletes it', () => {
  test.for(MODES)('with %s', async (mode) => {
    const visitor = await browser.openSignedIn(server(), mode);
    const { page } = visitor;
    await page.goto('/settings/webhooks');
    await expectMode(visitor);
    await page.getByRole('link', { name: 'Add Webhook' }).click();
    const add = page.getByRole('dialog', { name: 'Add Webhook' });
    await add.getByLabel('Name').fill('Phone');
    await add.getByLabel('Address').fill(`${receiver().url}/mine`);
    await add.getByRole('button', { name: 'Add Webhook' }).click();
    await shown(add.getByText('Choose at least one event.').first());
    await visitor.takeProblem('400');
    await add.getByLabel('An invoice is overdue').check();
    await add.getByText('Records', { exact: true }).click();
    await add.getByRole('group', { name: 'Clients' }).getByLabel('created').check();
    await add.getByRole('button', { name: 'Add Webhook' }).click();
    await toastShown(page, 'Webhook added');
    const key = (await page.getByText(/whsec_/).textContent()) ?? '';
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await expect.poll(() => page.getByText(/whsec_/).count()).toBe(0);

    await page.getByRole('button', { name: 'Send a test' }).click();
    await toastShown(page, 'Arrived (204)');
    await addClientBy(await visitSignedIn(server()), 'Acme');
    await expect.poll(() => receiver().received.length, { timeout: 20_000 }).toBe(2);
    const types = receiver().received.map((one) => checkStandard(one, key.trim()).type);
    expect(types).toEqual(['test', 'client.created']);
    await page.goto('/settings/webhooks/1');
    await shown(page.getByText('Client: Acme'));

    await page.getByRole('link', { name: 'Edit' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit Webhook' });
    expect(await edit.getByLabel('An invoice is overdue').isChecked()).toBe(true);
    await edit.getByLabel('What is sent').selectOption('ntfy');
    await edit.getByRole('button', { name: 'Update' }).click();
    await toastShown(page, 'Webhook updated');
    await page.getByRole('button', { name: /^Send again: client.created/ }).click();
    await toastShown(page, 'Arrived (204)');
    expect(JSON.parse(receiver().received.at(-1)?.body ?? '')).toMatchObject({ topic: 'mine' });

    await page.getByRole('button', { name: 'Pause' }).click();
    await toastShown(page, 'Webhook paused');
    await page.getByRole('link', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await toastShown(page, 'Webhook deleted');
    await shown(page.getByText('No webhooks yet'));
  });
});
