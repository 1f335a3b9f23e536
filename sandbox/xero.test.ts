import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { xeroInvoiceUrl } from '#app/xero/ledger/xero-ledger.server.ts';
import {
  contactIdOf,
  draft,
  HARBOUR,
  reach,
  signIn,
  withXero,
} from '#tests/support/server/xero.ts';
import { XERO_LIMITS, type RunningXero } from './xero.ts';

const KEY = { idempotencyKey: 'claim-1' };

/** Calls the stand-in as the SDK would, but says exactly what the test wants. */
async function call(
  standIn: RunningXero,
  method: string,
  path: string,
  body?: object,
  key?: string,
) {
  const session = await signIn(standIn, reach(standIn));
  const response = await fetch(`${standIn.origin}/api.xro/2.0${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${session.accessToken}`,
      'Xero-Tenant-Id': session.tenantId,
      'Content-Type': 'application/json',
      ...(key === undefined ? {} : { 'Idempotency-Key': key }),
    },
    body: body && JSON.stringify(body),
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

function invoice(standIn: RunningXero, line: object, more: object = {}) {
  return {
    Type: 'ACCREC',
    Contact: { ContactID: contactIdOf(standIn, 'Acme Ltd') },
    DueDate: '2026-12-01',
    LineItems: [{ Description: 'Work', AccountCode: '200', TaxType: 'OUTPUT2', ...line }],
    ...more,
  };
}

describe('the stand-in refuses, as Xero does,', () => {
  test.each([
    ['another line total', { Quantity: 1, UnitAmount: 10, LineAmount: 10.01 }, {}, 'line total'],
    [
      'four places without asking',
      { Quantity: 8, UnitAmount: 0.125, LineAmount: 1 },
      {},
      'line total',
    ],
    ['an expense’s tax', { LineAmount: 1, TaxType: 'EXEMPTINPUT' }, {}, 'TaxType'],
    ['a tax of old', { LineAmount: 1, TaxType: 'OUTPUT' }, {}, 'TaxType'],
    ['an unknown tax', { LineAmount: 1, TaxType: 'ZERORATED' }, {}, 'TaxType'],
    ['no code at all', { LineAmount: 1, TaxType: '' }, {}, 'TaxType'],
    ['the tax of another rate', { LineAmount: 100, TaxAmount: 5 }, {}, 'tax amount'],
    ['two pence too many', { LineAmount: 100, TaxAmount: 20.02 }, {}, 'tax amount'],
    [
      'a tax where the code has none',
      { LineAmount: 100, TaxType: 'ZERORATEDOUTPUT', TaxAmount: 20 },
      {},
      'tax amount',
    ],
    ['an archived account', { LineAmount: 1, AccountCode: '299' }, {}, 'Account code'],
    ['no description', { LineAmount: 1, Description: '' }, {}, 'Description'],
    ['no lines', {}, { LineItems: [] }, 'line items'],
    ['an unknown contact', { LineAmount: 1 }, { Contact: { Name: 'New' } }, 'Contact'],
    ['another currency', { LineAmount: 1 }, { CurrencyCode: 'USD' }, 'currency'],
    ['a new invoice that is paid', { LineAmount: 1 }, { Status: 'PAID' }, 'status'],
    ['no date', { LineAmount: 1 }, { Date: 'soon' }, 'Date'],
  ])('%s', (_, line, more, words) =>
    withXero(async (standIn) => {
      const { status, text } = await call(
        standIn,
        'PUT',
        '/Invoices',
        invoice(standIn, line, more),
      );
      expect(status).toBe(400);
      expect(text).toContain(words);
      expect(standIn.state().invoices).toEqual([]);
    }),
  );

  test('an invoice whose total is below zero, but not a line below zero, whose tax is rounded as one above it', () =>
    withXero(async (standIn) => {
      const put = (pounds: number) => {
        const off = { Description: 'Discount', TaxType: 'OUTPUT2', UnitAmount: -pounds };
        const { LineItems, ...rest } = invoice(standIn, { LineAmount: 10 });
        return call(standIn, 'PUT', '/Invoices', { ...rest, LineItems: [...LineItems, off] });
      };
      const refused = await put(10.01);
      expect([refused.status, standIn.state().invoices]).toEqual([400, []]);
      expect(refused.text).toContain('must be greater than or equal to zero');
      expect((await put(0.13)).status).toBe(200);
      expect((await put(10)).status).toBe(200);
      expect(standIn.state().invoices).toMatchObject([
        { lines: [{}, { lineAmountPence: -13, taxAmountPence: -3 }], totalPence: 1_184 },
        { totalPence: 0 },
      ]);
    }));

  test('but not a right invoice: the control of the above', () =>
    withXero(async (standIn) => {
      const line = { Quantity: 8, UnitAmount: 0.125, LineAmount: 1, TaxAmount: 0.21 };
      const path = '/Invoices?unitdp=4';
      const { status, text } = await call(standIn, 'PUT', path, invoice(standIn, line));
      expect(status).toBe(200);
      expect(JSON.parse(text)).toMatchObject({
        Invoices: [{ SubTotal: 1, TotalTax: 0.21, Total: 1.21, AmountDue: 1.21, Status: 'DRAFT' }],
      });
    }));

  test('nor one with more places in its unit amount, which are shown when they are asked for', () =>
    withXero(async (standIn) => {
      const line = { Quantity: 8, UnitAmount: 0.125, LineAmount: 1 };
      const unitAmounts = ({ text }: { text: string }) =>
        (JSON.parse(text) as { Invoices: { LineItems: { UnitAmount: number }[] }[] }).Invoices.map(
          ({ LineItems }) => LineItems.map(({ UnitAmount }) => UnitAmount),
        );
      const made = await call(standIn, 'PUT', '/Invoices?unitdp=4', invoice(standIn, line));
      expect(unitAmounts(made)).toEqual([[0.125]]);
      const path = `/Invoices/${standIn.state().invoices[0]?.invoiceId}`;
      for (const address of [path, '/Invoices?page=1']) {
        expect(unitAmounts(await call(standIn, 'GET', address))).toEqual([[0.13]]);
        const exact = `${address}${address.includes('?') ? '&' : '?'}unitdp=4`;
        expect(unitAmounts(await call(standIn, 'GET', exact))).toEqual([[0.125]]);
      }
      const changed = await call(standIn, 'POST', path, { Status: 'AUTHORISED' });
      expect(unitAmounts(changed)).toEqual([[0.13]]);
    }));

  test('all invoices of a call when one is wrong, unless summarizeErrors=false', () =>
    withXero(async (standIn) => {
      const both = { Invoices: [invoice(standIn, { LineAmount: 1 }), { Type: 'ACCREC' }] };
      expect((await call(standIn, 'PUT', '/Invoices', both)).status).toBe(400);
      expect(standIn.state().invoices).toEqual([]);
      const path = '/Invoices?summarizeErrors=false';
      expect((await call(standIn, 'PUT', path, both)).status).toBe(200);
      expect(standIn.state().invoices).toHaveLength(1);
    }));

  test('a change that the state of the invoice does not allow', () =>
    withXero(async (standIn) => {
      await call(standIn, 'PUT', '/Invoices', invoice(standIn, { LineAmount: 1 }));
      const path = `/Invoices/${standIn.state().invoices[0]?.invoiceId}`;
      expect((await call(standIn, 'POST', path, { Status: 'VOIDED' })).status).toBe(400);
      expect((await call(standIn, 'POST', path, { Status: 'AUTHORISED' })).status).toBe(200);
      expect((await call(standIn, 'POST', path, { SentToContact: true })).status).toBe(200);
      expect((await call(standIn, 'POST', path, { Status: 'VOIDED' })).status).toBe(200);
      expect((await call(standIn, 'POST', path, { Status: 'DRAFT' })).status).toBe(400);
      expect(standIn.state().invoices).toMatchObject([{ status: 'VOIDED', isSentToContact: true }]);
    }));

  test.each([
    [['DELETED'], 200],
    [['SUBMITTED', 'DELETED'], 200],
    [['DELETED', 'DELETED'], 400],
    [['AUTHORISED', 'DELETED'], 400],
    [['AUTHORISED', 'VOIDED'], 200],
    [['AUTHORISED', 'VOIDED', 'DELETED'], 400],
  ])('an end that the state of an invoice does not allow: %s', (states, answered) =>
    withXero(async (standIn) => {
      await call(standIn, 'PUT', '/Invoices', invoice(standIn, { LineAmount: 1 }));
      const path = `/Invoices/${standIn.state().invoices[0]?.invoiceId}`;
      const answers: number[] = [];
      for (const Status of states)
        answers.push((await call(standIn, 'POST', path, { Status })).status);
      expect(answers).toEqual([...states.slice(1).map(() => 200), answered]);
    }),
  );

  test.each([
    ['payment', 100],
    ['payment', 20],
    ['credit', 100],
    ['credit', 20],
  ] as const)('to end an invoice with a %s of %d pence', (kind, pence) =>
    withXero(async (standIn) => {
      await call(standIn, 'PUT', '/Invoices', invoice(standIn, { LineAmount: 1 }));
      const invoiceId = standIn.state().invoices[0]?.invoiceId ?? '';
      const path = `/Invoices/${invoiceId}`;
      expect((await call(standIn, 'POST', path, { Status: 'AUTHORISED' })).status).toBe(200);
      standIn.change(invoiceId, { kind, pence });
      const before = standIn.state().invoices[0]?.status;
      for (const Status of ['VOIDED', 'DELETED']) {
        expect((await call(standIn, 'POST', path, { Status })).status).toBe(400);
      }
      expect(standIn.state().invoices[0]?.status).toBe(before);
      if (kind === 'credit') return;
      // Once the payment is taken back, as in Xero.
      standIn.change(invoiceId, { kind: 'payments removed' });
      expect((await call(standIn, 'POST', path, { Status: 'VOIDED' })).status).toBe(200);
    }),
  );

  test('a filter that it cannot read, and an unknown address', () =>
    withXero(async (standIn) => {
      const filter = (text: string) =>
        call(standIn, 'GET', `/Invoices?where=${encodeURIComponent(text)}`);
      expect((await filter('Reference=="a" OR (Status!="DRAFT" && Type=="ACCREC")')).status).toBe(
        200,
      );
      expect((await filter('Reference=')).status).toBe(400);
      await call(standIn, 'PUT', '/Invoices', invoice(standIn, { LineAmount: 1 }));
      expect((await filter('Colour=="red"')).status).toBe(400);
      expect((await call(standIn, 'GET', '/Budgets')).status).toBe(404);
    }));

  test('a scope that was not granted', () =>
    withXero(async (standIn) => {
      const address = new URL(reach(standIn).authorizeUrl('state'));
      address.searchParams.set('scope', 'offline_access accounting.contacts');
      const body = new URLSearchParams({ organisation: HARBOUR.tenantId ?? '' });
      const answer = await fetch(address, { method: 'POST', body, redirect: 'manual' });
      const code = new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? '';
      const xero = reach(standIn);
      const { accessToken } = await xero.exchangeCode(code);
      const session = { accessToken, tenantId: HARBOUR.tenantId ?? '' };
      expect(await xero.findContacts(session, { search: '' })).toHaveLength(2);
      const page = { page: 1, search: '', show: '' } as const;
      expect((await xero.listContacts(session, page)).contacts).toHaveLength(2);
      await expect(xero.readInvoices(session, ['a'])).rejects.toMatchObject({ httpStatus: 401 });
    }));
});

describe('the stand-in has, as Xero, a tax type of its own for sales to a contact,', () => {
  const save = (standIn: RunningXero, taxType: string) =>
    call(standIn, 'POST', '/Contacts', {
      ContactID: contactIdOf(standIn, 'Acme Ltd'),
      AccountsReceivableTaxType: taxType,
    });

  test('which it answers in every list, and leaves out where none was chosen', () =>
    withXero(async (standIn) => {
      const xero = reach(standIn);
      const session = await signIn(standIn, xero);
      expect((await call(standIn, 'GET', '/Contacts')).text).not.toContain('TaxType');
      expect((await save(standIn, 'RROUTPUT')).status).toBe(200);
      for (const query of [{ search: '' }, { ids: [contactIdOf(standIn, 'Acme Ltd')] }]) {
        const found = await xero.findContacts(session, query);
        expect(found.find(({ name }) => name === 'Acme Ltd')?.taxCode).toBe('RROUTPUT');
      }
      standIn.taxContact(contactIdOf(standIn, 'Acme Ltd'), null);
      expect((await call(standIn, 'GET', '/Contacts')).text).not.toContain('TaxType');
    }));

  test.each(['INPUT2', 'OUTPUT', 'NOSUCH'])('and refuses %s there', (taxType) =>
    withXero(async (standIn) => {
      const { status, text } = await save(standIn, taxType);
      expect(status).toBe(400);
      expect(text).toContain(`The TaxType code '${taxType}' does not exist`);
      expect(standIn.state().contacts.map((one) => one.taxType)).toEqual([null, null, null]);
    }),
  );
});

describe('the stand-in remembers', () => {
  test('an idempotency key for six minutes, and not longer', async () => {
    let now = Date.parse('2026-11-02T09:00:00Z');
    await withXero(
      async (standIn) => {
        const one = invoice(standIn, { LineAmount: 1 });
        await call(standIn, 'PUT', '/Invoices', one, 'key');
        now += 359_000;
        await call(standIn, 'PUT', '/Invoices', one, 'key');
        expect(standIn.state().invoices).toHaveLength(1);
        now += 2_000;
        await call(standIn, 'PUT', '/Invoices', one, 'key');
        expect(standIn.state().invoices).toHaveLength(2);
        expect((await call(standIn, 'PUT', '/Invoices', one, 'undefined')).status).toBe(400);
      },
      { clock: () => new Date(now) },
    );
  });

  test('how many calls were made, refuses those beyond the limits, and says what is left', () =>
    withXero(
      async (standIn) => {
        const first = await call(standIn, 'GET', '/TaxRates');
        expect(first.headers.get('x-daylimit-remaining')).toBe('1');
        await call(standIn, 'GET', '/TaxRates');
        const third = await call(standIn, 'GET', '/TaxRates');
        expect(third.status).toBe(429);
        expect(third.headers.get('x-rate-limit-problem')).toBe('day');
        expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(80_000);
        standIn.setLimits(null);
        expect((await call(standIn, 'GET', '/TaxRates')).status).toBe(200);
      },
      { limits: { ...XERO_LIMITS, perDay: 2 } },
    ));
});

describe('the bookkeeper’s pages', () => {
  test('show the invoices, say that they are not Xero, and mark an invoice as sent', () =>
    withXero(async (standIn) => {
      const xero = reach(standIn);
      const session = await signIn(standIn, xero);
      const boat = { contactId: contactIdOf(standIn, 'Blue "Boat" & Sons') };
      await xero.createDrafts(session, [{ ...draft(standIn, '<b>ref'), ...boat }], KEY);
      const page = await (await fetch(standIn.origin)).text();
      expect(page).toContain('stands in for Xero');
      expect(page).toContain('Blue &#34;Boat&#34; &#38; Sons');
      expect(page).toContain('£108.00');

      const [made] = standIn.state().invoices;
      const action = /action="([^"]+)"/.exec(page)?.[1] ?? '';
      await fetch(`${standIn.origin}${action}`, {
        method: 'POST',
        body: new URLSearchParams({ as: 'sent' }),
      });
      expect(await xero.readInvoices(session, [made?.invoiceId ?? ''])).toMatchObject([
        { status: 'sent' },
      ]);
    }));

  test('show an invoice where the product’s link leads', () =>
    withXero(async (standIn) => {
      const xero = reach(standIn);
      await xero.createDrafts(await signIn(standIn, xero), [draft(standIn, '<b>ref')], KEY);
      const invoiceId = standIn.state().invoices[0]?.invoiceId ?? '';
      const ways: [string | null, string | null][] = [
        ['!hArb', null],
        [null, null],
        ['!hArb', `${standIn.origin}/app/{ShortCode}/invoicing/view/{InvoiceID}`],
        // Not to be filled without a short code: then it is Xero's address without one.
        [null, `${standIn.origin}/app/{ShortCode}/invoicing/view/{InvoiceID}`],
      ];
      for (const [shortCode, xeroInvoiceTemplate] of ways) {
        const config = { xeroApiUrl: standIn.origin, xeroInvoiceUrl: xeroInvoiceTemplate };
        const answer = await fetch(xeroInvoiceUrl(invoiceId, shortCode, config));
        const page = await answer.text();
        expect(page).toContain('Invoice INV-0001');
        expect(page).toContain('&#60;b&#62;ref');
      }
      const away = `${standIn.origin}/organisationlogin/default.aspx?redirecturl=//evil.example`;
      expect((await fetch(away)).status).toBe(404);
    }));
});

