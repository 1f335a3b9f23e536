import { beforeEach, describe, expect, test } from 'vitest';
import { ledgerReads } from '#db/schema.ts';
import { updateClient } from '#app/clients/clients.server.ts';
import { claimInvoices } from '#app/invoices/runs/claim.server.ts';
import { readConfig } from '#app/platform/env.server.ts';
import { NO_FILTERS } from '#app/work-logs/list/filters.ts';
import { logWork } from '#app/work-logs/work-logs.server.ts';
import { createWorkType } from '#app/work-types/work-types.server.ts';
import { activate } from '#app/xero/connection/organisations.server.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { visibleText } from '#tests/support/html.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn, type Visitor } from '#tests/support/server/visitor.ts';
import { HARBOUR } from '#tests/support/server/xero.ts';
import { XERO_LIMITS } from '#sandbox/xero.ts';
import {
  connectToXero,
  useConsentedXero,
  xeroEnvironment,
} from '#tests/support/server/xero-organisation.ts';

const xero = useConsentedXero(() => [HARBOUR]);
const server = useServer(() => xeroEnvironment(xero()));

let visitor: Visitor;
let dental: number;

/** Two invoices: £60.00 net of time, and £8.33 net of a cable whose price includes VAT beside £60.00. */
beforeEach(async () => {
  visitor = await visitSignedIn(server());
  const { services } = server();
  const workTypeId = addWorkType(server(), 'Support');
  dental = addClient(server(), 'Harbour Dental');
  const books = addClient(server(), 'Quay Books');
  addLog(server(), { clientId: dental, workTypeId, day: '2026-09-30' });
  addLog(server(), { clientId: books, workTypeId, day: '2026-10-31' });
  const hardware = createWorkType(services, {
    name: 'Hardware',
    hourlyRate: 0,
    description: null,
    isHardware: true,
  });
  logWork(services, {
    clientId: books,
    workTypeId: hardware.id,
    duration: null,
    travelTime: null,
    description: '',
    hourlyRate: null,
    billable: null,
    date: { day: '2026-10-30' },
    hardwareItems: [{ itemName: 'Cable', quantity: 1, unitPrice: '9.99', vatIncluded: true }],
  });
});

async function invoiceAll(): Promise<void> {
  const { services } = server();
  await activate(services, await connectToXero(services, xero()));
  await visitor.api('POST', '/api/xero/create-invoices');
}

const text = async (path: string) => visibleText((await visitor.get(path)).text);

