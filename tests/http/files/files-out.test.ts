import { beforeEach, describe, expect, test } from 'vitest';
import { writeMoment } from '#app/transfer/cells.ts';
import { COLUMNS, headerOf, type FileKind } from '#app/transfer/columns.ts';
import { addClient, addLog, addUser, addWorkType } from '#tests/support/data/entries.ts';
import { fillEveryScreen } from '#tests/support/browser/every-screen.ts';
import { addPendingLog } from '#tests/support/data/pending-work-logs.ts';
import { readCsv } from '#tests/support/data/read-csv.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visit, visitSignedIn, type Visitor } from '#tests/support/server/visitor.ts';
import { HARBOUR } from '#tests/support/server/xero.ts';
import { useConsentedXero, xeroEnvironment } from '#tests/support/server/xero-organisation.ts';

const xero = useConsentedXero(() => [HARBOUR]);
const server = useServer(() => xeroEnvironment(xero()));
const KINDS = Object.keys(COLUMNS) as FileKind[];
const TEXT = '=HYPERLINK("https://evil.example","Sum"), "quoted"\n- second line';

let visitor: Visitor;

beforeEach(async () => {
  await fillEveryScreen(server(), xero());
  visitor = await visitSignedIn(server());
});

/** A file as it came. */
async function download(address: string): Promise<string> {
  const answer = await visitor.get(address);
  expect([address, answer.status]).toEqual([address, 200]);
  // `Response.text` takes the mark off.
  return `\uFEFF${answer.text}`;
}

const rowsOf = async (address: string) => readCsv(await download(address));

type Json = Record<string, unknown>;
const listOf = async (path: string) => (await visitor.api('GET', path)).json() as Json[];
const nameIn = (value: unknown) => (value as { name: string } | null)?.name ?? '';
const text = (value: unknown) => {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};
/** Items as the API has them, without what another installation gives them. */
const itemsIn = (items: unknown) => {
  const texts = (items as Json[]).map(({ id, totalPrice, ...item }) => {
    expect([typeof id, typeof totalPrice]).toEqual(['number', 'string']);
    return JSON.stringify(item);
  });
  return `[${texts.join(',\n')}]`;
};
const london = (instant: unknown) => writeMoment(new Date(String(instant)), 'Europe/London');

describe('a file of a list', () => {
  test('is saved under a dated name, is UTF-8 with a mark, and has a header and whole lines', async () => {
    for (const kind of KINDS) {
      const response = await fetch(`${server().url}/${kind}.csv`, {
        headers: { Cookie: [...visitor.cookies].map((pair) => pair.join('=')).join('; ') },
      });
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
      expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
      expect(response.headers.get('Content-Disposition')).toMatch(
        new RegExp(`^attachment; filename="${kind}-\\d{4}-\\d\\d-\\d\\d\\.csv"$`),
      );
      const written = bytes.toString('utf8');
      expect(written.slice(1, written.indexOf('\r\n'))).toBe(headerOf(kind).join(','));
      expect(written.endsWith('\r\n')).toBe(true);
      expect([kind, readCsv(written).length > 0]).toEqual([kind, true]);
    }
  });

  test('is for signed-in people, and not for other sites', async () => {
    for (const kind of KINDS) {
      const answer = await visit(server()).get(`/${kind}.csv`);
      expect(answer.status).toBe(401);
      expect(answer.text).not.toContain('Harbour');
    }
    expect((await visitor.post('/work-logs.csv')).status).toBe(405);
  });

  test('says what is wrong with a filter', async () => {
    for (const address of [
      '/work-logs.csv?startDate=nonsense',
      '/hardware-items.csv?clientId=x',
      '/pending-work-logs.csv?status=lost',
      '/invoices.csv?status=lost',
      '/history.csv?kind=nonsense',
    ]) {
      const answer = await visitor.get(address);
      expect([address, answer.status]).toEqual([address, 400]);
      expect(answer.text).toMatch(/^[A-Z].*\.$/);
    }
  });
});

