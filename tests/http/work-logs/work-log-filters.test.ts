import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { logWork } from '#app/work-logs/work-logs.server.ts';
import { workLogs } from '#db/schema.ts';
import { activate } from '#app/xero/connection/organisations.server.ts';
import { addClient, addWorkType } from '#tests/support/data/entries.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn, type Visitor } from '#tests/support/server/visitor.ts';
import { HARBOUR } from '#tests/support/server/xero.ts';
import {
  connectToXero,
  useConsentedXero,
  xeroEnvironment,
} from '#tests/support/server/xero-organisation.ts';

const xero = useConsentedXero(() => [HARBOUR]);
const server = useServer(() => xeroEnvironment(xero()));

let visitor: Visitor;
let remote: number;
let onSite: number;

function log(description: string, columns: { day: string; type?: number; billable?: boolean }) {
  const { day, type = remote, billable = true } = columns;
  return logWork(server().services, {
    clientId: 1,
    workTypeId: type,
    duration: 60,
    travelTime: null,
    description,
    hourlyRate: 6_000,
    billable,
    date: { day },
    hardwareItems: null,
  }).id;
}

beforeEach(async () => {
  visitor = await visitSignedIn(server());
  remote = addWorkType(server(), 'Remote support');
  onSite = addWorkType(server(), 'Projects');
  addClient(server(), 'Harbour Dental');
  log('Mailbox full, ticket HD-1885', { day: '2025-07-14' });
  log('Replaced the printer', { day: '2025-07-15', type: onSite });
  log('Printer again; e-mail to Café Łódź', { day: '2025-07-16', billable: false });
});

const Logs = z.array(z.object({ id: z.number() }));

async function found(search: string): Promise<number[]> {
  const answer = await visitor.api('GET', `/api/work-logs?${search}`);
  expect(answer.status).toBe(200);
  return Logs.parse(answer.json()).map(({ id }) => id);
}

test('The last page of a list shows the newest logs once all of its own have gone', async () => {
  for (let number = 0; number < 50; number += 1) log(`Number ${number}`, { day: '2025-07-20' });
  const oldest = '/work-logs?older=1752534000000_0';
  expect((await visitor.get(oldest)).text).toContain('HD-1885');
  server().services.db.delete(workLogs).where(eq(workLogs.id, 1)).run();
  const { text } = await visitor.get(oldest);
  expect(text).toContain('Number 49');
  expect(text).toContain('older=');
});

describe('Work logs', () => {
  test.each([
    ['q=mail', [3, 1]],
    ['q=MAILBOX+full', [1]],
    ['q=full+mailbox', [1]],
    ['q=hd-1885', [1]],
    ['q=188', [1]],
    ['q=ailbox', []],
    ['q=printer+-+%22again%22*', [3]],
    ['q=cafe', [3]],
    ['q=ca', [3]],
    ['q=AND', []],
    ['q=-', []],
    ['q=%22', []],
    ['q=', [3, 2, 1]],
    ['q=%F0%9F%98%80', []],
    // Marks that the index takes for signs: a vowel of Hindi, a line through a letter, a key's frame.
    [`q=${encodeURIComponent('हिन्दी')}`, []],
    [`q=${encodeURIComponent('p\u0336rinter')}`, []],
    [`q=${encodeURIComponent('Cafe\u0301')}`, [3]],
    [`q=${encodeURIComponent('1\uFE0F\u20E32\uFE0F\u20E3')}`, []],
    ['billable=false', [3]],
    ['billable=all&workTypeId=', [3, 2, 1]],
    ['workTypeId=2', [2]],
    ['workTypeId=1&billable=true', [1]],
    ['q=printer&billable=true', [2]],
    ['q=printer&startDate=2025-07-16', [3]],
    ['q=printer&endDate=2025-07-15&clientId=1&isInvoiced=false', [2]],
    ['q=printer&clientId=2', []],
    ['q=printer&isInvoiced=true', []],
  ])('are filtered by %s', async (search, ids) => {
    expect(await found(search)).toEqual(ids);
    const limited = await visitor.api('GET', `/api/work-logs?${search}&limit=1`);
    expect(Logs.parse(limited.json()).map(({ id }) => id)).toEqual(ids.slice(0, 1));
    const screen = await visitor.get(`/work-logs?${search}`);
    expect(screen.status).toBe(200);
    const shown = [...screen.text.matchAll(/\/work-logs\/(\d+)\/edit/g)].map((link) => link[1]);
    expect(shown).toEqual(ids.map(String));
    expect(screen.text).toMatch(
      new RegExp(
        `Logs</dt> <dd[^>]*>${ids.length}</dd>.*Hours</dt> <dd[^>]*>${ids.length}.00</dd>`,
      ),
    );
  });

  test('refuse a filter that cannot be read, with its field', async () => {
    const answer = await visitor.api('GET', '/api/work-logs?billable=maybe&workTypeId=x');
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ issues: [{ path: 'workTypeId' }, { path: 'billable' }] });
    const screen = await visitor.get('/work-logs?startDate=2025-07-32&go=create-invoices');
    expect(screen.status).toBe(400);
    expect(screen.text).toContain('Enter a real date');
  });

  test('are found as soon as they are changed, and not any more when deleted', async () => {
    await visitor.api('PUT', '/api/work-logs/1', { description: 'The scanner' });
    expect(await found('q=mailbox')).toEqual([]);
    expect(await found('q=scanner')).toEqual([1]);
    await visitor.api('PUT', '/api/work-logs/1', { date: '2025-07-20', confirm: 'date' });
    expect(await found('q=the')).toEqual([1, 2]);
    await visitor.api('DELETE', '/api/work-logs/1');
    expect(await found('q=the')).toEqual([2]);
  });

  test('have their description below them, on one line', async () => {
    const id = log('First line\n  second line', { day: '2025-07-17' });
    const { text } = await visitor.get('/work-logs?q=second');
    expect(text).toContain('<div class="second">First line second line</div>');
    expect(text).toContain(`/work-logs/${id}/edit`);
  });

  test('have links to the usual periods, which keep the other filters', async () => {
    server().setClock(new Date('2026-11-22T12:00:00Z'));
    const { text } = await visitor.get('/work-logs?q=mail&startDate=2025-01-01&older=5_5');
    const link = (start: string, end: string) =>
      `href="/work-logs?q=mail&amp;startDate=${start}&amp;endDate=${end}"`;
    expect(text).toContain(link('2026-11-22', '2026-11-22'));
    expect(text).toContain(link('2026-04-06', '2027-04-05'));
    const todoist = await visitor.get('/pending-work-logs?status=rejected');
    expect(todoist.text).toContain(
      'href="/pending-work-logs?status=rejected&amp;startDate=2026-10-01&amp;endDate=2026-10-31"',
    );
  });
});

