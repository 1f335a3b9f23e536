import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { eq } from 'drizzle-orm';
import { createWorkType } from '#app/work-types/work-types.server.ts';
import { logWork } from '#app/work-logs/work-logs.server.ts';
import { workLogs } from '#db/schema.ts';
import { addClient, addUser, addWorkType } from '../../support/data/entries.ts';
import { controlOf, rowsOf, startTags, visibleText } from '../../support/html.ts';
import { useSharedServer } from '../../support/server/shared-server.ts';
import { visit } from '../../support/server/visitor.ts';

const shared = useSharedServer();

const NAMES = { acme: 'Acme', formula: '=2+2 & Co, "Ltd"' };
let acme = 0;

type Log = { clientId: number; day: string; minutes?: number; billable?: boolean; person?: number };

beforeAll(() => {
  const { services } = shared().server;
  const remote = addWorkType(shared().server, 'Remote');
  const { id: hardware } = createWorkType(services, {
    name: 'Hardware',
    hourlyRate: 0,
    description: null,
    isHardware: true,
  });
  acme = addClient(shared().server, NAMES.acme);
  const formula = addClient(shared().server, NAMES.formula);
  const robin = addUser(shared().server, 'robin@example.com', ['Robin', 'Park']);
  const log = (
    { clientId, day, minutes = 60, billable = true, person }: Log,
    isHardware = false,
  ) => {
    const { id } = logWork(services, {
      clientId,
      workTypeId: isHardware ? hardware : remote,
      duration: isHardware ? null : minutes,
      travelTime: null,
      description: 'Looked after',
      hourlyRate: isHardware ? null : 6_000,
      billable,
      date: { day },
      hardwareItems: isHardware
        ? [
            { itemName: 'Switch', quantity: 3, unitPrice: '9.99', vatIncluded: true },
            { itemName: 'Cable', quantity: 1, unitPrice: '5.00', vatIncluded: false },
          ]
        : null,
    });
    if (person)
      services.db.update(workLogs).set({ createdBy: person }).where(eq(workLogs.id, id)).run();
    return id;
  };
  log({ clientId: acme, day: '2026-04-05', minutes: 70 });
  log({ clientId: acme, day: '2026-04-06', minutes: 90 });
  log({ clientId: acme, day: '2026-03-29', billable: false, person: robin });
  log({ clientId: acme, day: '2026-04-07' }, true);
  log({ clientId: formula, day: '2025-12-31', person: robin });
  const invoiced = log({ clientId: formula, day: '2026-01-01', minutes: 20 });
  services.db.update(workLogs).set({ isInvoiced: true }).where(eq(workLogs.id, invoiced)).run();
});

const Amounts = z.object({
  hours: z.number(),
  net: z.string(),
  billableHours: z.number(),
  invoicedNet: z.string(),
  workedNet: z.string(),
});
const Reply = z.object({
  rows: z.array(Amounts.extend({ key: z.string(), name: z.string() })),
  total: Amounts,
});

async function reportOf(search: string) {
  const answer = await shared().visitor.api('GET', `/api/reports?${search}`);
  expect(answer.status).toBe(200);
  return Reply.strict().parse(answer.json());
}

/** The rows of the screen's table: the name and the six figures. */
async function screenRows(search: string): Promise<string[][]> {
  const { text, status } = await shared().visitor.get(`/reports?${search}`);
  expect(status).toBe(200);
  return rowsOf(text).map((cells) => cells.slice(0, 7));
}

/** Rows as the screen has them, from the API's. */
const pounds = (text: string) => `£${text}`;
const hours = (value: number) => value.toFixed(2);

test.each([
  ['from=1970-01-01&to=9998-12-31', null],
  ['from=1998-06-01&to=2026-12-31', null],
  [
    'from=1998-07-01&to=2026-12-31',
    'Compared with the 342 months before, 1 Jan 1970 to 30 Jun 1998',
  ],
  ['from=2026-01-01', null],
])('A report of %s is compared with no time before all days', async (days, said) => {
  const { visitor } = shared();
  const text = visibleText((await visitor.get(`/reports?by=client&${days}`)).text);
  expect(text).toContain('Acme');
  const [compared = null] = /Compared with .*? to \d+ \w+ \d+/.exec(text) ?? [];
  expect(compared).toBe(said);
});

