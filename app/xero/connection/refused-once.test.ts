import { expect, test } from 'vitest';
import { withInvoicing } from '#tests/support/data/invoicing.ts';

test('An organisation that one call was refused for stays the chosen one while Xero lists it', () =>
  withInvoicing(async ({ services, standIn, tenantId, addClient, addTime, invoiceAll }) => {
    standIn.fail({ kind: '403', path: '/Contacts' });
    addTime(addClient('Acme'));
    await invoiceAll();
    expect(services.ledger.activeOrganisation()).toMatchObject({ organisationId: tenantId });
    await invoiceAll();
    expect(standIn.state().invoices).toHaveLength(1);
  }));

test('It stays while Xero cannot be asked, too', () =>
  withInvoicing(async ({ services, standIn, tenantId }) => {
    standIn.fail({ kind: '403', path: '/Contacts' });
    standIn.fail({ kind: '503-html', path: '/connections' });
    const asked = services.ledger.findContacts(tenantId, { search: '' });
    await expect(asked).rejects.toMatchObject({ kind: 'unavailable', isOutcomeUnknown: false });
    expect(services.ledger.isConnected(tenantId)).toBe(true);
  }));

test('One that Xero no longer lists is chosen no more', () =>
  withInvoicing(async ({ services, standIn, tenantId }) => {
    standIn.disconnect(tenantId);
    const asked = services.ledger.findContacts(tenantId, { search: '' });
    await expect(asked).rejects.toMatchObject({ kind: 'connection-gone' });
    expect(services.ledger.activeOrganisation()).toBeNull();
  }));
