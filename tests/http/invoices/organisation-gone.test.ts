import { describe, expect, test } from 'vitest';
import { invoiceRuns, invoices, workLogs } from '#db/schema.ts';
import { dueRuns } from '#app/invoices/runs/carry-on.server.ts';
import type { FaultKind } from '#sandbox/xero/faults.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { toastOf, visibleText } from '#tests/support/html.ts';
import { plainFormsOf, pressPlainly } from '#tests/support/plain-forms.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { useXero } from '#tests/support/server/use-xero.ts';
import { connecting, HARBOUR_ID, QUAY_ID } from '#tests/support/server/xero-connection.ts';

const xero = useXero();
const server = useServer(() => xero().environment);
const { connected, connect } = connecting(server, xero);

const MINUTE = 60_000;
const RUN = '/work-logs/invoice-runs/1';
const FREE = `${RUN}/free/1`;
const BUTTON = 'Not in Xero: release its logs';

const invoice = () => server().services.db.select().from(invoices).get();
const run = () => server().services.db.select().from(invoiceRuns).get();
const callsForInvoices = () =>
  xero()
    .state()
    .calls.filter(({ path }) => path.endsWith('/Invoices')).length;

/** An invoice whose outcome is unknown; then only another organisation is connected, days later. */
async function cutOff(kind: FaultKind) {
  const visitor = await connected([HARBOUR_ID]);
  const active = await visitor.api('PATCH', '/api/xero/active-tenant', { tenantId: HARBOUR_ID });
  expect(active.status).toBe(200);
  const clientId = addClient(server(), 'Acme');
  addLog(server(), { clientId, workTypeId: addWorkType(server(), 'Support'), day: '2026-09-30' });
  xero().fail({ kind, path: '/Invoices', method: 'PUT' });
  await visitor.api('POST', '/api/xero/create-invoices');
  await expect.poll(() => run()?.status, { timeout: 30_000 }).toBe('paused');
  expect(invoice()?.state).toBe('sending');
  expect((await visitor.api('POST', '/api/xero/disconnect')).status).toBeLessThan(300);
  await connect(visitor, [QUAY_ID]);
  return visitor;
}

/** Lets days pass, and presses the button of the run's page. */
async function daysLater(visitor: Awaited<ReturnType<typeof cutOff>>) {
  server().setClock(new Date(Date.now() + 3 * 24 * 60 * MINUTE));
  expect((await visitor.post(RUN)).status).toBe(303);
  await expect.poll(() => run()?.status, { timeout: 30_000 }).toBe('paused');
}

describe('An invoice of unknown outcome, whose organisation is connected no more', () => {
  test('says so, and which to connect; nobody is asked in vain, and it goes on once that is done', async () => {
    const visitor = await cutOff('500-after');
    const asked = callsForInvoices();
    await daysLater(visitor);
    expect(callsForInvoices()).toBe(asked);
    const page = visibleText((await visitor.get(RUN)).text);
    expect(page).toContain('Waits for the connection to Harbour Consulting');
    expect(page).toContain('Connect Harbour Consulting again in Settings');
    expect(page).toContain('Xero has not confirmed these invoices');
    expect(page).not.toContain('No changes were made in Xero');
    const { services } = server();
    const at = (minutes: number) => new Date(services.clock().getTime() + minutes * MINUTE);
    expect(dueRuns({ ...services, clock: () => at(50) })).toEqual([]);

    await connect(visitor, [HARBOUR_ID, QUAY_ID]);
    expect(dueRuns(services)).toHaveLength(1);
    await visitor.post(RUN);
    await expect.poll(() => invoice()?.state, { timeout: 30_000 }).toBe('created');
    expect(xero().state().invoices).toHaveLength(1);
  });

  test('is freed by a person who looked for it, once, and its log is billed again', async () => {
    const visitor = await cutOff('500-before');
    await daysLater(visitor);
    expect((await visitor.get(RUN)).text).toContain(`href="${FREE}"`);
    const question = (await visitor.get(FREE)).text;
    expect(visibleText(question)).toContain(invoice()?.reference);
    expect(visibleText(question)).toContain('the same work will be invoiced twice');

    const answer = await pressPlainly(visitor, question, BUTTON);
    expect([answer.status, answer.location]).toEqual([303, RUN]);
    expect(toastOf((await visitor.get(RUN)).text)).toContain('can be invoiced again');
    expect(invoice()).toMatchObject({ state: 'failed' });
    await expect.poll(() => run()?.status, { timeout: 30_000 }).toBe('done');
    const [log] = server().services.db.select().from(workLogs).all();
    const edited = await visitor.api('PUT', `/api/work-logs/${log?.id}`, { description: 'Again' });
    expect(edited.status, edited.text).toBe(200);
    const trail = visibleText((await visitor.get('/history')).text);
    expect(trail).toContain('Not created in Xero: Not in Xero, as somebody checked');

    // The same form again changes nothing, and says what it said.
    expect((await pressPlainly(visitor, question, BUTTON)).status).toBe(303);
    expect(toastOf((await visitor.get(RUN)).text)).toContain('can be invoiced again');
  });

  test('is not freed while a call may still arrive, nor while it can be looked up', async () => {
    const visitor = await cutOff('500-before');
    const refused = async (reason: string) => {
      const question = (await visitor.get(FREE)).text;
      expect(visibleText(question)).toContain(reason);
      expect(plainFormsOf(question).flatMap(({ buttons }) => buttons)).not.toContainEqual(
        expect.objectContaining({ text: BUTTON }),
      );
      expect((await visitor.get(RUN)).text).not.toContain(`href="${FREE}"`);
      await visitor.post(FREE);
      expect(invoice()?.state).not.toBe('failed');
    };
    await refused('Xero may still be creating this invoice');
    server().setClock(new Date(Date.now() + 11 * MINUTE));
    await connect(visitor, [HARBOUR_ID]);
    server().services.db.update(invoiceRuns).set({ status: 'done' }).run();
    await refused('The connection to Harbour Consulting works again');
  });

  test('is not freed under the number of another run', async () => {
    const visitor = await cutOff('500-before');
    server().setClock(new Date(Date.now() + 11 * MINUTE));
    expect((await visitor.get('/work-logs/invoice-runs/2/free/1')).status).toBe(404);
    expect((await visitor.post('/work-logs/invoice-runs/2/free/1')).status).toBe(404);
    expect(invoice()?.state).toBe('sending');
  });
});