describe('Invoices', () => {
  test('is empty at first, and then lists net, VAT and total with their sums', async () => {
    expect(await text('/invoices')).toContain('No invoices found');
    await invoiceAll();
    const list = await text('/invoices');
    expect(list).toContain('All 2 Overdue 0 Draft 2 Sent 0 Paid 0');
    expect(list).toContain(
      'Invoices 2 Net £128.33 VAT £25.66 Total with VAT £153.99 Outstanding £0.00',
    );
    expect(list).toMatch(/INV-0002 Quay Books Oct 2026 £68\.33 £13\.66 £81\.99 ○ Draft/);
    expect(list).toMatch(/INV-0001 Harbour Dental Sept 2026 £60\.00 £12\.00 £72\.00 ○ Draft/);
  });

  test('is filtered by client, status, days, number and words, with the sums of what is left', async () => {
    await invoiceAll();
    const [first] = xero().state().invoices;
    xero().mark(first?.invoiceId ?? '', 'sent');
    xero().change(first?.invoiceId ?? '', { kind: 'due date', day: '2020-01-01' });
    await visitor.api('POST', '/api/xero/backfill-invoice-numbers');
    const numbers = async (query: string) => {
      const found = (await text(`/invoices?${query}`)).match(/INV-000\d(?= (Harbour|Quay|École))/g);
      return found ?? [];
    };
    expect(await numbers(`clientId=${dental}`)).toEqual(['INV-0001']);
    expect(await numbers('status=sent')).toEqual(['INV-0001']);
    expect(await numbers('status=draft')).toEqual(['INV-0002']);
    expect(await numbers('status=overdue')).toEqual(['INV-0001']);
    expect(await numbers('startDate=2100-01-01')).toEqual([]);
    expect(await numbers('q=0002')).toEqual(['INV-0002']);
    expect(await numbers('q=quay')).toEqual(['INV-0002']);
    // A word of the logs on both.
    expect(await numbers('q=sample')).toEqual(['INV-0002', 'INV-0001']);
    expect(await numbers('q=%25')).toEqual([]);
    // Neither case nor accents count, in any letters, as in the search of Work Logs.
    await visitor.api('PUT', `/api/clients/${dental}`, { name: 'École Żabka' });
    for (const q of ['ÉCOLE', 'école', 'ecole', 'ŻABKA', 'zabka', 'E\u0301cole']) {
      expect(await numbers(`q=${encodeURIComponent(q)}`), q).toEqual(['INV-0001']);
    }
    expect(await numbers(`q=${encodeURIComponent('\u0301')}`)).toEqual([]);
    await visitor.api('PUT', `/api/clients/${dental}`, { name: 'École ﬁle Straße' });
    for (const q of ['STRASSE', 'straße', 'file', 'Ｓtra\u00adsse', 'ecole']) {
      expect(await numbers(`q=${encodeURIComponent(q)}`), q).toEqual(['INV-0001']);
    }
    expect(await text('/invoices?status=overdue')).toMatch(/Overdue \d+ days/);
    expect(await text('/invoices?status=overdue')).toContain('Of which overdue £72.00');
    expect((await visitor.get('/invoices?startDate=nonsense')).status).toBe(400);
    expect((await visitor.get('/api/invoices?status=nonsense')).status).toBe(400);
    const api = (await visitor.api('GET', '/api/invoices?status=overdue')).json() as unknown[];
    expect(api).toHaveLength(1);
  });

  test('shows the newest where an address asks for a page that has none', async () => {
    await invoiceAll();
    for (const page of ['older=1', 'newer=999', 'older=1&status=draft']) {
      expect([page, await text(`/invoices?${page}`)]).toEqual([
        page,
        expect.stringContaining('INV-0002 Quay Books'),
      ]);
    }
  });

  test('asks Xero when what it shows is older than an hour, and says when Xero is down', async () => {
    await invoiceAll();
    const { services } = server();
    const [first] = xero().state().invoices;
    xero().mark(first?.invoiceId ?? '', 'paid');
    const later = new Date(Date.now() + 2 * 3_600_000);
    server().setClock(later);
    xero().fail({ kind: '500-before', path: '/Invoices', times: 1 });
    expect(await text('/invoices')).toContain('Checking Xero for changes');
    await services.background.run('invoice statuses', () => Promise.resolve());
    const down = await text('/invoices');
    expect(down).toContain('Shown as of');
    expect(down).toContain('Xero could not be reached about Harbour Consulting');
    expect(down).not.toContain('Paid £72.00');
    server().setClock(new Date(later.getTime() + 6 * 60_000));
    await visitor.get('/invoices');
    await services.background.run('invoice statuses', () => Promise.resolve());
    expect(services.db.select().from(ledgerReads).get()?.message).toBeNull();
    const up = await text('/invoices');
    expect(up).toMatch(/INV-0001 Harbour Dental .* Paid/);
    expect(up).not.toContain('could not be asked');
  });
});

