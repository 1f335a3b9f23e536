import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { logWork } from '#app/work-logs/work-logs.server.ts';
import { workLogs } from '#db/schema.ts';
import { addClient, addLog, addWorkType } from '../../support/data/entries.ts';
import { rowsOf, startTags, visibleText } from '../../support/html.ts';
import { useServer } from '../../support/server/use-server.ts';
import { visit, visitSignedIn, type Visitor } from '../../support/server/visitor.ts';

const server = useServer();

/** A Wednesday, half an hour after midnight in London and still Tuesday in UTC. */
const NOW = new Date('2026-07-14T23:30:00Z');

let visitor: Visitor;

beforeEach(async () => {
  server().setClock(NOW);
  visitor = await visitSignedIn(server());
});

type Log = { clientId: number; workTypeId: number; at: string; minutes?: number };

/** Logs work at £60 an hour; gives the log's id. */
function add({ clientId, workTypeId, at, minutes = 60 }: Log, billable = true): number {
  return logWork(server().services, {
    clientId,
    workTypeId,
    duration: minutes,
    travelTime: null,
    description: 'Looked after',
    hourlyRate: null,
    billable,
    date: { instant: new Date(at) },
    hardwareItems: null,
  }).id;
}

const invoice = (id: number) =>
  server().services.db.update(workLogs).set({ isInvoiced: true }).where(eq(workLogs.id, id)).run();

/** The text of the card with a title. */
function card(html: string, title: string): string {
  const match = new RegExp(`<section[^>]* aria-label="${title}"[^>]*>([\\s\\S]*?)</section>`).exec(
    html,
  );
  if (!match) throw new Error(`There is no card ${title}`);
  return visibleText(match[1] ?? '');
}

const stats = async () => (await visitor.get('/api/dashboard/stats')).json();

describe('GET /api/dashboard/stats', () => {
  test('gives hours and revenue of the six periods as numbers', async () => {
    const entry = { clientId: addClient(server(), 'Acme'), workTypeId: addWorkType(server(), 'W') };
    add({ ...entry, at: '2026-07-14T23:00:00Z', minutes: 90 });
    add({ ...entry, at: '2026-07-14T22:59:59Z', minutes: 20 });
    // The Monday, the Sunday before, the first of the month, the last day of the month before.
    add({ ...entry, at: '2026-07-12T23:00:00Z' });
    add({ ...entry, at: '2026-07-12T22:59:00Z' }, false);
    invoice(add({ ...entry, at: '2026-06-30T23:00:00Z' }));
    add({ ...entry, at: '2026-06-30T22:59:00Z', minutes: 6_000 });
    // Later days of this week and month count, too.
    add({ ...entry, at: '2026-07-18T12:00:00Z', minutes: 6 });
    expect(await stats()).toEqual({
      todayHours: 1.5,
      todayRevenue: 90,
      yesterdayHours: 20 / 60,
      yesterdayRevenue: 20,
      thisWeekHours: (90 + 20 + 60 + 6) / 60,
      thisWeekRevenue: 176,
      lastWeekHours: 1,
      lastWeekRevenue: 0,
      thisMonthHours: (90 + 20 + 60 + 60 + 60 + 6) / 60,
      thisMonthRevenue: 236,
      lastMonthHours: 100,
      lastMonthRevenue: 6_000,
    });
  });

  test('gives only zeros at first', async () => {
    const values = Object.values((await stats()) as Record<string, unknown>);
    expect(values).toEqual(Array.from({ length: 12 }, () => 0));
  });

  test('answers 401 signed out, and 405 to other methods', async () => {
    const signedOut = await visit(server()).get('/api/dashboard/stats');
    expect([signedOut.status, signedOut.json()]).toEqual([401, { message: 'Unauthorized' }]);
    const posted = await visitor.api('POST', '/api/dashboard/stats', {});
    expect([posted.status, posted.headers.get('Allow')]).toEqual([405, 'GET']);
  });
});

