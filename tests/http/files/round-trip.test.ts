import { afterEach, expect, test } from 'vitest';
import { rebuildTotals } from '#db/business-days.server.ts';
import { importFile } from '#tests/support/data/imports.ts';
import { readCsv } from '#tests/support/data/read-csv.ts';
import { startTestServer, type TestServer } from '#tests/support/server/test-server.ts';
import { addUser } from '#tests/support/data/entries.ts';
import { idOf, visitSignedIn, type Visitor } from '#tests/support/server/visitor.ts';

/** Export, import into an empty installation, compare the two databases row by row, export again. */

const ROBIN = 'robin@example.com';
/** The files that come in again, in the order in which they must. */
const FILES = ['clients', 'work-types', 'work-logs'] as const;

const servers: TestServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

async function install(): Promise<TestServer> {
  const server = await startTestServer({ APPROVED_EMAILS: `alex@example.com,${ROBIN}` });
  servers.push(server);
  addUser(server, ROBIN, ['Robin', 'Park']);
  return server;
}

/** A file as it came, to the byte. */
async function download(server: TestServer, visitor: Visitor, kind: string): Promise<Buffer> {
  const cookies = [...visitor.cookies].map((pair) => pair.join('=')).join('; ');
  const answer = await fetch(`${server.url}/${kind}.csv`, { headers: { Cookie: cookies } });
  expect([kind, answer.status]).toEqual([kind, 200]);
  return Buffer.from(await answer.arrayBuffer());
}

async function exportAll(server: TestServer): Promise<Map<string, Buffer>> {
  const visitor = await visitSignedIn(server);
  const files = new Map<string, Buffer>();
  for (const kind of [...FILES, 'hardware-items']) {
    files.set(kind, await download(server, visitor, kind));
  }
  return files;
}

async function importAll(server: TestServer, files: Map<string, Buffer>): Promise<void> {
  const visitor = await visitSignedIn(server);
  for (const kind of FILES) {
    const file = new Uint8Array(files.get(kind) ?? []);
    // A log is more than a year old.
    const done = await importFile(visitor, file, '?confirm=doubtful');
    expect(done, done.message ?? '').toMatchObject({ status: 'done', known: 0, problems: [] });
    expect([kind, done.new]).toEqual([kind, readCsv(textOf(files, kind)).length]);
  }
}

const textOf = (files: Map<string, Buffer>, kind: string) =>
  files.get(kind)?.toString('utf8') ?? '';
const all = ({ services }: TestServer, sql: string) => services.db.$client.prepare(sql).all();

/**
 * The rows of a database. Left out is what is no part of the files, or cannot be: ids, which every
 * database gives by itself, and what follows from them; when and how often a row was written; the ids of
 * invoices, which only the connection with Xero knows; seconds, which no file has.
 */
function rowsOf(server: TestServer) {
  return {
    clients: all(
      server,
      `select name, email, contact_person, standard_rate_pence, premium_rate_pence,
        discounted_rate_pence, billing_step, billing_rounding, billing_per, invoice_per, po_number,
        notes, is_active from clients order by name, email`,
    ),
    workTypes: all(
      server,
      `select name, hourly_rate_pence, description, is_hardware, is_active, items_name from work_types
        order by name`,
    ),
    workLogs: all(
      server,
      `select c.name as client, t.name as type, w.is_hardware, w.duration, w.description,
        w.hourly_rate_pence, w.has_own_rate, w.total_pence, w.included_vat_pence, w.billable,
        w.date / 60000 as minute, w.day, w.is_invoiced, w.xero_invoice_number, u.email as by,
        (select json_group_array(json_array(i.item_name, i.description, i.quantity_in_places,
            i.unit_price_in_places, i.vat_included, i.vat_rate_hundredths, i.tax_code))
          from (select * from hardware_items where work_log_id = w.id order by id) i) as items
        from work_logs w join clients c on c.id = w.client_id
        join work_types t on t.id = w.work_type_id left join users u on u.id = w.created_by
        order by w.date, w.id`,
    ),
    totals: all(
      server,
      `select unit, period, is_invoiced, logs, minutes, total_pence, billable_pence, vat_pence,
        billable_vat_pence, hardware_pence, billable_minutes, billable_logs from work_log_totals
        where client_id = 0 and logs > 0 order by 1, 2, 3`,
    ),
    people: all(
      server,
      `select u.email, p.unit, p.period, p.is_invoiced, p.logs, p.minutes, p.total_pence
        from person_totals p left join users u on u.id = p.person_id
        where p.client_id = 0 and p.work_type_id = 0 and p.logs > 0 order by 1, 2, 3, 4`,
    ),
  };
}

