import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '#db/connection.server.ts';
import {
  clients,
  invoiceLogs,
  invoiceRuns,
  invoices,
  ledgerInvoices,
  workLogs,
  workTypes,
  type Invoice,
} from '#db/schema.ts';
import { emptyDatabase } from '#tests/support/data/empty-database.ts';
import { createLogger } from '../../platform/logger.server.ts';
import type { LedgerInvoice } from '../ledger.ts';
import {
  contentsOf,
  correctSentAt,
  invoicesOf,
  markCreated,
  markFailed,
  markRefused,
  markSending,
  markUnsent,
  markUnsentIfAlone,
  noteTrouble,
  noteUnknown,
  settleOutcomes,
} from './steps.server.ts';

const NOW = new Date('2026-11-20T09:00:00Z');
const LATER = new Date('2026-11-20T09:30:00Z');
const times = { createdAt: NOW, updatedAt: NOW };

let db: Database;
let now: Date;
let logged: string[];

const clock = () => now;
const logger = createLogger({ destination: { write: (line: string) => logged.push(line) } });
const services = () => ({ db, clock, logger });

beforeEach(() => {
  [now, logged] = [NOW, []];
  db = emptyDatabase();
  db.insert(clients)
    .values({ name: 'Acme', standardRatePence: 6_000, premiumRatePence: 9_000, ...times })
    .run();
  db.insert(workTypes)
    .values({ name: 'Support', hourlyRatePence: 6_000, isHardware: false, ...times })
    .run();
});

afterEach(() => {
  db.$client.close();
});

/** A run that has claimed so many invoices, each with one log. */
function claim(count: number): number {
  const run = { tenantId: 'harbour', status: 'paused' as const, startedAt: NOW, resumeAt: LATER };
  const runId = db.insert(invoiceRuns).values(run).returning().get().id;
  for (let index = 0; index < count; index += 1) {
    const contents = JSON.stringify({ contactId: null, lines: [], day: '2026-11-20' });
    const of = { runId, tenantId: 'harbour', clientId: 1, month: '2026-10', contents };
    const { id: invoiceId } = db
      .insert(invoices)
      .values({
        ...{ ...of, ...times, state: 'claimed', reference: `TH-${runId}-${index}` },
        ...{ totalMinutes: 60, totalPence: 7_200 },
      })
      .returning()
      .get();
    const { id: workLogId } = db
      .insert(workLogs)
      .values({
        ...{ clientId: 1, workTypeId: 1, duration: 60, hourlyRatePence: 6_000, totalPence: 6_000 },
        ...{ description: 'Work', billable: true, date: NOW, day: '2026-11-20', ...times },
      })
      .returning()
      .get();
    db.insert(invoiceLogs).values({ invoiceId, workLogId }).run();
  }
  return runId;
}

const all = () => db.select().from(invoices).all();
const states = () => all().map(({ state }) => state);
const liveLogs = () =>
  db
    .select()
    .from(invoiceLogs)
    .all()
    .filter(({ isLive }) => isLive).length;

function at<Item>(items: Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new Error(`There is no ${index}`);
  return item;
}

/** Claims invoices and marks them as being sent in one call. */
function sent(count: number) {
  const runId = claim(count);
  const claimed = invoicesOf({ db }, runId, 'claimed');
  const sending = markSending(
    services(),
    claimed.map((invoice) => ({ invoice, contactId: 'contact' })),
  );
  return { runId, ...sending };
}

const inLedger = ({ reference, id }: Invoice): LedgerInvoice => ({
  ...{ invoiceId: `xero-${id}`, number: `INV-${id}`, reference, status: 'draft' },
  ...{ totalPence: 7_200, netPence: 6_000, vatPence: 1_200, duePence: 7_200, paidPence: 0 },
  ...{ creditedPence: 0, creditNotesPence: 0, day: '2026-11-20', dueDay: '2026-12-20' },
  ...{ paidDay: null, contactId: 'contact', contactName: 'Acme', currency: 'GBP', lines: [] },
  updatedAt: NOW,
});

test('of a run the invoices in one state are listed, oldest first, and those of no other run', () => {
  const [first, second] = [claim(3), claim(1)];
  expect(invoicesOf({ db }, first, 'claimed').map(({ id }) => id)).toEqual([1, 2, 3]);
  expect(invoicesOf({ db }, second, 'claimed').map(({ id }) => id)).toEqual([4]);
  expect(invoicesOf({ db }, first, 'sending')).toEqual([]);
});

