import { describe, expect, test } from 'vitest';
import {
  contactIdOf,
  HARBOUR,
  reach,
  signIn,
  withXero,
  XERO_CLIENT,
} from '#tests/support/server/xero.ts';

const KEY = { idempotencyKey: 'claim-1' };

describe('connecting', () => {
  test('a person who allows it comes back with a code that gives tokens and organisations', () =>
    withXero(
      async (standIn) => {
        const xero = reach(standIn);
        const address = xero.authorizeUrl('state & more');
        const page = await fetch(address);
        expect(await page.text()).toContain('stands in for Xero');
        const chosen = new URLSearchParams({ organisation: 'two', allow: 'yes' });
        const answer = await fetch(address, { method: 'POST', body: chosen, redirect: 'manual' });
        const back = new URL(answer.headers.get('location') ?? '');
        expect(back.href).toContain(XERO_CLIENT.redirectUri);
        expect(back.searchParams.get('state')).toBe('state & more');

        const before = Date.now();
        const tokens = await xero.exchangeCode(back.searchParams.get('code') ?? '');
        expect(tokens.expiresAt.getTime() - before).toBeGreaterThan(29 * 60_000);
        expect(await xero.listConnections(tokens.accessToken)).toEqual([
          { connectionId: expect.any(String) as string, tenantId: 'two', tenantName: 'Second' },
        ]);
      },
      { organisations: [HARBOUR, { name: 'Second', tenantId: 'two' }] },
    ));

  test('a person who cancels comes back with an error and the state', () =>
    withXero(async (standIn) => {
      const body = new URLSearchParams({ cancel: 'yes' });
      const answer = await fetch(reach(standIn).authorizeUrl('mine'), {
        method: 'POST',
        body,
        redirect: 'manual',
      });
      const back = new URL(answer.headers.get('location') ?? '').searchParams;
      expect([back.get('error'), back.get('state')]).toEqual(['access_denied', 'mine']);
    }));

  test('a code serves once', () =>
    withXero(async (standIn) => {
      const xero = reach(standIn);
      const code = standIn.grantCode();
      await xero.exchangeCode(code);
      await expect(xero.exchangeCode(code)).rejects.toMatchObject({ kind: 'connection-gone' });
    }));

  test('tokens are replaced at every refresh, and the old one stays good for half an hour', async () => {
    let now = Date.parse('2026-11-02T09:00:00Z');
    const clock = () => new Date(now);
    await withXero(
      async (standIn) => {
        const xero = reach(standIn, { clock });
        const first = await xero.exchangeCode(standIn.grantCode());
        const second = await xero.refreshTokens(first.refreshToken);
        expect(second.refreshToken).not.toBe(first.refreshToken);
        expect(second.expiresAt).toEqual(new Date(now + 30 * 60_000));

        now += 29 * 60_000;
        await xero.refreshTokens(first.refreshToken);
        now += 2 * 60_000;
        await expect(xero.refreshTokens(first.refreshToken)).rejects.toMatchObject({
          kind: 'connection-gone',
          isOutcomeUnknown: false,
        });
        await expect(xero.listConnections(first.accessToken)).rejects.toMatchObject({
          kind: 'not-authorised',
        });
        await xero.refreshTokens(second.refreshToken);
      },
      { clock },
    );
  });

  test('a wrong client secret is said plainly, and never shown', () =>
    withXero(async (standIn) => {
      const xero = reach(standIn, { clientSecret: 'not-the-secret' });
      const error: unknown = await xero.exchangeCode(standIn.grantCode()).catch((e: unknown) => e);
      expect(error).toMatchObject({ kind: 'refused', isOutcomeUnknown: false });
      expect(String(error)).toContain('client secret');
      expect(String(error)).not.toContain('not-the-secret');
    }));

  test('a deleted connection is gone, and deleting it again is no error', () =>
    withXero(async (standIn) => {
      const xero = reach(standIn);
      const session = await signIn(standIn, xero);
      const [connection] = await xero.listConnections(session.accessToken);
      await xero.deleteConnection(session.accessToken, connection?.connectionId ?? '');
      await xero.deleteConnection(session.accessToken, connection?.connectionId ?? '');
      expect(await xero.listConnections(session.accessToken)).toEqual([]);
      await expect(xero.readOrganisation(session)).rejects.toMatchObject({
        kind: 'no-access',
        httpStatus: 403,
      });
    }));
});

describe('what an organisation is like', () => {
  test('its name, VAT and payment terms', () =>
    withXero(
      async (standIn) => {
        const xero = reach(standIn);
        expect(await xero.readOrganisation(await signIn(standIn, xero))).toEqual({
          name: 'Harbour Consulting',
          shortCode: '!hArb',
          baseCurrency: 'GBP',
          isVatRegistered: true,
          salesPaymentTerms: { day: 30, type: 'DAYSAFTERBILLDATE' },
        });
      },
      {
        organisations: [{ ...HARBOUR, salesPaymentTerms: { Day: 30, Type: 'DAYSAFTERBILLDATE' } }],
      },
    ));

  test('one that is not registered for VAT says so', () =>
    withXero(
      async (standIn) => {
        const xero = reach(standIn);
        expect(await xero.readOrganisation(await signIn(standIn, xero))).toMatchObject({
          isVatRegistered: false,
          salesPaymentTerms: null,
        });
      },
      { organisations: [{ ...HARBOUR, isVatRegistered: false }] },
    ));

  test('only active tax rates for sales are offered', () =>
    withXero(async (standIn) => {
      const xero = reach(standIn);
      const rates = await xero.listTaxRates(await signIn(standIn, xero));
      expect(rates).toContainEqual({
        code: 'OUTPUT2',
        name: '20% (VAT on Income)',
        rateHundredths: 2_000,
      });
      expect(rates.map(({ code }) => code)).toEqual([
        'OUTPUT2',
        'RROUTPUT',
        'ZERORATEDOUTPUT',
        'EXEMPTOUTPUT',
        'NONE',
      ]);
    }));

  test('only active accounts for income are offered', () =>
    withXero(async (standIn) => {
      const xero = reach(standIn);
      const accounts = await xero.listRevenueAccounts(await signIn(standIn, xero));
      expect(accounts).toEqual([
        { code: '200', name: 'Sales', taxType: 'OUTPUT2' },
        { code: '260', name: 'Other Revenue', taxType: 'OUTPUT2' },
        { code: '270', name: 'Interest Income', taxType: 'NONE' },
      ]);
    }));
});