const TEXTS = [
  '',
  '=HYPERLINK("https://evil.example"; "Sum")',
  "'=1+1, and an apostrophe of one's own",
  '-5 °C in the server room\nsecond line,\n\n"quoted", and \'single\'',
  '@home 🧑‍💻 naïve façade — “quotes” £€',
  '+44 20 7946 0000\twith a tab',
  '＝wide',
  "'tis plain",
  ';,\t|"',
];

const HARDWARE = [
  { itemName: 'Dock', quantity: 3, unitPrice: '119.99', vatIncluded: true },
  {
    itemName: '=Cable, "2 m"',
    description: 'grey\nor black',
    quantity: 7,
    unitPrice: '0.01',
    vatIncluded: false,
    vatRate: '17.5',
    taxCode: 'OUTPUT',
  },
  { itemName: 'Book', quantity: 1, unitPrice: '33.33', vatIncluded: false, taxCode: 'ZERORATED' },
];
const EXPENSES = [
  { itemName: 'Miles', quantity: 123.4, unitPrice: '0.45', vatIncluded: false },
  { itemName: 'Calls', quantity: 10_250, unitPrice: '0.0125', vatIncluded: true },
];

/** Fills a database with all that the three files hold, by requests. */
async function fill(server: TestServer): Promise<void> {
  const alex = await visitSignedIn(server);
  const robin = await visitSignedIn(server, ROBIN);
  const make = async (visitor: Visitor, path: string, body: object) => {
    const answer = await visitor.api('POST', path, body);
    expect(answer.status, answer.text).toBe(201);
    return idOf(answer);
  };
  const client = (body: object) => make(alex, '/api/clients', body);
  const zebra = await client({ name: 'Zebra & Söhne; "Ltd"' });
  const acme = await client({
    name: '=Acme',
    email: 'Ann.Lee@Acme.example',
    contactPerson: '+Ann',
    standardRate: '72.55',
    premiumRate: '1090.00',
    discountedRate: '0.00',
    billingStep: 15,
    billingRounding: 'nearest',
    billingPer: 'day',
    invoiceDate: 'month-end',
    dueIn: { dayOfNextMonth: 20 },
    lines: 'type',
    smallestMinutes: 15,
    lineText: '=@{date}, "{workType}"',
    poNumber: '@PO 7',
    notes: '- pays late\n- "never" calls 🦓',
  });
  const gone = await client({ name: 'Bolt', standardRate: '0.00', discountedRate: '41.00' });
  const type = (body: object) => make(alex, '/api/work-types', body);
  const support = await type({ name: 'Support', hourlyRate: '75.10', description: '=a\n"b"' });
  const onSite = await type({ name: 'On-site support', hourlyRate: '0.00' });
  const cable = await type({ name: 'Kit', hourlyRate: '0.00', isHardware: true });
  const travel = await type({ name: 'Travel', isHardware: true, itemsName: '=Expenses' });
  const old = await type({ name: 'Old ways', hourlyRate: '12.00' });
  const log = (visitor: Visitor, body: object) => make(visitor, '/api/work-logs', body);
  const made: number[] = [];
  for (const [at, description] of TEXTS.entries()) {
    const day = String(1 + ((at * 7) % 27)).padStart(2, '0');
    made.push(
      await log(at % 2 === 0 ? alex : robin, {
        clientId: [acme, zebra, gone][at % 3],
        workTypeId: [support, old][at % 2],
        duration: 1 + at * 37,
        date: `2026-0${1 + (at % 3)}-${day}T09:0${at}:4${at}Z`,
        description,
        billable: at % 4 !== 3,
        ...(at % 3 === 1 ? { hourlyRate: `${at}.07` } : {}),
      }),
    );
  }
  // The hour that the clocks showed twice, and within a minute two logs in another order than their ids.
  const common = { clientId: acme, workTypeId: onSite };
  for (const date of [
    '2025-10-26T01:30:00Z',
    '2025-10-26T00:30:00Z',
    '2026-03-29T00:59:00Z',
    '2026-03-29T01:00:00Z',
    '2026-02-03T10:00:50Z',
    '2026-02-03T10:00:10Z',
    '2026-02-03',
  ]) {
    await log(alex, { ...common, duration: 61, date, description: date, confirm: 'date' });
  }
  const kit = { clientId: zebra, workTypeId: cable, date: '2026-01-15T12:00:00Z' };
  const dock = await log(robin, { ...kit, description: '@kit', hardwareItems: HARDWARE });
  await log(robin, { ...kit, description: '@kit', hardwareItems: HARDWARE.slice(0, 1) });
  await log(robin, { ...kit, hardwareItems: HARDWARE.slice(1), billable: false });
  await log(robin, { ...kit, workTypeId: travel, hardwareItems: EXPENSES });
  const bare = await log(robin, { ...kit, hardwareItems: HARDWARE.slice(2) });
  const [item] = all(server, `select id from hardware_items where work_log_id = ${bare}`) as {
    id: number;
  }[];
  await alex.api('DELETE', `/api/worklogs/${bare}/hardware-items/${item?.id ?? 0}`);
  const deleted = await log(alex, { ...common, duration: 5, date: '2026-02-04' });
  await alex.api('DELETE', `/api/work-logs/${deleted}`);
  server.services.db.$client
    .prepare(
      `update work_logs set is_invoiced = 1, xero_invoice_id = 'x', xero_invoice_number = 'INV-7'
        where id in (?, ?)`,
    )
    .run(made[4], dock);
  await alex.api('PUT', `/api/clients/${gone}`, { isActive: false });
  await alex.api('DELETE', `/api/work-types/${old}`);
}

