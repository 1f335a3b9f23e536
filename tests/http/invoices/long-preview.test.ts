import { beforeEach, describe, expect, test } from 'vitest';
import { LINES_AT_ONCE } from '#app/invoices/preview/open-at-once.ts';
import { getClient, updateClient } from '#app/clients/clients.server.ts';
import { activate } from '#app/xero/connection/organisations.server.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { fieldsOf, startTags, visibleText } from '#tests/support/html.ts';
import { pressPlainly } from '#tests/support/plain-forms.ts';
import { headSays } from '#tests/support/preview-head.ts';
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
const ALL = '/work-logs/create-invoices?months=all';
const FORM = 'create-invoices';
/** Of each invoice; two of these find room at once, and nothing else. */
const LINES = Math.floor(LINES_AT_ONCE / 2);

let visitor: Visitor;
let clients: number[];
let first: number[];
let last: number[];

/** Three clients with an hour at £72.00 for each line, and a last one with two months. */
beforeEach(async () => {
  const { services } = server();
  await activate(services, await connectToXero(services, xero()));
  const workTypeId = addWorkType(server(), 'Support');
  const add = (clientId: number, count: number, day: string) =>
    Array.from({ length: count }, () => addLog(server(), { clientId, workTypeId, day }));
  clients = ['Acme', 'Boat', 'Cove'].map((name) => addClient(server(), name));
  const [acme = 0, boat = 0, cove = 0] = clients;
  first = add(acme, LINES, '2026-10-06');
  add(boat, LINES, '2026-10-06');
  last = add(cove, LINES, '2026-09-06');
  add(cove, 3, '2026-10-06');
  visitor = await visitSignedIn(server());
});

const page = async () => (await visitor.get(ALL)).text;
const boxes = (html: string) =>
  startTags(html, 'input')
    .filter(({ name }) => name === 'ids')
    .map(({ value }) => Number(value));
const isListed = (html: string, ids: number[]) => ids.every((id) => boxes(html).includes(id));
const money = (amount: number) => `${amount.toLocaleString('en-GB')}.00`;
const pounds = (lines: number) => `£${(72 * lines).toLocaleString('en-GB')}.00`;
const openCove = (html: string) => pressPlainly(visitor, html, 'Details of Cove, September 2026');

async function press(html: string, button: string, change: (fields: URLSearchParams) => void) {
  const fields = fieldsOf(html, FORM);
  change(fields);
  fields.set('press', button);
  return (await visitor.post(ALL, fields)).text;
}

const made = () => xero().state().invoices;
async function create(html: string, count: number) {
  const fields = fieldsOf(html, FORM);
  fields.set('press', 'create');
  await visitor.post(ALL, fields);
  await expect.poll(() => made().length, { timeout: 30_000 }).toBe(count);
}

describe('A preview of more lines than a page has', () => {
  test('has all invoices with their sums, and is open where there is room', async () => {
    const html = await page();
    expect(visibleText(html)).toMatch(headSays(4, pounds(3 * LINES + 3)));
    expect(isListed(html, first)).toBe(true);
    expect(boxes(html)).toHaveLength(2 * LINES);
    const rows = visibleText(html);
    expect(rows).toContain(
      `Cove, September 2026 ${LINES} ${LINES}h 0m £${money(60 * LINES)} £${money(12 * LINES)}`,
    );
    expect(rows).toContain('Cove, October 2026 3 3h 0m £180.00 £36.00 £216.00 Details');
  });

  test('opens an invoice that is asked for, and keeps what was chosen', async () => {
    const [one = 0] = first;
    const fewer = await press(await page(), 'update', (fields) => {
      fields.delete('ids', String(one));
    });
    expect(visibleText(fewer)).toMatch(headSays(4, pounds(3 * LINES + 2)));
    const listed = (await openCove(fewer)).text;
    expect(isListed(listed, last)).toBe(true);
    expect(isListed(listed, first), 'what was open stays open').toBe(true);
    expect(visibleText(listed)).toMatch(headSays(4, pounds(3 * LINES + 2)));
    expect(fieldsOf(listed, FORM).getAll('ids')).not.toContain(String(one));
    expect(startTags(listed, 'input').filter((tag) => 'autofocus' in tag)).toMatchObject([
      { name: 'ids', value: String(last[0]) },
    ]);
    const [other = 0] = last;
    const less = await press(listed, 'update', (fields) => {
      fields.delete('ids', String(other));
    });
    expect(visibleText(less)).toMatch(headSays(4, pounds(3 * LINES + 1)));
    await create(less, 4);
    const counts = made().map(({ lines }) => lines.length);
    expect(counts.sort()).toEqual([3, LINES - 1, LINES - 1, LINES].sort());
  });

  test('leaves out an invoice that is a row, also once months are put together', async () => {
    const [, , cove = 0] = clients;
    const leaveOut = (fields: URLSearchParams) => {
      fields.delete('invoices', `${cove}-2026-09`);
    };
    const left = await press(await page(), 'update', leaveOut);
    expect(visibleText(left)).toMatch(headSays(3, pounds(2 * LINES + 3)));
    const together = await press(await page(), 'update', (fields) => {
      leaveOut(fields);
      fields.set(`per-${cove}-2026-10`, 'period');
    });
    expect(visibleText(together)).toMatch(headSays(3, pounds(2 * LINES + 3)));
    // What is left out line by line can be seen.
    expect(isListed(together, last)).toBe(true);
    await create(together, 3);
    expect(made().map(({ lines }) => lines.length)).toContain(3);
  });

  test('makes all of its invoices, with those that were never opened', async () => {
    const [, , cove = 0] = clients;
    updateClient(server().services, cove, { poNumber: 'PO 4711' });
    await create(await page(), 4);
    const lines = made().reduce((sum, invoice) => sum + invoice.lines.length, 0);
    expect(lines).toBe(3 * LINES + 3);
    // What is kept with a client goes on the invoices that were never opened, and stays kept.
    const numbered = made().filter(({ reference }) => reference.startsWith('PO 4711 '));
    expect(numbered.map((invoice) => invoice.lines.length).sort()).toEqual([3, LINES].sort());
    expect(getClient(server().services, cove).poNumber).toBe('PO 4711');
  });
});