test('What Reports refuses of its address stays in its field, and in no link', async () => {
  const { text } = await shared().visitor.get('/reports?by=month&from=nonsense&to=2026-12-31');
  expect(text).toContain('value="nonsense"');
  expect(text).toContain('href="/reports?by=week&amp;to=2026-12-31"');
  expect(text.match(/href="\/reports[^"]*nonsense/g)).toBeNull();
});

describe('GET /api/reports', () => {
  test('adds up by client: hours of all logs, net of billable ones, invoiced net, without VAT', async () => {
    // Three switches at £9.99 with VAT are £24.98 net, the cable £5.
    expect(await reportOf('by=client')).toEqual({
      rows: [
        {
          key: String(acme),
          name: NAMES.acme,
          hours: 220 / 60,
          net: '189.98',
          billableHours: 160 / 60,
          invoicedNet: '0.00',
          workedNet: '0.00',
        },
        {
          key: String(acme + 1),
          name: NAMES.formula,
          hours: 80 / 60,
          net: '80.00',
          billableHours: 80 / 60,
          invoicedNet: '20.00',
          workedNet: '20.00',
        },
      ],
      total: {
        hours: 5,
        net: '269.98',
        billableHours: 4,
        invoicedNet: '20.00',
        workedNet: '20.00',
      },
    });
  });

  test.each([
    ['by=month', '2025-12 2026-01 2026-03 2026-04'],
    ['by=week', '2025-12-29 2026-03-23 2026-03-30 2026-04-06'],
    ['by=month&from=2026-04-06', '2026-04'],
    ['by=month&to=2026-04-05&isInvoiced=false&billable=true', '2025-12 2026-04'],
    ['by=month&sort=-name', '2026-04 2026-03 2026-01 2025-12'],
    ['by=week&sort=-net', '2026-04-06 2025-12-29 2026-03-30 2026-03-23'],
  ])('of %s has the keys %s', async (search, keys) => {
    expect((await reportOf(search)).rows.map(({ key }) => key).join(' ')).toBe(keys);
  });

  test('names people, and what nobody is known to have logged', async () => {
    const { rows } = await reportOf('by=person');
    expect(rows.map(({ key, name }) => (key === 'none' ? key : name)).sort()).toEqual([
      'Robin Park',
      'none',
    ]);
  });

  test('refuses what it cannot read, and strangers', async () => {
    const answer = await shared().visitor.api('GET', '/api/reports?by=year&from=soon');
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ issues: [{ path: 'by' }, { path: 'from' }] });
    expect((await visit(shared().server).get('/api/reports')).status).toBe(401);
    expect((await visit(shared().server).get('/reports.csv')).status).toBe(401);
    for (const by of ['year', 'all']) {
      for (const path of ['/reports.csv', '/reports', '/api/reports']) {
        const { status } = await shared().visitor.get(`${path}?by=${by}`);
        expect([path, by, status]).toEqual([path, by, 400]);
      }
    }
  });
});

describe('screen, file and API say the same', () => {
  test.each([
    'by=client',
    'by=client&from=2026-01-01&to=2026-04-05&sort=name',
    'by=work-type&billable=true',
    'by=month&isInvoiced=true',
    'by=week&sort=-hours',
    'by=person',
  ])('of %s', async (search) => {
    const { rows, total } = await reportOf(search);
    const { headers, text } = await shared().visitor.get(`/reports.csv?${search}`);
    expect(headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('Content-Disposition')).toMatch(
      /^attachment; filename="report-by-.*\.csv"$/,
    );
    const lines = text.replace(/^\ufeff/, '').split('\r\n');
    expect(lines[0]).toBe('key,name,hours,net,billable_hours,invoiced_net,worked_net');
    expect(lines).toHaveLength(rows.length + 2);
    for (const [index, row] of rows.entries()) {
      const figures = [row.hours, row.net, row.billableHours, row.invoicedNet, row.workedNet].map(
        Number,
      );
      const cells = (lines[index + 1] ?? '').split(',').slice(-5).map(Number);
      for (const [place, figure] of figures.entries()) expect(cells[place]).toBeCloseTo(figure, 3);
    }
    const expected = [...rows, { ...total, name: 'Total' }].map((row) => [
      row.name,
      hours(row.hours),
      hours(row.billableHours),
      pounds(row.net),
      pounds(row.invoicedNet),
    ]);
    const shown = (await screenRows(search)).map(([name, all, billable, , net, invoiced]) => [
      name,
      all,
      billable,
      net,
      invoiced,
    ]);
    expect(shown).toEqual(expected);
  });

  test('a name that a spreadsheet would run is a text in the file', async () => {
    const { text } = await shared().visitor.get('/reports.csv?by=client');
    expect(text).toContain(`"'=2+2 & Co, ""Ltd"""`);
  });
});