test('a call has a key of its own, its contact, and the moment at which it was marked, before it is sent', () => {
  const { sendKey, batch, isRepetition, runId } = sent(2);
  expect(isRepetition).toBe(false);
  expect(sendKey).toMatch(/^[0-9a-f-]{36}$/);
  expect(batch).toEqual(all());
  expect(batch).toMatchObject(
    [1, 2].map((id) => ({ id, state: 'sending', sendKey, sentAt: NOW, message: null })),
  );
  expect(contentsOf(at(batch, 0))).toEqual({ contactId: 'contact', lines: [], day: '2026-11-20' });
  expect(sent(1).sendKey).not.toBe(sendKey);
  // The pause of another process ends: if this one dies now, the run is due at once.
  const [run, other] = db.select().from(invoiceRuns).all();
  expect(run).toMatchObject({ id: runId, status: 'running', resumeAt: null });
  claim(1);
  expect(other).toMatchObject({ status: 'running' });
  expect(db.select().from(invoiceRuns).all()[2]).toMatchObject({ status: 'paused' });
});

test('what another process has taken meanwhile is not in the call', () => {
  const runId = claim(2);
  const addressed = invoicesOf({ db }, runId, 'claimed').map((invoice) => ({
    ...{ invoice, contactId: 'contact' },
  }));
  const first = markSending(services(), addressed.slice(0, 1));
  const second = markSending(services(), addressed);
  expect(second.batch.map(({ id }) => id)).toEqual([2]);
  expect(all().map(({ sendKey }) => sendKey)).toEqual([first.sendKey, second.sendKey]);
});

test('what was sent while the clock was ahead counts as sent now; what was sent before keeps its moment', () => {
  now = LATER;
  const { runId } = sent(1);
  now = NOW;
  const other = sent(1);
  const moments = () => all().map(({ sentAt }) => sentAt);
  correctSentAt(services(), other.runId);
  expect(moments()).toEqual([LATER, NOW]);
  correctSentAt(services(), runId);
  expect(moments()).toEqual([NOW, NOW]);
  now = LATER;
  correctSentAt(services(), runId);
  expect(moments()).toEqual([NOW, NOW]);
});

test('an invoice that did not arrive is a claim again, under no key; only by the key that it was sent under', () => {
  const { batch } = sent(2);
  const [first, second] = [at(batch, 0), at(batch, 1)];
  now = LATER;
  markUnsent(services(), { id: first.id, sendKey: 'of another call' });
  markUnsent(services(), { id: first.id, sendKey: null });
  expect(states()).toEqual(['sending', 'sending']);
  markUnsent(services(), first);
  const claimed = { state: 'claimed', sendKey: null, sentAt: null, message: null };
  expect(all()).toMatchObject([{ ...claimed, updatedAt: LATER }, second]);
  expect(liveLogs()).toBe(2);
});

test('a call that has certainly done nothing makes claims of all its invoices', () => {
  const { sendKey } = sent(2);
  const other = sent(1);
  now = LATER;
  expect(markUnsentIfAlone(services(), sendKey)).toBe(true);
  const claimed = { state: 'claimed', sendKey: null, sentAt: null, updatedAt: LATER };
  expect(all()).toMatchObject([claimed, claimed, { state: 'sending', sendKey: other.sendKey }]);
});

test('not when one of them is settled, or somebody may have repeated the call', () => {
  const settled = sent(2);
  markCreated(services(), 1, inLedger(at(settled.batch, 0)));
  expect(markUnsentIfAlone(services(), settled.sendKey)).toBe(false);
  expect(states()).toEqual(['created', 'sending']);
  const noted = sent(2);
  noteUnknown(services(), noted.batch.slice(0, 1), 'Not known yet.');
  expect(markUnsentIfAlone(services(), noted.sendKey)).toBe(false);
  expect(states()).toEqual(['created', 'sending', 'sending', 'sending']);
});

test('a claim that fails frees its logs with its reason; what is being sent may be in Xero, and stays', () => {
  const { batch } = sent(1);
  claim(2);
  now = LATER;
  markFailed(services(), [at(batch, 0).id, 2], 'No contact.');
  expect(states()).toEqual(['sending', 'failed', 'claimed']);
  expect(all()[1]).toMatchObject({ message: 'No contact.', updatedAt: LATER });
  expect(liveLogs()).toBe(2);
});