describe('the file of work logs', () => {
  test.each([
    '',
    '?billable=true',
    '?isInvoiced=true',
    '?isInvoiced=false',
    '?q=samp',
    '?clientId=1',
  ])('%j is what the API gives', async (search) => {
    const logs = await listOf(`/api/work-logs${search}`);
    expect(logs.length).toBeGreaterThan(0);
    const header = (await visitor.get(`/work-logs.csv${search}`)).text.split('\r\n')[0] ?? '';
    const hasHardware = header.includes('hardware_items');
    if (logs.some((log) => log.isHardware)) expect(hasHardware).toBe(true);
    const wanted = logs.map((log) => ({
      id: text(log.id),
      date: london(log.date),
      client: nameIn(log.client),
      work_type: nameIn(log.workType),
      kind: log.isHardware ? 'hardware' : 'time',
      minutes: text(log.duration),
      description: text(log.description),
      billable: text(log.billable),
      hourly_rate: text(log.hourlyRate),
      total: text(log.totalAmount),
      invoiced: text(log.isInvoiced),
      invoice_number: text(log.xeroInvoiceNumber),
      logged_by: text(log.loggedBy),
      ...(hasHardware && { hardware_items: log.isHardware ? itemsIn(log.hardwareItems) : '' }),
      job: log.job === null ? '' : nameIn(log.job),
    }));
    expect(await rowsOf(`/work-logs.csv${search}`)).toEqual(wanted);
  });

  test('has a column of items only where hardware is in it', async () => {
    const headerIn = async (search: string) => {
      const { text } = await visitor.get(`/work-logs.csv${search}`);
      return text.split('\r\n')[0];
    };
    const clientId = addClient(server(), 'Without Hardware');
    addLog(server(), { clientId, workTypeId: addWorkType(server(), 'Visits') });
    const plain =
      'id,date,client,work_type,kind,minutes,description,billable,hourly_rate,total,invoiced,invoice_number,logged_by';
    // Some client has a job.
    expect(await headerIn('')).toBe(`${plain},hardware_items,job`);
    expect(await headerIn(`?clientId=${clientId}`)).toBe(`${plain},job`);
  });

  test('has fewer rows where a filter leaves some out', async () => {
    const all = await rowsOf('/work-logs.csv');
    expect((await rowsOf('/work-logs.csv?isInvoiced=true')).length).toBeLessThan(all.length);
    expect(await rowsOf('/work-logs.csv?clientId=999')).toEqual([]);
  });

  test('has texts that no spreadsheet runs, and that are read as they were', async () => {
    const clientId = addClient(server(), '@Home');
    const id = addLog(server(), { clientId, workTypeId: addWorkType(server(), '+plus') });
    await visitor.api('PUT', `/api/work-logs/${id}`, { description: TEXT });
    const file = await download(`/work-logs.csv?clientId=${clientId}`);
    expect(file).toContain(`"'=HYPERLINK(""https://evil`);
    expect(file).toContain(`,'@Home,'+plus,`);
    expect(readCsv(file)).toMatchObject([
      { description: TEXT, client: '@Home', work_type: '+plus' },
    ]);
  });

  test('has its time in the business time zone', async () => {
    const { json } = await visitor.api('POST', '/api/work-logs', {
      clientId: 1,
      workTypeId: 1,
      duration: 30,
      date: '2026-07-01T23:30:00Z',
    });
    const [row] = (await rowsOf('/work-logs.csv?startDate=2026-07-02&endDate=2026-07-02')).values();
    expect(row).toMatchObject({ id: text((json() as Json).id), date: '2026-07-02 00:30' });
  });

  test('and that of hardware items go together', async () => {
    const logs = (await listOf('/api/work-logs')).filter(({ isHardware }) => isHardware);
    const items = await rowsOf('/hardware-items.csv');
    expect(items).toEqual([
      expect.objectContaining({
        work_log_id: text(logs[0]?.id),
        item_name: 'Cable',
        quantity: '2',
        unit_price: '9.99',
        total: '19.98',
        vat_included: 'true',
        vat_rate: '20',
        tax_code: 'OUTPUT2',
        net: '16.65',
        vat: '3.33',
        gross: '19.98',
      }),
    ]);
    expect(await rowsOf('/hardware-items.csv?isInvoiced=true')).toEqual([]);
  });

  test('has every row of a list of many pages, once', async () => {
    const clientId = addClient(server(), 'Many');
    const workTypeId = addWorkType(server(), 'Many');
    for (let count = 0; count < 450; count += 1) {
      addLog(server(), { clientId, workTypeId, day: '2026-03-01' });
    }
    const rows = await rowsOf(`/work-logs.csv?clientId=${clientId}`);
    const logs = await listOf(`/api/work-logs?clientId=${clientId}`);
    expect(rows.map(({ id }) => id)).toEqual(logs.map(({ id }) => text(id)));
    expect(new Set(rows.map(({ id }) => id)).size).toBe(450);
  });
});

