import { beforeEach, describe, expect, test } from 'vitest';
import { formatPounds } from '#app/lib/money.ts';
import { MOST_PRINTED } from '#app/transfer/print/paper.server.ts';
import { clients, workTypes } from '#db/schema.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { fillEveryScreen } from '#tests/support/browser/every-screen.ts';
import { visibleText } from '#tests/support/html.ts';
import { addManyLogs } from '#tests/support/data/many-logs.ts';
import { addPendingLog } from '#tests/support/data/pending-work-logs.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visit, visitSignedIn, type Visitor } from '#tests/support/server/visitor.ts';
import { HARBOUR } from '#tests/support/server/xero.ts';
import { useConsentedXero, xeroEnvironment } from '#tests/support/server/xero-organisation.ts';

const xero = useConsentedXero(() => [HARBOUR]);
const server = useServer(() => xeroEnvironment(xero()));

/** Each page, what must be on it, and the screen that links to it. */
const PAGES: [address: string, texts: string[], screen: string][] = [
  ['/work-logs/print', ['Sample', '2 × Cable at £9.99: £19.98', 'Of which VAT'], '/work-logs'],
  ['/week/print', ['Monday', 'Sunday', 'Sample', 'Quay Books'], '/week'],
  ['/pending-work-logs/print', ['Reset the router', 'Tasks'], '/pending-work-logs'],
  ['/archived-work-logs/print', ['Reset the router', 'Archived'], '/archived-work-logs'],
  ['/clients/print', ['Harbour Dental', '£60.00/hr', 'Clients'], '/clients'],
  ['/settings/work-types/print', ['On-site support', 'Hardware', '£75.00/hr'], '/settings'],
  ['/invoices/print', ['Quay Books', 'Draft', 'Total with VAT'], '/invoices'],
  ['/history/print', ['Client: Harbour Dental', 'Added', 'Changes'], '/history'],
];

let visitor: Visitor;

beforeEach(async () => {
  await fillEveryScreen(server(), xero());
  visitor = await visitSignedIn(server());
});

async function open(address: string) {
  const answer = await visitor.get(address);
  expect([address, answer.status]).toEqual([address, 200]);
  return { html: answer.text, text: visibleText(answer.text) };
}

/** How many rows a page has: each is a group of lines of its own in the table. */
const rowsIn = (html: string) => html.split('<tbody').length - 1;

/** The address of a link on a page. */
function linkOn(html: string, text: string): string {
  const link = new RegExp(`<a href="([^"]*)"[^>]*>${text}</a>`).exec(html)?.[1];
  return (link ?? '').replaceAll('&amp;', '&');
}

describe.each(PAGES)('%s', (address, texts, screen) => {
  test('has the rows, the sums and the names of the columns, without any script', async () => {
    const { html, text } = await open(address);
    for (const wanted of [...texts, 'As of ']) expect(text).toContain(wanted);
    expect(html).toContain('<thead>');
    expect(html).toContain('Back to ');
    // The rows are not once more in the scripts' data, and nothing that needs a script is there.
    expect(html).not.toContain('"groups":[');
    expect(html).not.toContain('>Print</button>');
  });

  test('is linked to from its screen, beside its file', async () => {
    const { html } = await open(screen);
    const print = linkOn(html, 'Print');
    expect(print.split('?')[0]).toBe(address);
    const file = linkOn(html, 'Download CSV');
    expect(file).toMatch(/\.csv(\?|$)/);
    expect((await visitor.get(file)).status).toBe(200);
  });

  test('is for signed-in people', async () => {
    const answer = await visit(server()).get(address);
    expect(answer.status).toBe(401);
    expect(answer.text).not.toContain('Harbour Dental');
  });
});