test('a refused invoice fails with all that Xero said, or says that Xero gave no reason', () => {
  const { batch } = sent(3);
  now = LATER;
  markRefused(services(), at(batch, 0), ['No such account.', 'No such rate.']);
  markRefused(services(), at(batch, 1), []);
  markRefused(services(), { id: 3, sendKey: 'of another call' }, ['No.']);
  markRefused(services(), { id: 3, sendKey: null }, ['No.']);
  expect(all().map(({ state, message }) => [state, message])).toEqual([
    ['failed', 'No such account. No such rate.'],
    ['failed', 'Xero refused this invoice without a reason. Check its logs, then try again.'],
    ['sending', null],
  ]);
  expect(all()[0]?.updatedAt).toEqual(LATER);
  expect(liveLogs()).toBe(1);
});

test('the trouble of a run is said of that run alone', () => {
  const [first] = [claim(1), claim(1)];
  noteTrouble(services(), first, 'Xero is away.');
  const messages = db.select().from(invoiceRuns).all();
  expect(messages.map(({ message }) => message)).toEqual(['Xero is away.', null]);
});

test('a note that the outcome is unknown counts only what is still being sent under that key', () => {
  const { batch } = sent(3);
  markCreated(services(), 1, inLedger(at(batch, 0)));
  now = LATER;
  const noted = batch.with(2, { ...at(batch, 2), sendKey: 'of another call' });
  expect(noteUnknown(services(), noted, 'Not known yet.')).toBe(1);
  expect(noteUnknown(services(), [{ id: 3, sendKey: null }], 'Not known yet.')).toBe(0);
  expect(all().map(({ message }) => message)).toEqual([null, 'Not known yet.', null]);
  expect(all()[1]?.updatedAt).toEqual(LATER);
  expect(noteUnknown(services(), batch, 'Still not.')).toBe(2);
});

test('an invoice that Xero has is created once, with what Xero says of it, and its log is invoiced', () => {
  const { batch } = sent(2);
  noteUnknown(services(), batch, 'Not known yet.');
  now = LATER;
  const found = { ...inLedger(at(batch, 0)), totalPence: 7_199, vatPence: 1_199 };
  markCreated(services(), 1, found);
  expect(all()).toMatchObject([
    {
      ...{ state: 'created', xeroInvoiceId: 'xero-1', xeroInvoiceNumber: 'INV-1', status: 'draft' },
      ...{ totalPence: 7_199, vatPence: 1_199, message: null, updatedAt: LATER },
    },
    { state: 'sending', xeroInvoiceId: null },
  ]);
  const logs = db.select().from(workLogs).all();
  expect(logs).toMatchObject([
    { isInvoiced: true, xeroInvoiceNumber: 'INV-1' },
    { isInvoiced: false },
  ]);
  expect(db.select().from(ledgerInvoices).all()).toMatchObject([{ invoiceId: 1 }]);
  expect(logged).toHaveLength(1);
  expect(logged[0]).toContain('"record":"invoice:1"');
  // A second answer, of another process, changes nothing and is not logged.
  markCreated(services(), 1, { ...found, invoiceId: 'another', totalPence: 1 });
  expect(all()[0]).toMatchObject({ xeroInvoiceId: 'xero-1', totalPence: 7_199 });
  expect(db.select().from(ledgerInvoices).all()[0]?.contents).toContain('7199');
  expect(logged).toHaveLength(1);
});

test('of a call each invoice is settled by its own answer, however many there are and in whatever order', async () => {
  const { batch } = sent(10);
  const outcomes = batch.map((invoice) =>
    invoice.id % 3 === 0
      ? { outcome: 'refused' as const, reference: invoice.reference, messages: ['No.'] }
      : { outcome: 'created' as const, ...inLedger(invoice) },
  );
  await settleOutcomes(services(), batch, outcomes.slice(1).reverse());
  const [c, f] = ['created', 'failed'];
  // Xero said nothing of the first.
  expect(states()).toEqual(['sending', c, f, c, c, f, c, c, f, c]);
  const numbers = db.select().from(workLogs).all();
  expect(numbers.map(({ xeroInvoiceNumber }) => xeroInvoiceNumber)).toEqual(
    [null, 2, null, 4, 5, null, 7, 8, null, 10].map((id) => (id === null ? null : `INV-${id}`)),
  );
  expect(liveLogs()).toBe(7);
});

test('others are served between the parts of a large answer, and not before it', async () => {
  const { batch } = sent(9);
  const outcomes = batch.map((one) => ({ outcome: 'created' as const, ...inLedger(one) }));
  const left: number[] = [];
  const settled = settleOutcomes(services(), batch, outcomes);
  left.push(invoicesOf({ db }, 1, 'sending').length);
  setImmediate(() => left.push(invoicesOf({ db }, 1, 'sending').length));
  await settled;
  expect(left[0]).toBe(5);
  expect(left[1]).toBeLessThan(5);
  expect(states().every((state) => state === 'created')).toBe(true);
});