describe('An invoice', () => {
  test('shows each line with its log, rate and rounding, and the API gives the same', async () => {
    await invoiceAll();
    const page = await text('/invoices/1');
    expect(page).toContain('Invoice INV-0001');
    expect(page).toContain('1h 0m: 1 hour at £60.00 is £60.00. No rounding.');
    expect(page).toContain("Rate: £60.00 an hour: Harbour Dental's standard rate.");
    expect(page).toMatch(/: Logged/);
    expect(page).toMatch(/: alex@example.com: On INV-0001/);
    const answer = await visitor.api('GET', '/api/invoices/2');
    expect(answer.json()).toMatchObject({
      id: 2,
      client: { name: 'Quay Books' },
      totalAmount: '81.99',
      net: '68.33',
      vat: '13.66',
      lines: [
        { quantity: '1', unitAmount: '8.33', net: '8.33', vat: '1.66', workLogIds: [3] },
        { quantity: '1', unitAmount: '60', net: '60.00', vat: '12.00', workLogIds: [2] },
      ],
    });
    expect((await visitor.api('GET', '/api/invoices/99')).status).toBe(404);
    expect((await visitor.get('/invoices/99')).status).toBe(404);
    expect((await visitor.api('POST', '/api/invoices/1')).status).toBe(405);
  });

  test('has its run a link away, which says the calls used and left, of the day and the minute, once few are left', async () => {
    xero().setLimits({ ...XERO_LIMITS, perDay: 520 });
    await invoiceAll();
    const counts = /calls? to Xero for this organisation today/;
    expect(await text('/settings')).not.toMatch(counts);
    xero().setLimits({ ...XERO_LIMITS, perDay: 500 });
    await visitor.post('/settings/xero/refresh');
    const { text: list } = await visitor.get('/invoices');
    const { text: invoice } = await visitor.get('/invoices/1');
    expect(invoice).toContain('href="/work-logs/invoice-runs/1"');
    expect(list).toMatch(/<a href="https?:[^"]*"[^>]*aria-label="INV-0001 in Xero"/);
    const said =
      /Tallyhour has used \d+ calls to Xero for this organisation today\. At \d\d:\d\d, Xero had [\d,]+ left for the day and \d+ for the minute\./;
    expect(await text('/work-logs/invoice-runs/1')).toMatch(said);
    expect(await text('/settings')).toMatch(said);
  });

  test('is linked to in Xero as the operator says', async () => {
    await invoiceAll();
    const id = xero().state().invoices[0]?.invoiceId;
    const { text: usual } = await visitor.get('/invoices');
    const place = `/AccountsReceivable/View.aspx?InvoiceID=${id}`;
    const own = `${xero().origin}/organisationlogin/default.aspx?shortcode=!hArb&amp;redirecturl=${place}`;
    expect(usual).toContain(`href="${own}"`);
    const form = `${xero().origin}/app/{ShortCode}/invoicing/view/{InvoiceID}`;
    const { xeroInvoiceUrl } = readConfig({ XERO_INVOICE_URL: form });
    Object.assign(server().services.config, { xeroInvoiceUrl });
    const { text: other } = await visitor.get('/invoices');
    const address = `${xero().origin}/app/!hArb/invoicing/view/${id}`;
    expect(other).toContain(`href="${address}"`);
    expect((await fetch(address)).status).toBe(200);
  });

  test('tells in its history what became of it in Xero, in words and in its currency', async () => {
    await invoiceAll();
    const [first] = xero().state().invoices;
    const id = first?.invoiceId ?? '';
    const newest = async () => {
      await visitor.api('POST', '/api/xero/backfill-invoice-numbers');
      return / Links .*? Invoice: INV-0001 (.*?) All changes:/.exec(
        await text('/history?record=invoice:1'),
      )?.[1];
    };
    expect(await newest()).toBe(
      'Created in Xero as INV-0001 Outstanding: – → became £72.00 Paid: – → became £0.00 Credited: – → became £0.00',
    );
    xero().mark(id, 'sent');
    xero().change(id, { kind: 'due date', day: '2026-12-24' });
    expect(await newest()).toMatch(
      /^Changed Status: draft → became sent Due: \d+ \w+ \d{4} → became 24 Dec 2026$/,
    );
    xero().change(id, { kind: 'payment', pence: 2_000 });
    expect(await newest()).toBe(
      'Changed Outstanding: £72.00 → became £52.00 Paid: £0.00 → became £20.00',
    );
    xero().change(id, { kind: 'currency', code: 'EUR' });
    expect(await newest()).toBe('Changed Currency: GBP → became EUR');
    xero().change(id, { kind: 'credit', pence: 1_000 });
    expect(await newest()).toBe(
      'Changed Outstanding: EUR 52.00 → became EUR 42.00 Credited: EUR 0.00 → became EUR 10.00',
    );
    xero().change(id, { kind: 'line', index: 0, description: 'Other words' });
    expect(await newest()).toBe('Changed in Xero');
  });

  test('shows what was edited in Xero, and offers to release what was voided there', async () => {
    await invoiceAll();
    const [first] = xero().state().invoices;
    const id = first?.invoiceId ?? '';
    xero().change(id, { kind: 'line', index: 0, description: 'Other words' });
    xero().change(id, { kind: 'line added', description: 'A gift', lineAmountPence: 100 });
    await visitor.api('POST', '/api/xero/backfill-invoice-numbers');
    const edited = await text('/invoices/1');
    expect(edited).toContain('Changed in Xero');
    expect(edited).toContain('No work log: somebody added this line in Xero.');
    expect(await text('/invoices/1/statement')).toContain('Other words');
    xero().mark(id, 'voided');
    await visitor.api('POST', '/api/xero/backfill-invoice-numbers');
    expect(await text('/invoices/1')).toContain('Release its log');
    expect(await text('/invoices/1/statement')).toContain('This invoice was voided');
    const answer = await visitor.post('/work-logs/invoices/1/release?back=/invoices/1', {});
    expect(answer.location).toBe('/invoices/1');
    expect(await text('/invoices/1')).toContain('logs released');
  });
});