describe('the screen', () => {
  test('without an address of its own shows this tax year, and says what it compares with', async () => {
    shared().server.setClock(new Date('2026-04-10T12:00:00Z'));
    const { text } = await shared().visitor.get('/reports');
    expect(controlOf(text, 'from').value).toBe('2026-04-06');
    expect(controlOf(text, 'to').value).toBe('2027-04-05');
    expect(visibleText(text)).toContain(
      'Compared with the tax year before, 6 Apr 2025 to 5 Apr 2026',
    );
    expect(startTags(text, 'a').filter((tag) => tag['aria-current'] === 'true')).toHaveLength(2);
  });

  test('leads from every figure to logs that come to it', async () => {
    for (const search of [
      'by=client',
      'by=month&from=2026-01-01&to=2026-04-06',
      'by=week&billable=true',
    ]) {
      const { text } = await shared().visitor.get(`/reports?${search}`);
      const cells = [
        ...text.matchAll(/<a href="(\/work-logs[^"]*)" class="figure-link">([^<]+)</g),
      ];
      expect(cells.length).toBeGreaterThan(5);
      for (const [, link = '', figure = ''] of cells) {
        const logs = visibleText((await shared().visitor.get(link.replaceAll('&amp;', '&'))).text);
        const [, hoursOf = '', amount = '', , vat = '0'] =
          /Hours ([\d.,]+) Amount £([\d.,]+)( of which £([\d.,]+) VAT)?/.exec(logs) ?? [];
        const pence = (sum: string) => Math.round(Number(sum.replaceAll(',', '')) * 100);
        const net = ((pence(amount) - pence(vat)) / 100).toFixed(2);
        expect(`${link} ${figure.startsWith('£') ? `£${net}` : hoursOf}`).toBe(`${link} ${figure}`);
      }
    }
  });

  test('has nothing to download of a period without work', async () => {
    const links = async (search: string) => {
      const { text } = await shared().visitor.get(`/reports?${search}`);
      return [text.includes('No work in this period'), text.includes('Download CSV')];
    };
    expect(await links('by=client&from=1999-01-01&to=1999-01-02')).toEqual([true, false]);
    expect(await links('by=client')).toEqual([false, true]);
  });

  test('says what is wrong with a period beside its field', async () => {
    const { status, text } = await shared().visitor.get('/reports?from=nonsense');
    expect(status).toBe(400);
    expect(controlOf(text, 'from').isInvalid).toBe(true);
  });

  test('sorts by the links of its headings, and says how it is sorted', async () => {
    const { text } = await shared().visitor.get('/reports?by=client&sort=-hours');
    expect(startTags(text, 'th').map((tag) => tag['aria-sort'])).toContain('descending');
    expect(text).toContain('href="/reports?by=client&amp;sort=hours"');
    expect(text).toContain('href="/reports?by=client&amp;sort=name"');
    const [first] = await screenRows('by=client&sort=hours');
    expect(first?.[0]).toBe(NAMES.formula);
  });

  test('draws what the table says, without a style that the policy forbids', async () => {
    for (const by of ['client', 'month']) {
      const { text } = await shared().visitor.get(`/reports?by=${by}`);
      const svg = /<svg[^>]* role="img"[\s\S]*?<\/svg>/.exec(text)?.[0] ?? '';
      expect(svg).toContain('the table below has the figures');
      expect(svg).toContain('chart-open');
      expect(text).not.toContain(' style="');
    }
  });
});
