import type { Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import {
  hasScripts,
  hydrated,
  BOTH,
  useBrowser,
  type Mode,
} from '#tests/support/browser/browser.ts';
import { addClient, addWorkType } from '#tests/support/data/entries.ts';
import { shown, toastShown } from '#tests/support/browser/page.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { idOf, visitSignedIn } from '#tests/support/server/visitor.ts';

const server = useServer();
const browser = useBrowser();

/** Opens a window with the form at an address. */
async function openForm(mode: Mode, path: string, title: string) {
  const visitor = await browser.openSignedIn(server(), mode);
  await visitor.page.goto(path);
  if (hasScripts(mode)) await hydrated(visitor.page);
  return { ...visitor, dialog: visitor.page.getByRole('dialog', { name: title }) };
}

const saved = (page: Page, what: string) => toastShown(page, `${what} updated successfully`);
const field = (dialog: Locator, label: string) => dialog.getByLabel(label, { exact: true });

test.for(BOTH)('Two windows edit one client, with %s', async (mode) => {
  const id = addClient(server(), 'Acme');
  const path = `/clients/${id}/edit`;
  const first = await openForm(mode, path, 'Edit Client');
  const second = await openForm(mode, path, 'Edit Client');

  await field(first.dialog, 'Standard Rate (£/hr)').fill('75');
  await field(first.dialog, 'Contact Person').fill('Ann');
  await first.dialog.getByRole('button', { name: 'Update Client' }).click();
  await saved(first.page, 'Client');

  const { dialog, page } = second;
  await field(dialog, 'Standard Rate (£/hr)').fill('80');
  await field(dialog, 'Email').fill('office@acme.example');
  await dialog.getByRole('button', { name: 'Update Client' }).click();
  await shown(dialog.getByText('Saved by someone else: £75.00'));
  await shown(dialog.getByText('Not saved. What you typed is still here.'));
  expect(await field(dialog, 'Standard Rate (£/hr)').inputValue()).toBe('80');
  expect(await field(dialog, 'Email').inputValue()).toBe('office@acme.example');
  // The form also has the other field that the other window saved.
  expect(await field(dialog, 'Contact Person').inputValue()).toBe('Ann');
  await second.takeProblem('status of 409');

  await dialog.getByRole('button', { name: 'Update Client' }).click();
  await saved(page, 'Client');
  const reader = await visitSignedIn(server());
  expect((await reader.api('GET', `/api/clients/${id}`)).json()).toMatchObject({
    standardRate: '80.00',
    contactPerson: 'Ann',
    email: 'office@acme.example',
  });
});

test.for(BOTH)('Two windows edit the items of one log, with %s', async (mode) => {
  const api = await visitSignedIn(server());
  const log = await api.api('POST', '/api/work-logs', {
    clientId: addClient(server(), 'Acme'),
    workTypeId: addWorkType(server(), 'Hardware'),
    hardwareItems: [
      { itemName: 'Laptop', unitPrice: '500.00' },
      { itemName: 'Mouse', unitPrice: '20.00' },
    ],
  });
  const { dialog, page, takeProblem } = await openForm(
    mode,
    `/work-logs/${idOf(log)}/edit`,
    'Edit Log',
  );
  // A client that did not exist when the form was opened.
  const beta = addClient(server(), 'Beta');
  await api.api('PUT', `/api/work-logs/${idOf(log)}`, { clientId: beta });
  const { hardwareItems } = log.json() as { hardwareItems: { id: number }[] };
  const items = `/api/worklogs/${idOf(log)}/hardware-items`;
  await api.api('PUT', `${items}/${hardwareItems[0]?.id}`, { unitPrice: '550.00' });
  await api.api('POST', items, { itemName: 'Server', unitPrice: '900.00' });

  const item = (position: number) => dialog.getByRole('group', { name: `Item ${position}` });
  await field(item(1), 'Unit Price (£)').fill('480');
  await dialog.getByRole('button', { name: 'Remove item 2' }).click();
  await shown(item(1));
  await field(dialog, 'Description').fill('For the new office');
  await dialog.getByRole('button', { name: 'Update' }).click();
  await shown(dialog.getByText('Saved by someone else: £550.00'));
  expect(await field(item(1), 'Unit Price (£)').inputValue()).toBe('480');
  expect(await field(dialog, 'Client *').inputValue()).toBe(String(beta));
  expect(await field(item(2), 'Item Name *').inputValue()).toBe('Server');
  expect(await field(dialog, 'Description').inputValue()).toBe('For the new office');
  await takeProblem('status of 409');

  await dialog.getByRole('button', { name: 'Update' }).click();
  await saved(page, 'Work log');
  expect((await api.api('GET', `/api/work-logs/${idOf(log)}`)).json()).toMatchObject({
    clientId: beta,
    description: 'For the new office',
    totalAmount: '1380.00',
    hardwareItems: [
      { itemName: 'Laptop', unitPrice: '480.00' },
      { itemName: 'Server', unitPrice: '900.00' },
    ],
  });
});
