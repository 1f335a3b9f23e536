import { beforeEach, describe, expect, test } from 'vitest';
import { xeroOrganisations } from '#db/schema.ts';
import { logWork } from '#app/work-logs/work-logs.server.ts';
import { createWorkType } from '#app/work-types/work-types.server.ts';
import { activate } from '#app/xero/connection/organisations.server.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { visibleText } from '#tests/support/html.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn, type Visitor } from '#tests/support/server/visitor.ts';
import { HARBOUR } from '#tests/support/server/xero.ts';
import {
  connectToXero,
  useConsentedXero,
  xeroEnvironment,
} from '#tests/support/server/xero-organisation.ts';

const xero = useConsentedXero(() => [{ ...HARBOUR, isVatRegistered: false }]);
const server = useServer(() => xeroEnvironment(xero()));

let visitor: Visitor;
let acme: number;

const DAY = '2026-01-15';

/** An item of £120.00, of which £20.00 would be VAT. */
beforeEach(async () => {
  visitor = await visitSignedIn(server());
  const { services } = server();
  acme = addClient(server(), 'Acme');
  const type = { name: 'Hardware', hourlyRate: 0, description: null, isHardware: true };
  logWork(services, {
    clientId: acme,
    workTypeId: createWorkType(services, type).id,
    duration: null,
    travelTime: null,
    description: '',
    hourlyRate: null,
    billable: null,
    date: { day: DAY },
    hardwareItems: [{ itemName: 'Dock', quantity: 1, unitPrice: '120.00', vatIncluded: true }],
  });
});

const connect = async () => {
  const { services } = server();
  await activate(services, await connectToXero(services, xero()));
};

const text = async (path: string) => visibleText((await visitor.get(path)).text);

describe('What an organisation that is not registered for VAT sells', () => {
  test('is net as a whole in reports and on the invoice, as in Xero', async () => {
    expect(await text('/reports?by=client')).toContain('Net £100.00');
    await connect();
    expect(await text('/reports?by=client')).toContain('Net £120.00');
    expect(await text('/forgotten')).toMatch(/Acme.*£120\.00/);
    expect((await text('/dashboard')) + (await text('/forgotten'))).not.toContain('£100.00');
    expect(await text('/work-logs')).not.toContain('of which');
    expect(await text('/work-logs')).toContain('Net £120.00 · VAT £0.00 · Gross £120.00');
    await visitor.api('POST', '/api/xero/create-invoices');
    expect(xero().state().invoices[0]).toMatchObject({ subTotalPence: 12_000, totalTaxPence: 0 });
    const report = await text('/reports?by=client');
    expect(report).toContain('Invoiced net £120.00');
    expect(report).toMatch(/1 invoice ?, £120\.00 net/);
    expect(report).not.toContain('£100.00');
    const figures = { net: '120.00', invoicedNet: '120.00' };
    for (const by of ['client', 'work-type', 'month', 'week', 'person']) {
      const { rows, total } = (await visitor.api('GET', `/api/reports?by=${by}`)).json() as {
        rows: unknown[];
        total: unknown;
      };
      expect([rows.length, rows[0], total]).toMatchObject([1, figures, figures]);
    }
    const page = await text('/invoices/1');
    // Nor does what it was invoiced as follow the organisation of later.
    server().services.db.update(xeroOrganisations).set({ isVatRegistered: true }).run();
    expect(await text('/work-logs')).toContain('Net £120.00 · VAT £0.00 · Gross £120.00');
    expect(await text('/reports?by=client')).toContain('Invoiced net £120.00');
    expect(page).toContain('Dock, 1 × £120.00 including VAT: £120.00');
    expect(page).not.toContain('£20.00');
  });

  test('stays net as a whole while Xero is disconnected', async () => {
    await connect();
    expect(await text('/reports?by=client')).toContain('Net £120.00');
    expect((await visitor.api('POST', '/api/xero/disconnect')).status).toBe(200);
    expect(await text('/reports?by=client')).toContain('Net £120.00');
    expect(await text('/work-logs')).toContain('Net £120.00 · VAT £0.00 · Gross £120.00');
  });

  test('includes VAT again once its invoice was voided in Xero and released, where one is registered by then', async () => {
    await connect();
    await visitor.api('POST', '/api/xero/create-invoices');
    xero().mark(xero().state().invoices[0]?.invoiceId ?? '', 'voided');
    await visitor.api('POST', '/api/xero/backfill-invoice-numbers');
    await visitor.post('/work-logs/invoices/1/release', {});
    server().services.db.update(xeroOrganisations).set({ isVatRegistered: true }).run();
    expect(await text('/reports?by=client')).toContain('Net £100.00');
  });

  test('comes to the same with more logs than are planned for a look', async () => {
    await connect();
    const workTypeId = addWorkType(server(), 'Support');
    const id = addLog(server(), { clientId: acme, workTypeId, day: DAY });
    const copied = `client_id, work_type_id, duration, description, hourly_rate_pence, total_pence,
      billable, date, day, is_invoiced, is_hardware, created_at, updated_at`;
    server()
      .services.db.$client.prepare(
        `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 1999)
        insert into work_logs (${copied}) select ${copied} from work_logs, numbers where id = ?`,
      )
      .run(id);
    expect(await text('/dashboard')).toContain('£120,120.00 ex VAT · 2,000.0 hours');
    expect(await text(`/clients/${acme}`)).toContain('Not billed yet £120,120.00');
    expect(await text('/work-logs/create-invoices')).toContain('£120,120.00 + £0.00 VAT');
  });
});