describe('contacts', () => {
  test('are found by what a person types, without archived ones', () =>
    withXero(async (standIn) => {
      const xero = reach(standIn);
      const session = await signIn(standIn, xero);
      expect(await xero.findContacts(session, { search: 'boat.EXAMPLE' })).toMatchObject([
        { name: 'Blue "Boat" & Sons', contactNumber: null },
      ]);
      expect(await xero.findContacts(session, { search: 'Closed' })).toEqual([]);
      const ids = [contactIdOf(standIn, 'Acme Ltd'), contactIdOf(standIn, 'Closed Co')];
      expect(await xero.findContacts(session, { ids })).toEqual([
        {
          contactId: ids[0],
          name: 'Acme Ltd',
          email: 'accounts@acme.example',
          contactNumber: 'client-1',
          taxCode: null,
          paymentTerms: null,
        },
      ]);
      expect(await xero.findContacts(session, { ids: [] })).toEqual([]);
    }));

  test('are listed a page at a time by name, without what a summary lacks', () =>
    withXero(
      async (standIn) => {
        const xero = reach(standIn);
        const session = await signIn(standIn, xero);
        const list = async (page: number, show: '' | 'all' = '', search = '') => {
          const listed = await xero.listContacts(session, { page, show, search });
          return [listed.contacts.map(({ name }) => name), listed.isLast];
        };
        const [first, isLast] = await list(1);
        expect([first, isLast]).toEqual([expect.arrayContaining(['A 00', 'A 49']), false]);
        expect(await list(2)).toEqual([['A 50', 'A 51', 'Acme'], true]);
        expect(await list(3)).toEqual([[], true]);
        expect(await list(2, 'all')).toEqual([['A 50', 'A 51', 'Acme', 'Mill'], true]);
        expect(await list(1, '', ' mill ')).toEqual([['Mill'], true]);
        const [acme] = (await xero.listContacts(session, { page: 1, show: '', search: 'Acme' }))
          .contacts;
        expect(acme).toMatchObject({ email: 'a@acme.example', taxCode: null, paymentTerms: null });
        const ids = [contactIdOf(standIn, 'Acme')];
        expect(await xero.findContacts(session, { ids })).toMatchObject([
          { person: 'Ann Lee', accountNumber: 'A-7', taxCode: 'OUTPUT2' },
        ]);
      },
      {
        organisations: [
          {
            ...HARBOUR,
            contacts: [
              { name: 'Mill', wasInvoiced: false },
              {
                ...{ name: 'Acme', email: 'a@acme.example', firstName: 'Ann', lastName: 'Lee' },
                ...{ accountNumber: 'A-7', taxType: 'OUTPUT2' },
              },
              { name: 'Shut', isArchived: true },
              ...Array.from({ length: 52 }, (_, n) => ({
                name: `A ${String(n).padStart(2, '0')}`,
              })),
            ],
          },
        ],
      },
    ));

  test('are read to the last page', () =>
    withXero(
      async (standIn) => {
        const xero = reach(standIn);
        const session = await signIn(standIn, xero);
        expect(await xero.findContacts(session, { search: '' })).toHaveLength(230);
      },
      {
        organisations: [
          {
            ...HARBOUR,
            contacts: Array.from({ length: 230 }, (_, index) => ({ name: `Client ${index}` })),
          },
        ],
      },
    ));

  test('can be made once under a name, and under a number, which archived ones keep', () =>
    withXero(async (standIn) => {
      const xero = reach(standIn);
      const session = await signIn(standIn, xero);
      const contact = { name: 'Delta', email: null, contactNumber: 'client-9' };
      const made = await xero.createContacts(session, [contact], KEY);
      expect(made).toMatchObject([{ outcome: 'created', contact }]);
      expect(await xero.createContacts(session, [contact], KEY)).toEqual(made);
      const other = { ...contact, name: 'Echo', contactNumber: 'client-10' };
      expect(
        await xero.createContacts(session, [{ ...contact, contactNumber: 'client-11' }, other], {
          idempotencyKey: 'another',
        }),
      ).toMatchObject([{ outcome: 'taken' }, { outcome: 'created', contact: other }]);
      const [first] = standIn.state().contacts.filter(({ name }) => name === 'Delta');
      standIn.archiveContact(first?.contactId ?? '');
      const again = { ...contact, name: 'Foxtrot' };
      expect(
        await xero.createContacts(session, [again], { idempotencyKey: 'a third' }),
      ).toMatchObject([{ outcome: 'taken' }]);
      const terms = ['client-9'];
      expect(await xero.findContacts(session, { terms })).toEqual([]);
      expect(await xero.findContacts(session, { terms, withArchived: true })).toMatchObject([
        { ...contact, isArchived: true },
      ]);
    }));
});
