import { describe, expect, test } from 'vitest';
import { activeOrganisation } from '#app/xero/connection/organisation.server.ts';
import { readTemplate } from '#app/invoices/template/template.server.ts';
import {
  expectMode,
  hasScripts,
  hydrated,
  BOTH,
  useBrowser,
} from '#tests/support/browser/browser.ts';
import { arrivedAt, eventually, gone, shown, toastShown } from '#tests/support/browser/page.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { HARBOUR, QUAY, useXero } from '#tests/support/server/use-xero.ts';

const xero = useXero();
const server = useServer(() => xero().environment);
const browser = useBrowser();

describe('Xero', () => {
  test.for(BOTH)('is connected, switched, described and disconnected, with %s', async (mode) => {
    const visitor = await browser.openSignedIn(server(), mode);
    const { page } = visitor;
    await page.goto('/settings');
    await expectMode(visitor);
    const card = page.getByRole('region', { name: 'Xero Integration' });
    await shown(card.getByText('Not connected'));
    await card.getByRole('link', { name: 'Connect to Xero' }).click();
    await page.getByRole('checkbox', { name: HARBOUR.name }).check();
    await page.getByRole('checkbox', { name: QUAY.name }).check();
    await page.getByRole('button', { name: 'Allow access' }).click();

    await arrivedAt(page, '/settings');
    await toastShown(page, 'Connected to Xero. Choose the organisation that invoices go to.');
    await shown(card.getByText('Authorized - Please select organisation'));
    await shown(card.getByText('Select Org', { exact: true }));
    await card.getByRole('button', { name: `Switch to ${HARBOUR.name}` }).click();
    await toastShown(page, 'Active tenant updated successfully');
    await shown(card.getByText('Connected', { exact: true }));
    await shown(card.getByText('14 days after the invoice date'));
    await shown(card.getByText('Current', { exact: true }));
    await card.getByLabel('Revenue account').selectOption('260');
    await card.getByRole('button', { name: 'Save Invoice Settings' }).click();
    await toastShown(page, 'Xero settings saved successfully');
    expect(activeOrganisation(server().services)).toMatchObject({ accountCode: '260' });

    await card.getByRole('button', { name: `Switch to ${QUAY.name}` }).click();
    await toastShown(page, 'Active tenant updated successfully');
    await shown(card.getByText('Not registered: invoices go out without VAT'));

    const template = card.getByLabel('Invoice Description Template');
    const save = card.getByRole('button', { name: 'Save Invoice Template' });
    // The switch may have been pressed before React took the page over.
    if (hasScripts(mode)) await hydrated(page);
    await template.fill('   ');
    if (hasScripts(mode)) {
      await eventually(() => save.isDisabled()).toBe(true);
      await template.fill('{workType}: {description}');
      await save.click();
    } else {
      await save.click();
      const dialog = page.getByRole('dialog', { name: 'Invoice Description Template' });
      await shown(dialog.getByText('Enter a template.'));
      await visitor.takeProblem('status of 400');
      await dialog.getByLabel('Invoice Description Template').fill('{workType}: {description}');
      await dialog.getByRole('button', { name: 'Save Invoice Template' }).click();
    }
    await toastShown(page, 'Xero settings saved successfully');
    expect(readTemplate(server().services)).toBe('{workType}: {description}');

    await card.getByRole('link', { name: 'Disconnect from Xero' }).click();
    const question = page.getByRole('dialog', { name: 'Disconnect from Xero?' });
    await question.getByRole('button', { name: 'Disconnect from Xero' }).click();
    await toastShown(page, 'Disconnected from Xero successfully');
    await gone(question);
    await shown(card.getByRole('link', { name: 'Connect to Xero' }));
    expect(xero().state().connections).toEqual([]);
  });
});
