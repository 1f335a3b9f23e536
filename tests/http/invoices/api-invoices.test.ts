import { beforeEach, describe, expect, test } from 'vitest';
import { workLogs } from '#db/schema.ts';
import { carryOn, dueRuns } from '#app/invoices/runs/carry-on.server.ts';
import { activate } from '#app/xero/connection/organisations.server.ts';
import type { Mark } from '#sandbox/xero.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn, type Visitor } from '#tests/support/server/visitor.ts';
import { HARBOUR } from '#tests/support/server/xero.ts';
import {
  connectToXero,
  useConsentedXero,
  xeroEnvironment,
} from '#tests/support/server/xero-organisation.ts';

type Known = { xeroInvoiceId: string; status: string };

const xero = useConsentedXero(() => [HARBOUR]);
const server = useServer(() => xeroEnvironment(xero()));
const CREATE = '/api/xero/create-invoices';
const BACKFILL = '/api/xero/backfill-invoice-numbers';
const API_ERROR = 'Xero API error occurred. Please check your Xero configuration.';

let visitor: Visitor;
let dental: number;
let books: number;

beforeEach(async () => {
  visitor = await visitSignedIn(server());
  const workTypeId = addWorkType(server(), 'Support');
  dental = addClient(server(), 'Harbour Dental');
  books = addClient(server(), 'Quay Books');
  addLog(server(), { clientId: dental, workTypeId, day: '2026-09-30' });
  addLog(server(), { clientId: dental, workTypeId, day: '2026-10-01' });
  addLog(server(), { clientId: books, workTypeId, day: '2026-10-31' });
});

async function connect(): Promise<void> {
  const { services } = server();
  await activate(services, await connectToXero(services, xero()));
}

const free = () =>
  server()
    .services.db.select()
    .from(workLogs)
    .all()
    .filter(({ isInvoiced }) => !isInvoiced).length;

/** Carries on what is due, as the server does by itself later. */
async function carryOnDue(): Promise<void> {
  const { services } = server();
  const later = new Date(Date.now() + 15 * 60_000);
  const then = { ...services, clock: () => later };
  for (const { id } of dueRuns(then)) await carryOn(then, id, new AbortController().signal);
}

describe('Creating invoices', () => {
  test.each([
    ['?clientid=1', undefined, 'There is no filter “clientid”, so no invoices were created.'],
    ['?client=1&from=2026-09-01', undefined, 'There is no filter “client”'],
    ['?clientId=1&month=2026-09', {}, 'There is no filter “month”'],
    ['?clientId=', undefined, 'The filter “clientId” is empty, so no invoices were created.'],
    ['?clientId=1&clientId=', undefined, 'The filter “clientId” is empty'],
    ['?clientId=1&endDate=%E2%80%8B', undefined, 'The filter “endDate” is empty'],
    ['', { clientId: 1 }, 'Put filters in the address, such as ?clientId=1, not in the body'],
    ['', [], 'Put filters in the address'],
  ])('is refused where a filter would not be read: %s %j', async (query, body, sentence) => {
    await connect();
    const refused = await visitor.api('POST', `${CREATE}${query}`, body);
    expect([refused.status, free(), xero().state().invoices]).toEqual([400, 3, []]);
    expect((refused.json() as { message: string }).message).toContain(sentence);
  });

  test.each([CREATE, BACKFILL])('is refused at %s while there is no organisation', async (path) => {
    const answer = await visitor.api('POST', path);
    expect(answer.status).toBe(409);
    expect(answer.json()).toEqual({
      message: 'No active Xero connection found. Please connect to Xero first.',
    });
    expect(free()).toBe(3);
  });

  test('makes one for each client and calendar month, and none of them twice', async () => {
    await connect();
    const first = await visitor.api('POST', CREATE);
    expect(first.status).toBe(200);
    expect(first.json()).toMatchObject({ invoicesCreated: 3, clientsProcessed: 2, failures: [] });
    expect(free()).toBe(0);
    const again = await visitor.api('POST', CREATE);
    expect(again.json()).toMatchObject({ invoicesCreated: 0, clientsProcessed: 0 });
    expect(xero().state().invoices).toHaveLength(3);
    const invoices = (await visitor.api('GET', '/api/invoices')).json();
    expect(invoices).toContainEqual(
      expect.objectContaining({
        client: { name: 'Quay Books' },
        month: 10,
        year: 2026,
        totalHours: '1.00',
        totalAmount: '72.00',
        workType: 'Support',
        status: 'draft',
      }),
    );
  });

  test('keeps to the filters in its address', async () => {
    await connect();
    const answer = await visitor.api('POST', `${CREATE}?clientId=${dental}&endDate=2026-09-30`);
    expect(answer.json()).toMatchObject({ invoicesCreated: 1, clientsProcessed: 1 });
    expect(free()).toBe(2);
    const wrong = await visitor.api('POST', `${CREATE}?startDate=2026-13-01`);
    expect(wrong.status).toBe(400);
    expect(free()).toBe(2);
  });

  test('says why Xero refused the invoice of one client, and makes the others', async () => {
    await connect();
    await visitor.api('POST', `${CREATE}?clientId=${books}`);
    const [made] = xero()
      .state()
      .contacts.filter(({ name }) => name === 'Quay Books');
    if (!made) throw new Error('The contact was made');
    xero().archiveContact(made.contactId);
    addLog(server(), { clientId: books, workTypeId: 1, day: '2026-08-01' });
    const answer = await visitor.api('POST', CREATE);
    expect(answer.json()).toMatchObject({ invoicesCreated: 2, failures: [{ clientId: books }] });
    expect(free()).toBe(1);
  });

  test('answers 502 when Xero cannot be reached, locks the logs meanwhile, and settles the invoice later', async () => {
    await connect();
    xero().fail({ kind: '500-after', path: '/Invoices', method: 'PUT' });
    const answer = await visitor.api('POST', CREATE);
    expect(answer.status).toBe(502);
    expect(answer.json()).toEqual({ message: API_ERROR });
    expect(free()).toBe(3);
    const edit = await visitor.api('PUT', '/api/work-logs/1', { description: 'Changed' });
    expect(edit.status).toBe(409);
    expect((await visitor.api('DELETE', '/api/work-logs/1')).status).toBe(409);
    const again = await visitor.api('POST', CREATE);
    expect(again.json()).toMatchObject({ invoicesCreated: 0 });
    const page = await visitor.get('/work-logs');
    expect(page.text).toContain('Some invoices are not settled yet.');
    await carryOnDue();
    expect(free()).toBe(0);
    expect(xero().state().invoices).toHaveLength(3);
  });

  test('answers 202 while a run waits until Xero takes calls again, and makes the invoices then', async () => {
    await connect();
    xero().fail({ kind: '429-day', retryAfterSeconds: 300 });
    const answer = await visitor.api('POST', CREATE);
    expect(answer.status).toBe(202);
    expect(answer.json()).toMatchObject({
      isFinished: false,
      invoicesCreated: 0,
      unknown: 0,
      failures: [],
      message: expect.stringContaining('Xero') as string,
    });
    server().setClock(new Date(Date.now() + 6 * 60_000));
    await carryOnDue();
    expect(free()).toBe(0);
    expect(xero().state().invoices).toHaveLength(3);
  });

  test('frees the logs when the connection has ended', async () => {
    await connect();
    xero().endGrants();
    xero().expireAccessTokens();
    const answer = await visitor.api('POST', CREATE);
    expect(answer.status).toBe(409);
    expect(answer.text).toContain('Connect to Xero again in Settings.');
    expect(free()).toBe(3);
    expect((await visitor.api('PUT', '/api/work-logs/1', { description: 'Free' })).status).toBe(
      200,
    );
  });

  test('refuses a preview that is out of date', async () => {
    await connect();
    const page = await visitor.get('/work-logs/create-invoices');
    const fingerprint = /name="fingerprint" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    addLog(server(), { clientId: dental, workTypeId: 1, day: '2026-10-02' });
    await visitor.post('/work-logs/create-invoices', { fingerprint });
    expect(xero().state().invoices).toHaveLength(0);
    expect(free()).toBe(4);
  });
});