describe('a printed list', () => {
  test('has every row that the filters match, not fifty, and what they come to', async () => {
    const clientId = addClient(server(), 'Long Ltd');
    const workTypeId = addWorkType(server(), 'Review');
    for (let count = 0; count < 120; count += 1) {
      addLog(server(), { clientId, workTypeId, day: '2026-03-05' });
    }
    addLog(server(), { clientId, workTypeId, day: '2026-04-05' });
    const search = `clientId=${clientId}&startDate=2026-03-01&endDate=2026-03-31`;
    const screen = await open(`/work-logs?${search}`);
    expect(linkOn(screen.html, 'Print')).toBe(`/work-logs/print?${search}`);
    expect(linkOn(screen.html, 'Download CSV')).toBe(`/work-logs.csv?${search}`);
    const { html, text } = await open(`/work-logs/print?${search}`);
    expect(rowsIn(html)).toBe(120);
    for (const wanted of [
      'Client: Long Ltd',
      '1 Mar 2026 to 31 Mar 2026',
      'Logs 120',
      'Hours 120.00',
      `Amount ${formatPounds(120 * 6_000)}`,
    ]) {
      expect(text).toContain(wanted);
    }
    expect(text).not.toContain('Only the newest');
  });

  test('says where it stops, and what to do about it', async () => {
    addManyLogs(server(), MOST_PRINTED + 5);
    const { html, text } = await open('/work-logs/print?endDate=2025-12-31');
    expect(rowsIn(html)).toBe(MOST_PRINTED);
    expect(text).toContain('Only the newest 2,000 are on this page: more match.');
  });

  test.each([
    [
      '/clients/print',
      clients,
      { standardRatePence: 0, premiumRatePence: 0 },
      'active clients before inactive ones',
      'Clients',
    ],
    [
      '/settings/work-types/print',
      workTypes,
      { hourlyRatePence: 0 },
      'those in use before deleted ones',
      'Work types',
    ],
  ])(
    '%s says where it stops, and that it is by name',
    async (address, table, rates, order, what) => {
      const { db, clock } = server().services;
      const times = { createdAt: clock(), updatedAt: clock() };
      for (let count = 0; count <= MOST_PRINTED; count += 1) {
        db.insert(table)
          .values({ name: `Name ${count}`, ...rates, ...times })
          .run();
      }
      const { html, text } = await open(address);
      expect(rowsIn(html)).toBe(MOST_PRINTED);
      expect(text).toContain(
        `Only the first 2,000 are on this page, by name, ${order}: there are more. The CSV file has them all.`,
      );
      expect(text).toContain(`${what} on this page 2,000`);
    },
  );

  test('says of which tasks the hours are, where there are more than it has', async () => {
    for (let count = 0; count <= MOST_PRINTED; count += 1) {
      addPendingLog(server(), { duration: 30, completedAt: new Date(count * 60_000) });
    }
    const { text } = await open('/pending-work-logs/print?endDate=1970-12-31');
    expect(text).toContain('Tasks on this page 2,000 Hours of these 1,000.00');
  });

  test('says so when there is nothing to print', async () => {
    const { text } = await open('/work-logs/print?startDate=1999-01-01&endDate=1999-12-31');
    expect(text).toContain('There is nothing to print: no row matches.');
  });

  test('names every filter that it was made with', async () => {
    const { text } = await open(
      '/work-logs/print?isInvoiced=false&billable=true&q=sample&person=1&workTypeId=1',
    );
    expect(text).toContain(
      'Work type: On-site support · Not invoiced · Billable · Logged by Robin Park · Words: sample',
    );
    const tasks = await open('/pending-work-logs/print?missing=duration');
    expect(tasks.text).toContain('Pending Review · Without a duration');
    const invoices = await open('/invoices/print?status=overdue');
    expect(invoices.text).toContain('Overdue');
    const history = await open('/history/print?kind=client&person=none');
    expect(history.text).toContain('Client · By no person');
  });

  test('of a filter that cannot be read says what is wrong', async () => {
    for (const address of [
      '/work-logs/print?startDate=nonsense',
      '/invoices/print?status=lost',
      '/history/print?kind=lost',
      '/pending-work-logs/print?clientId=x',
    ]) {
      const answer = await visitor.get(address);
      expect([address, answer.status]).toEqual([address, 400]);
    }
  });

  test('of tasks has those that its screen shows', async () => {
    addPendingLog(server(), { taskName: 'Waiting', description: 'A note on it' });
    const waiting = await open('/pending-work-logs/print');
    expect(waiting.text).toContain('Waiting');
    expect(waiting.text).toContain('A note on it');
    expect((await open('/archived-work-logs/print')).text).not.toContain('Waiting');
    expect((await open('/pending-work-logs/print?status=archived')).text).not.toContain('Waiting');
  });
});
