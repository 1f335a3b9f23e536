import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { reach } from '#tests/support/server/xero.ts';
import type { Xero } from './xero.server.ts';

const SESSION = { accessToken: 'token', tenantId: 'tenant' };

/** What is read of Xero where it answers to a path with these bodies, in turn; the last one stays. */
async function readOf<Result>(
  bodies: object[],
  work: (xero: Xero) => Promise<Result>,
): Promise<Result> {
  let count = 0;
  const server = createServer((_, response) => {
    const body = bodies[Math.min(count, bodies.length - 1)];
    count += 1;
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return await work(reach({ origin } as never));
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/** So many invoices of a page, in which all is null that may be missing. */
function invoices(from: number, count: number) {
  return Array.from({ length: count }, (_, index) => ({
    InvoiceID: `id-${from + index}`,
    Total: 1,
    InvoiceNumber: null,
    Reference: null,
    Status: 'DRAFT',
    SentToContact: null,
    TotalTax: null,
    AmountDue: null,
    AmountPaid: null,
    DateString: null,
    Date: null,
    DueDate: null,
    FullyPaidOnDate: null,
    Contact: null,
    CurrencyCode: null,
    LineItems: null,
    UpdatedDateUTC: null,
  }));
}

const pagination = { page: null, pageSize: null, pageCount: null, itemCount: null };

test('Invoices whose fields are null are read as those that lack them', async () => {
  const [read] = await readOf([{ Invoices: invoices(0, 1) }], (xero) =>
    xero.readInvoices(SESSION, ['id-0']),
  );
  expect(read).toEqual({
    invoiceId: 'id-0',
    number: null,
    reference: '',
    status: 'draft',
    totalPence: 100,
    netPence: 100,
    vatPence: 0,
    duePence: 100,
    paidPence: 0,
    creditedPence: 0,
    creditNotesPence: 0,
    day: null,
    dueDay: null,
    paidDay: null,
    contactId: null,
    contactName: null,
    currency: null,
    lines: [],
    updatedAt: null,
  });
});

test('Of what settled an invoice beside payments, a credit note is told from money paid before', async () => {
  const amounts = { Total: 100, AmountDue: 30, AmountPaid: 20, AmountCredited: 10 };
  const [read] = await readOf([{ Invoices: [{ ...invoices(0, 1)[0], ...amounts }] }], (xero) =>
    xero.readInvoices(SESSION, ['id-0']),
  );
  expect(read).toMatchObject({ creditedPence: 5_000, creditNotesPence: 1_000 });
});

test('A full page of which Xero names no count of pages is not taken for the last', async () => {
  const pages = [
    { pagination, Invoices: invoices(0, 100) },
    { pagination, Invoices: invoices(100, 1) },
  ];
  const found = await readOf(pages, (xero) => xero.readInvoicesOf(SESSION, ['contact']));
  expect(found).toHaveLength(101);
  const first = await readOf(pages, (xero) => xero.readChanges(SESSION, new Date(0), 1));
  expect(first.isLast).toBe(false);
});

test('A contact of which Xero names no status can be invoiced', async () => {
  const contact = { ContactID: 'one', Name: 'Acme', ContactStatus: null, ContactNumber: null };
  const found = await readOf([{ Contacts: [contact] }], (xero) =>
    xero.findContacts(SESSION, { search: 'Acme' }),
  );
  expect(found).toMatchObject([{ contactId: 'one', name: 'Acme' }]);
});

test('Payment terms without a day are none', async () => {
  const organisation = {
    Name: 'Harbour',
    BaseCurrency: null,
    PaymentTerms: { Sales: { Day: null, Type: 'DAYSAFTERBILLDATE' } },
  };
  const read = await readOf([{ Organisations: [organisation] }], (xero) =>
    xero.readOrganisation(SESSION),
  );
  expect(read.salesPaymentTerms).toBeNull();
});

test('Names in Xero do not turn around the sentences in which they are told, and are of one line', async () => {
  const odd = '\u202eAcme\tLtd\0';
  const plain = '\u202eAcme Ltd\u202c';
  const contact = { ContactID: 'one', Name: odd };
  const contacts = await readOf(
    [{ Contacts: [contact, { ContactID: 'two', Name: '\u200b' }] }],
    (xero) => xero.findContacts(SESSION, { search: 'Acme' }),
  );
  expect(contacts.map(({ name }) => name)).toEqual([plain, '\u200b']);
  const organisation = await readOf([{ Organisations: [{ Name: odd }] }], (xero) =>
    xero.readOrganisation(SESSION),
  );
  expect(organisation.name).toBe(plain);
  const [invoice] = await readOf(
    [{ Invoices: invoices(0, 1).map((one) => ({ ...one, Contact: contact })) }],
    (xero) => xero.readInvoices(SESSION, ['id-0']),
  );
  expect(invoice?.contactName).toBe(plain);
  const connection = { id: 'c', tenantId: 't', tenantType: 'ORGANISATION', tenantName: odd };
  const connections = await readOf([[connection]], (xero) => xero.listConnections('token'));
  expect(connections.map(({ tenantName }) => tenantName)).toEqual([plain]);
});

test.each([
  ['credit notes alone', { AmountCredited: 1 }, 100],
  ['a prepayment that Xero counts as credited', { AmountCredited: 1, Prepayments: [{}] }, 0],
  ['an overpayment that it does not', { AmountCredited: 0, Overpayments: [{}] }, 0],
  [
    'a credit note beside an overpayment',
    { AmountCredited: 1, CreditNotes: [{ AppliedAmount: 0.6 }], Overpayments: [{}] },
    60,
  ],
])('Of what settled an invoice, %s is told from money', async (_what, fields, pence) => {
  const [invoice] = invoices(0, 1);
  const settled = { ...invoice, Status: 'PAID', AmountDue: 0, AmountPaid: 0, ...fields };
  const [read] = await readOf([{ Invoices: [settled] }], (xero) =>
    xero.readInvoices(SESSION, ['id-0']),
  );
  expect(read).toMatchObject({ creditedPence: 100, creditNotesPence: pence });
});