describe('The preview', () => {
  test('has no button where nothing can be created', async () => {
    await connect();
    const button = /<button[^>]*>Create /;
    expect((await visitor.get('/work-logs/create-invoices')).text).toMatch(button);
    const empty = await visitor.get('/work-logs/create-invoices?endDate=2020-01-01');
    expect(empty.text).toContain('Nothing to invoice');
    expect(empty.text).not.toMatch(button);
    expect(empty.text).not.toContain('0 invoices');
  });
});

describe('Backfill', () => {
  test('counts the logs whose invoice changed', async () => {
    await connect();
    await visitor.api('POST', CREATE);
    const backfill = async () => (await visitor.api('POST', BACKFILL)).json();
    expect(await backfill()).toEqual({ successCount: 0, errorCount: 0 });
    const [first] = xero().state().invoices;
    xero().mark(first?.invoiceId ?? '', 'approved');
    expect(await backfill()).toEqual({ successCount: 1, errorCount: 0 });
    expect(await backfill()).toEqual({ successCount: 0, errorCount: 0 });
    xero().fail({ kind: '503-html', path: '/Invoices', times: 9 });
    const down = await visitor.api('POST', BACKFILL);
    expect(down.status).toBe(502);
    expect(down.json()).toEqual({ message: 'Failed to backfill invoice numbers' });
  });

  test('notices that a payment was taken back, and that a paid invoice was voided', async () => {
    await connect();
    await visitor.api('POST', CREATE);
    const [first] = xero().state().invoices;
    const statusAfter = async (...marks: Mark[]) => {
      for (const mark of marks) xero().mark(first?.invoiceId ?? '', mark);
      await visitor.api('POST', BACKFILL);
      const invoices = (await visitor.api('GET', '/api/invoices')).json() as Known[];
      return invoices.find(({ xeroInvoiceId }) => xeroInvoiceId === first?.invoiceId)?.status;
    };
    expect(await statusAfter('approved', 'sent', 'paid')).toBe('paid');
    expect(await statusAfter('sent')).toBe('sent');
    expect(await statusAfter('paid')).toBe('paid');
    expect(await statusAfter('voided')).toBe('voided');
    const calls = xero().state().calls.length;
    await visitor.post('/work-logs/invoices/1/release', {});
    await visitor.api('POST', BACKFILL);
    // One call reads the two invoices that are left.
    expect(xero().state().calls).toHaveLength(calls + 1);
    expect(free()).toBe(1);
  });

  test('an invoice that is still valid cannot be released', async () => {
    await connect();
    await visitor.api('POST', CREATE);
    await visitor.post('/work-logs/invoices/1/release', {});
    expect(free()).toBe(0);
  });
});

describe('The Dashboard', () => {
  test('has no invoices at first, and then shows the three newest with their status', async () => {
    expect((await visitor.get('/dashboard')).text).toContain('No invoices found');
    await connect();
    await visitor.api('POST', CREATE);
    const { text } = await visitor.get('/dashboard');
    expect(text).toContain('Quay Books, October 2026');
    expect(text).toContain('£72.00');
    expect(text).toMatch(/draft/);
  });
});