describe('What can be invoiced', () => {
  test('comes to the same on the Dashboard and in the preview, net and VAT', async () => {
    const { services } = server();
    await activate(services, await connectToXero(services, xero()));
    expect(await text('/dashboard')).toContain('£128.33 + £25.66 VAT · 2.0 hours');
    const preview = await text('/work-logs/create-invoices');
    expect(preview).toContain('£128.33 + £25.66 VAT = £153.99');
  });

  test('is without what is on an invoice being created, in its hours as in its amounts', async () => {
    const { services } = server();
    await activate(services, await connectToXero(services, xero()));
    claimInvoices(services, { userId: null, filters: NO_FILTERS });
    expect(await text('/dashboard')).toContain('Nothing to invoice');
    addLog(server(), { clientId: dental, workTypeId: addWorkType(server(), 'Visits') });
    const said = await text('/dashboard');
    expect(said).toContain('£60.00 + £12.00 VAT · 1.0 hours');
    expect(said).toContain('Harbour Dental 1.0 hours since');
    expect(said).not.toContain('Quay Books 1.0 hours since');
    expect(await text(`/clients/${dental}`)).toContain(
      'Not billed yet £60.00 1h 0m · plus £12.00 VAT',
    );
    const preview = await text('/work-logs/create-invoices?months=all');
    expect(preview).toContain('£60.00 + £12.00 VAT = £72.00');
    expect(preview).toContain('1h 0m');
  });

  test('is without it, too, while no organisation says what VAT there is on the rest', async () => {
    const { services } = server();
    await activate(services, await connectToXero(services, xero()));
    const workTypeId = addWorkType(server(), 'Visits');
    claimInvoices(services, { userId: null, filters: NO_FILTERS });
    addLog(server(), { clientId: dental, workTypeId, day: '2026-11-02' });
    await visitor.api('POST', '/api/xero/disconnect');
    const said = await text('/dashboard');
    expect(said).toContain('£60.00 ex VAT · 1.0 hours');
    expect(said).toContain('Harbour Dental 1.0 hours since');
    expect(said).not.toContain('Quay Books 1.0 hours since');
    expect(await text(`/clients/${dental}`)).toContain('Not billed yet £60.00 1h 0m');
    expect(await text(`/clients/${dental + 1}`)).toContain(
      'Not billed yet £0.00 all on an invoice being created',
    );
  });

  test('Forgotten work misses no invoice of a month whose work is on one over several that is being made', async () => {
    server().setClock(new Date('2026-11-26T15:00:00Z'));
    const { services } = server();
    await activate(services, await connectToXero(services, xero()));
    const clientId = addClient(server(), 'Cliff Yoga');
    const workTypeId = addWorkType(server(), 'Visits');
    for (const day of ['2026-10-12', '2026-11-03']) addLog(server(), { clientId, workTypeId, day });
    updateClient(services, clientId, { invoicePer: 'period' });
    const missed = 'Cliff Yoga, October 2026 1 billable log, 1h 0m, no invoice.';
    expect(await text('/forgotten')).toContain(missed);
    claimInvoices(services, { userId: null, filters: { ...NO_FILTERS, clientId } });
    expect(await text('/forgotten')).not.toContain(missed);
  });

  test('Work Logs say what VAT their totals include', async () => {
    expect(await text('/work-logs')).toContain('Amount £129.99 of which £1.66 VAT');
    expect(await text(`/work-logs?clientId=${dental}`)).not.toContain('of which');
    expect(await text('/work-logs?q=sample')).not.toContain('of which');
  });
});

describe('The reconciliation', () => {
  test('is green when all agrees, and names what does not', async () => {
    expect(await text('/reconciliation')).toContain('Nothing to compare');
    await invoiceAll();
    expect(await text('/reconciliation')).toMatch(/Everything matches: 2 invoices, to the penny/);
    const [first] = xero().state().invoices;
    xero().mark(first?.invoiceId ?? '', 'deleted');
    // A result is kept for an hour; the button asks at once.
    expect(await text('/reconciliation')).toContain('Everything matches');
    expect((await visitor.post('/reconciliation', {})).status).toBe(303);
    const found = await text('/reconciliation');
    expect(found).toMatch(/INV-0001 Harbour Dental ⊘ Deleted This invoice was deleted in Xero/);
    expect(found).not.toContain('Everything matches');
  });
});