test('What goes out comes in again, equal, and goes out as the same bytes', async () => {
  const first = await install();
  await fill(first);
  const files = await exportAll(first);
  const second = await install();
  await importAll(second, files);
  const rows = rowsOf(first);
  expect(rows.workLogs).toHaveLength(TEXTS.length + 7 + 5);
  expect(rowsOf(second)).toEqual(rows);
  // The totals that the import kept are those that follow from its logs.
  rebuildTotals(second.services.db);
  expect(rowsOf(second)).toEqual(rows);
  // The first database has gaps in its ids, and others than the order of its lists; the second has none.
  const again = await exportAll(second);
  const withoutIds = (all: Map<string, Buffer>, kind: string) =>
    readCsv(textOf(all, kind)).map((row) => ({ ...row, id: '', work_log_id: '' }));
  for (const kind of files.keys()) {
    expect([kind, withoutIds(again, kind)]).toEqual([kind, withoutIds(files, kind)]);
  }
  const third = await install();
  await importAll(third, again);
  expect(rowsOf(third)).toEqual(rows);
  const last = await exportAll(third);
  for (const [kind, bytes] of again) {
    expect([kind, last.get(kind)?.equals(bytes)]).toEqual([kind, true]);
  }
});

test('Its own files add nothing to a database that is as they say', async () => {
  const server = await install();
  await fill(server);
  const files = await exportAll(server);
  const rows = rowsOf(server);
  const visitor = await visitSignedIn(server);
  for (const kind of FILES) {
    const done = await importFile(visitor, new Uint8Array(files.get(kind) ?? []));
    expect([kind, done.new, done.problems]).toEqual([kind, 0, []]);
  }
  expect(rowsOf(server)).toEqual(rows);
});