describe('Create Invoices', () => {
  const goOn = (search: string) => visitor.get(`/work-logs?${search}&go=create-invoices`);

  test('takes along every filter that stands in the form', async () => {
    const fields =
      'clientId=1&isInvoiced=all&workTypeId=&billable=true&startDate=2025-07-01&endDate=&q=mail';
    const answer = await goOn(fields);
    expect(answer.status).toBe(302);
    expect(answer.headers.get('Location')).toBe(
      '/work-logs/create-invoices?q=mail&clientId=1&billable=true&startDate=2025-07-01',
    );
  });

  test('shows which filters apply, and claims the logs of these only', async () => {
    const { services } = server();
    await activate(services, await connectToXero(services, xero()));
    const search =
      'q=printer+replaced&clientId=1&workTypeId=2&isInvoiced=false&billable=true&startDate=2025-07-01&endDate=2025-07-31';
    const { text } = await visitor.get(`/work-logs/create-invoices?${search}`);
    expect(text).toContain(
      'Harbour Dental, Projects, pending, billable, from 1 Jul 2025, to 31 Jul 2025, description with “printer replaced”',
    );
    expect(text).toContain('Replaced the printer');
    expect(text).not.toContain('Mailbox');
    const made = await visitor.api('POST', `/api/xero/create-invoices?${search}`);
    expect(made.json()).toMatchObject({ invoicesCreated: 1 });
    const invoiced = services.db
      .select()
      .from(workLogs)
      .all()
      .filter((row) => row.isInvoiced);
    expect(invoiced.map(({ id }) => id)).toEqual([2]);
    // The index of words knows at once that it is invoiced.
    expect(await found('q=printer&isInvoiced=true')).toEqual([2]);
  });

  test.each(['q=-', 'q=scanner', 'billable=false', 'isInvoiced=true', 'workTypeId=9'])(
    'finds nothing to invoice by %s',
    async (search) => {
      const { services } = server();
      await activate(services, await connectToXero(services, xero()));
      const { text } = await visitor.get(`/work-logs/create-invoices?${search}`);
      expect(text).toContain('Nothing to invoice');
      const made = await visitor.api('POST', `/api/xero/create-invoices?${search}`);
      expect(made.json()).toMatchObject({ invoicesCreated: 0 });
    },
  );
});

describe('The sums of a search', () => {
  const sumsIn = (text: string) =>
    ['Logs', 'Hours', 'Amount'].map(
      (label) => new RegExp(`${label}</dt> <dd[^>]*>([^<]*)<`).exec(text)?.[1],
    );

  test('of many logs are worked out when somebody presses the link', async () => {
    server().services.db.$client.exec(`
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 3000)
      insert into work_logs (client_id, work_type_id, duration, description, hourly_rate_pence,
        total_pence, date, day, created_at, updated_at)
      select client_id, work_type_id, 60, 'Replaced a printer', 6000, 6000, date, day, 0, 0
      from work_logs join n where id = 2`);
    const { text } = await visitor.get('/work-logs?q=printer');
    expect(sumsIn(text)).toEqual(['over 3,000', '–', '–']);
    const asked = /href="([^"]*sums=all)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const added = await visitor.get(asked);
    expect(sumsIn(added.text)).toEqual(['3,002', '3,002.00', '£180,120.00']);
    expect(added.text).not.toContain('Add up');
  });

  test('of few logs are shown at once', async () => {
    const { text } = await visitor.get('/work-logs?q=printer');
    expect(sumsIn(text)).toEqual(['2', '2.00', '£120.00']);
    expect(text).not.toContain('Add up');
  });
});