test('the address of an invoice is Xero’s own', () => {
  const config = { xeroApiUrl: 'https://api.xero.com', xeroInvoiceUrl: null };
  expect(xeroInvoiceUrl('id', '!aBc', config)).toBe(
    'https://go.xero.com/organisationlogin/default.aspx?shortcode=!aBc&redirecturl=/AccountsReceivable/View.aspx?InvoiceID=id',
  );
  expect(xeroInvoiceUrl('id', null, config)).toBe(
    'https://go.xero.com/AccountsReceivable/View.aspx?InvoiceID=id',
  );
});

test('faults and limits can be switched, and the state read, over HTTP from another process', () =>
  withXero(async (standIn) => {
    const post = (path: string, body: object) =>
      fetch(`${standIn.origin}${path}`, { method: 'POST', body: JSON.stringify(body) });
    await post('/sandbox/faults', { kind: '500-before', path: '/TaxRates', times: 2 });
    expect((await call(standIn, 'GET', '/TaxRates')).status).toBe(500);
    await post('/sandbox/heal', {});
    expect((await call(standIn, 'GET', '/TaxRates')).status).toBe(200);
    expect((await post('/sandbox/faults', { kind: 'fire' })).status).toBe(400);
    await post('/sandbox/limits', { isOn: true });
    const limited = await call(standIn, 'GET', '/TaxRates');
    expect(limited.headers.has('x-minlimit-remaining')).toBe(true);
    const state = (await (await fetch(`${standIn.origin}/sandbox/state`)).json()) as unknown;
    expect(state).toMatchObject({ invoices: [], contacts: [{}, {}, {}] });
    expect(JSON.stringify(state)).not.toContain('Bearer');
  }));

test('the stand-in stops at once, even while a call waits for an answer that never comes', async () => {
  const { ended } = await withXero(async (standIn) => {
    standIn.fail({ kind: 'timeout-before', path: '/connections' });
    const socket = connect(standIn.port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write('GET /connections HTTP/1.1\r\nHost: localhost\r\n\r\n');
    while (standIn.state().calls.length === 0) await new Promise(setImmediate);
    return { ended: once(socket, 'close') };
  });
  await ended;
});