describe('the other files', () => {
  test('of clients has all their settings', async () => {
    const change = {
      billingStep: 15,
      billingPer: 'day',
      poNumber: 'PO 7',
      discountedRate: '45.50',
      dueIn: { days: 14 },
    };
    await visitor.api('PUT', '/api/clients/1', { ...change, contactPerson: 'Jo', isActive: false });
    const clients = await listOf('/api/clients');
    const rows = await rowsOf('/clients.csv');
    expect(rows).toEqual(
      clients.map((client) => ({
        id: text(client.id),
        name: text(client.name),
        email: text(client.email),
        contact_person: text(client.contactPerson),
        standard_rate: text(client.standardRate),
        premium_rate: text(client.premiumRate),
        discounted_rate: text(client.discountedRate),
        billing_step: text(client.billingStep),
        billing_rounding: text(client.billingRounding),
        billing_per: text(client.billingPer),
        invoice_per: text(client.invoicePer),
        vat_treatment: text(client.vatTreatment),
        invoice_date: text(client.invoiceDate),
        due_in: client.dueIn === null ? '' : '14 days',
        lines: text(client.lines),
        smallest_minutes: text(client.smallestMinutes),
        line_text: text(client.lineText),
        po_number: text(client.poNumber),
        reference: text(client.reference),
        show_times: String(client.showTimes),
        notes: text(client.notes),
        active: text(client.isActive),
      })),
    );
    expect(rows.find(({ id }) => id === '1')).toMatchObject({ po_number: 'PO 7', active: 'false' });
  });

  test('of work types has the deleted ones, too', async () => {
    await visitor.api('DELETE', '/api/work-types/1');
    const rows = await rowsOf('/work-types.csv');
    const offered = await listOf('/api/work-types');
    expect(rows.filter(({ active }) => active === 'true').map(({ id }) => id)).toEqual(
      offered.map(({ id }) => text(id)),
    );
    expect(rows.find(({ id }) => id === '1')).toMatchObject({ active: 'false', kind: 'time' });
    expect(rows.find(({ name }) => name === 'Hardware')).toMatchObject({
      kind: 'hardware',
      hourly_rate: '0.00',
    });
  });

  test.each(['', '?status=archived', '?status=pending_review&clientId=all'])(
    'of completed tasks %j is what the API gives',
    async (search) => {
      addPendingLog(server(), { labels: '["urgent","web"]', duration: 15 });
      const entries = await listOf(`/api/pending-worklogs${search}`);
      expect(entries.length).toBeGreaterThan(0);
      const rows = await rowsOf(`/pending-work-logs.csv${search}`);
      expect(rows.every(({ labels }) => labels === 'urgent, web' || labels === '')).toBe(true);
      expect(rows.map((row) => ({ ...row, labels: '' }))).toEqual(
        entries.map((entry) => ({
          id: text(entry.id),
          completed_at: london(entry.completedAt),
          task_name: text(entry.taskName),
          project: text(entry.projectName),
          labels: '',
          description: text(entry.description),
          minutes: text(entry.duration),
          client: nameIn(entry.client),
          work_type: nameIn(entry.workType),
          billable: text(entry.billable),
          hourly_rate: text(entry.estimatedHourlyRate),
          status: text(entry.status),
          work_log_id: text(entry.workLogId),
          job: nameIn(entry.job),
        })),
      );
    },
  );

  test('of invoices has a row for each line, and sums that add up', async () => {
    const [invoice] = await listOf('/api/invoices');
    const one = (await visitor.api('GET', `/api/invoices/${text(invoice?.id)}`)).json() as Json & {
      lines: Json[];
    };
    const rows = await rowsOf('/invoices.csv');
    expect(rows).toHaveLength(one.lines.length);
    expect(rows[0]).toMatchObject({
      id: text(one.id),
      number: text(one.xeroInvoiceNumber),
      client: 'Quay Books',
      status: 'draft',
      net: text(one.net),
      vat: text(one.vat),
      total: text(one.totalAmount),
      line: '1',
      description: text(one.lines[0]?.description),
      line_net: text(one.lines[0]?.net),
      work_log_ids: (one.lines[0]?.workLogIds as number[]).join(' '),
    });
    expect(await rowsOf('/invoices.csv?status=paid')).toEqual([]);
  });

  test.each(['', '?kind=client', '?record=client:1', '?person=none'])(
    'of the history %j is what the API gives',
    async (search) => {
      addUser(server(), 'new@example.com');
      const entries = await listOf(`/api/history${search}`);
      expect(entries.length).toBeGreaterThan(0);
      const rows = await rowsOf(`/history.csv${search}`);
      expect(
        rows.map(({ before = '', after = '', ...row }) => ({
          ...row,
          before: before && (JSON.parse(before) as unknown),
          after: after && (JSON.parse(after) as unknown),
        })),
      ).toEqual(
        entries.map((entry) => ({
          id: text(entry.id),
          at: london(entry.at),
          by: text(entry.by),
          record: text(entry.record),
          action: text(entry.action),
          before: entry.before ?? '',
          after: entry.after ?? '',
        })),
      );
    },
  );
});