describe('The Dashboard', () => {
  test('says so when there is nothing to show', async () => {
    const { text, status } = await visitor.get('/dashboard');
    expect(status).toBe(200);
    expect(visibleText(text)).toContain('Dashboard Your work overview and recent activity');
    expect(card(text, 'Today')).toBe('Today Hours 0.0 – Revenue £0.00 –');
    expect(card(text, 'Recent Activity')).toBe('Recent Activity View All No recent activity');
    expect(card(text, 'Revenue by week')).toContain('No revenue in the last 12 weeks');
    expect(card(text, 'Ready to invoice')).toContain('Nothing to invoice');
  });

  test('shows hours and revenue, their change, and what they were', async () => {
    const entry = { clientId: addClient(server(), 'Acme'), workTypeId: addWorkType(server(), 'W') };
    add({ ...entry, at: '2026-07-14T23:00:00Z', minutes: 90 });
    add({ ...entry, at: '2026-07-14T12:00:00Z', minutes: 120 });
    const { text } = await visitor.get('/dashboard');
    expect(card(text, 'Today')).toBe(
      'Today Hours 1.5 -25.0% vs 2.0 yesterday Revenue £90.00 -25.0% vs £120.00 yesterday',
    );
    expect(card(text, 'This Week')).toBe('This Week Hours 3.5 New Revenue £210.00 New');
    add({ ...entry, at: '2026-07-08T12:00:00Z', minutes: 30 });
    add({ ...entry, at: '2026-06-08T12:00:00Z', minutes: 240 }, false);
    const after = (await visitor.get('/dashboard')).text;
    expect(card(after, 'This Week')).toBe(
      'This Week Hours 3.5 +600.0% vs 0.5 last week Revenue £210.00 +600.0% vs £30.00 last week',
    );
    // Nothing of last month was billable.
    expect(card(after, 'This Month')).toBe(
      'This Month Hours 4.0 +0.0% vs 4.0 last month Revenue £240.00 New',
    );
    expect(after).toMatch(/text-danger">-25\.0%/);
    expect(after).toMatch(/text-success">\+600\.0%/);
    expect(after).toMatch(/text-success">\+0\.0%/);
  });

  test('shows the five newest logs, with the time in the business time zone', async () => {
    const entry = { clientId: addClient(server(), 'Acme'), workTypeId: addWorkType(server(), 'W') };
    for (const day of ['01', '02', '03', '04', '05', '06']) {
      add({ ...entry, at: `2026-07-${day}T23:15:00Z`, minutes: 75 });
    }
    const text = card((await visitor.get('/dashboard')).text, 'Recent Activity');
    const expected = ['07', '06', '05', '04', '03'].map(
      (day) => `Acme W · Looked after 1h 15m Jul ${day}, 00:15 Repeat 1h 15m for Acme`,
    );
    expect(text).toBe(`Recent Activity View All ${expected.join(' ')}`);
  });

  test('counts the items of a hardware log instead of its hours', async () => {
    const { services } = server();
    logWork(services, {
      clientId: addClient(server(), 'Acme'),
      workTypeId: addWorkType(server(), 'Hardware'),
      duration: null,
      travelTime: null,
      description: '',
      hourlyRate: null,
      billable: true,
      date: null,
      hardwareItems: [
        { itemName: 'Switch', quantity: '2', unitPrice: '50.00' },
        { itemName: 'Cable', quantity: '1', unitPrice: '5.50' },
      ],
    });
    const { text } = await visitor.get('/dashboard');
    expect(card(text, 'Recent Activity')).toContain('Acme Hardware 2 items Jul 15, 00:30');
    expect(card(text, 'Today')).toBe('Today Hours 0.0 – Revenue £105.50 New of which £17.59 VAT');
    expect(card(text, 'Revenue by week')).toContain('Not invoiced £105.50 of which £17.59 VAT');
    expect(card(text, 'Ready to invoice')).toContain('£87.91 ex VAT · 0.0 hours');
  });

  test('draws the revenue of twelve weeks, and shows it as a table, too', async () => {
    const entry = { clientId: addClient(server(), 'Acme'), workTypeId: addWorkType(server(), 'W') };
    add({ ...entry, at: '2026-07-14T23:10:00Z' });
    invoice(add({ ...entry, at: '2026-07-14T23:00:00Z', minutes: 120 }));
    // The first instant of the twelve weeks, and the last instant before them.
    add({ ...entry, at: '2026-04-26T23:00:00Z', minutes: 15 });
    add({ ...entry, at: '2026-04-26T22:59:59Z', minutes: 6_000 });
    const { text } = await visitor.get('/dashboard');
    const rows = rowsOf(text);
    expect(rows).toHaveLength(12);
    expect(rows[0]).toEqual(['£0.00', '£15.00', '£15.00']);
    expect(rows[11]).toEqual(['£120.00', '£60.00', '£180.00']);
    for (const row of rows.slice(1, 11)) expect(row).toEqual(['£0.00', '£0.00', '£0.00']);
    expect(card(text, 'Revenue by week')).toContain('Invoiced £120.00 Not invoiced £75.00');
    expect(card(text, 'Revenue by week')).not.toContain('VAT');
    expect(card(text, 'Revenue by week')).toContain('13 Jul: £180.00');
    // A text browser would take a `<title>` in the drawing for that of the page.
    expect(text.match(/<title\b/g)).toHaveLength(1);
    const svg = /<svg[^>]* role="img"[\s\S]*?<\/svg>/.exec(text)?.[0] ?? '';
    expect(svg.match(/class="chart-(invoiced|open)"/g)).toHaveLength(3);
    // The Content-Security-Policy forbids style attributes.
    expect(text).not.toContain(' style="');
  });

  test('lists what can be invoiced by client, the oldest first, each a link to it', async () => {
    const workTypeId = addWorkType(server(), 'W');
    const [late, new_, done] = ['Late & Co', 'New Ltd', 'Done'].map((name) =>
      addClient(server(), name),
    ) as [number, number, number];
    add({ clientId: new_, workTypeId, at: '2026-07-13T12:00:00Z', minutes: 90 });
    add({ clientId: new_, workTypeId, at: '2026-07-14T23:10:00Z' });
    add({ clientId: late, workTypeId, at: '2026-06-13T12:00:00Z', minutes: 30 });
    add({ clientId: late, workTypeId, at: '2026-01-13T12:00:00Z' }, false);
    invoice(add({ clientId: done, workTypeId, at: '2026-01-13T12:00:00Z' }));
    const { text } = await visitor.get('/dashboard');
    expect(card(text, 'Ready to invoice')).toBe(
      'Ready to invoice £180.00 ex VAT · 3.0 hours ' +
        'Late & Co 0.5 hours since 13 Jun 2026 £30.00 32 days ' +
        'New Ltd 2.5 hours since 13 Jul 2026 £150.00 2 days',
    );
    expect(text).toMatch(/bg-warning-tint[^>]*>32 days</);
    expect(text).not.toMatch(/bg-warning-tint[^>]*>2 days</);
    const linkOf = (clientId: number) =>
      `/work-logs?clientId=${clientId}&isInvoiced=false&billable=true`;
    for (const [clientId, sums] of [
      [new_, 'Logs 2 Hours 2.50 Amount £150.00'],
      // The work that is not billable is none that is ready.
      [late, 'Logs 1 Hours 0.50 Amount £30.00'],
    ] as const) {
      const link = linkOf(clientId);
      expect(text).toContain(`href="${link.replaceAll('&', '&amp;')}"`);
      expect(visibleText((await visitor.get(link)).text)).toContain(sums);
    }
    const pending = await visitor.get(`/work-logs?clientId=${late}&isInvoiced=false`);
    expect(visibleText(pending.text)).toContain('Logs 2 Hours 1.50 Amount £90.00');
  });
});

test('The sums lead to what they are made of, and a Tab passes over them; a text browser has them as text', async () => {
  addLog(server(), {
    clientId: addClient(server(), 'Harbour Dental'),
    workTypeId: addWorkType(server(), 'Support'),
    day: '2026-11-02',
  });
  const visitor = await visitSignedIn(server());
  const linksOf = (page: string) =>
    startTags(page, 'a')
      .filter(({ tabindex }) => tabindex === '-1')
      .map(({ href }) => href);
  const page = (await visitor.get('/dashboard')).text;
  const expected = ['#ready-to-invoice', '/invoices?status=overdue', '/week'];
  expect(linksOf(page).map((href) => href?.replace(/^\/dashboard/, ''))).toEqual(expected);
  expect(page).toContain('id="ready-to-invoice"');
  expect(linksOf((await visitor.get('/dashboard', { 'User-Agent': 'w3m/0.5.3' })).text)).toEqual(
    [],
  );
});
