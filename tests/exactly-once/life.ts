import { randomInt, randomUUID } from 'node:crypto';
import { openDatabase, type Database } from '#db/connection.server.ts';
import { begin, dueTakeBacks, goOn } from '#app/invoices/back/take-back.server.ts';
import { anyInvoiceOf, NO_CHOICES, type InvoiceChoices } from '#app/invoices/lines/choices.ts';
import { planInvoices } from '#app/invoices/preview/plan.server.ts';
import { claimInvoices } from '#app/invoices/runs/claim.server.ts';
import { carryOn, dueRuns } from '#app/invoices/runs/carry-on.server.ts';
import type { RunServices } from '#app/invoices/runs/steps.server.ts';
import { createBackground } from '#app/platform/background.server.ts';
import { readConfig } from '#app/platform/env.server.ts';
import { createLogger } from '#app/platform/logger.server.ts';
import { openXeroLedger } from '#app/xero/ledger/xero-ledger.server.ts';
import { connectXero, type Xero } from '#app/xero/client/xero.server.ts';
import { XERO_CLIENT } from '#tests/support/server/xero.ts';
import type { Round, Step } from './schedule.ts';
import { LedgerError } from '#app/invoices/ledger.ts';
import { ProductError } from '#app/lib/errors.ts';
import { NO_FILTERS } from '#app/work-logs/list/filters.ts';

/** What is taken out of the product on purpose, which the test must notice. */
export type Control =
  | 'none'
  | 'no-reference'
  | 'no-claim'
  | 'no-contact-look-up'
  | 'no-look'
  | 'free-early'
  | 'free-again';

/** What a process is to do in its life; plain data, so that it can be sent to a real process. */
export type LifeOrder = {
  file: string;
  /** The stand-in's origin. */
  origin: string;
  /** Milliseconds since 1970. */
  now: number;
  isClaiming: boolean;
  takesBack: boolean;
  /** What is taken off each client's invoices, by the client's id. */
  discounts: [clientId: number, discount: string][];
  crash: Round['crashes'][number];
  sleep: Round['sleep'];
  control: Control;
  /** How long a call may take, in milliseconds. */
  timeoutMs: number;
};

/** How the process dies, and how it moves the clock of the world. */
export type Fate = {
  die: (step: Step) => void;
  sleep: (milliseconds: number) => void;
  /** A real process can die while it waits for Xero; a simulated one only when the wait is over. */
  isReal: boolean;
};

/** Thrown where a simulated process dies: the product must not catch it. */
export class Crash extends Error {}

export const APP_SECRET = 'the secret of a test that needs at least 32 characters';

const logger = createLogger({ level: 'silent' });
const config = readConfig({});

/** The services of one process, on the database file and the stand-in of its schedule. */
export function openLife(order: LifeOrder, fate: Fate): RunServices {
  let passed = 0;
  const clock = () => new Date(order.now + passed);
  const sleep = (milliseconds: number) => {
    passed += milliseconds;
    fate.sleep(milliseconds);
  };
  let hasYetToSleep = true;
  let skip = order.crash?.skip ?? 0;
  const reach = (step: Step) => {
    if (order.sleep?.step === step && hasYetToSleep) {
      hasYetToSleep = false;
      sleep(order.sleep.milliseconds);
    }
    if (order.crash?.step !== step) return;
    skip -= 1;
    if (skip < 0) fate.die(step);
  };
  const adapter = connectXero({
    ...XERO_CLIENT,
    apiUrl: order.origin,
    identityUrl: order.origin,
    loginUrl: order.origin,
    clock,
    wait: (milliseconds) => {
      sleep(milliseconds);
      return Promise.resolve();
    },
    timeoutMs: order.timeoutMs,
  });
  const known =
    order.control === 'no-reference'
      ? withoutKeyAndReference(adapter)
      : order.control === 'no-contact-look-up'
        ? withoutContactLookUp(adapter)
        : order.control === 'no-look'
          ? withoutLook(adapter)
          : adapter;
  const db = openDatabaseQuickly(order.file);
  const xero = {
    adapter: watched(known, reach, fate.isReal ? order.timeoutMs / 2 : null),
    refresh: null,
  };
  return {
    db,
    clock,
    config,
    ledger: openXeroLedger({ db, clock, config, appSecret: APP_SECRET, logger, xero }),
    background: createBackground(logger),
    logger,
    checkpoint: (step) => {
      reach(step as Step);
    },
  };
}

/** Opens a database without waiting for the disk: a SIGKILL loses nothing, only a power cut would. */
export function openDatabaseQuickly(file: string): Database {
  const db = openDatabase(file);
  db.$client.pragma('synchronous = OFF');
  return db;
}

/** Lets a process die around its calls to Xero, too: after the answer, and while Xero is silent. */
function watched(adapter: Xero, reach: (step: Step) => void, patience: number | null): Xero {
  const inFlight = async <Made>(step: Step, call: () => Promise<Made>): Promise<Made> => {
    const silence =
      patience === null
        ? undefined
        : setTimeout(() => {
            reach(step);
          }, patience);
    try {
      return await call();
    } catch (error) {
      // Nothing was stored since the call was made, so dying here is like dying during the call.
      if (error instanceof LedgerError && error.kind === 'timeout') reach(step);
      throw error;
    } finally {
      clearTimeout(silence);
    }
  };
  return {
    ...adapter,
    async createContacts(session, contacts, key) {
      const made = await inFlight('contacts in flight', () =>
        adapter.createContacts(session, contacts, key),
      );
      reach('contacts made');
      return made;
    },
    async refreshTokens(token) {
      const tokens = await adapter.refreshTokens(token);
      reach('tokens renewed');
      return tokens;
    },
    createDrafts: (session, invoices, key) =>
      inFlight('in flight', () => adapter.createDrafts(session, invoices, key)),
    endInvoice: (...asked) => inFlight('taking back in flight', () => adapter.endInvoice(...asked)),
  };
}

/** The adapter without idempotency key and reference, with which the test must find duplicates. */
function withoutKeyAndReference(adapter: Xero): Xero {
  return {
    ...adapter,
    async createDrafts(session, invoices) {
      const anonymous = invoices.map((invoice) => ({ ...invoice, reference: randomUUID() }));
      const outcomes = await adapter.createDrafts(session, anonymous, {
        idempotencyKey: randomUUID(),
      });
      return outcomes.map((outcome, index) => ({
        ...outcome,
        reference: invoices[index]?.reference ?? '',
      }));
    },
  };
}

/**
 * The adapter without our number in what it finds, without the idempotency key of contacts, and with another number
 * each time, or Xero would refuse the second: with it the test must find contacts that were made twice.
 */
function withoutContactLookUp(adapter: Xero): Xero {
  return {
    ...adapter,
    async findContacts(session, query) {
      const found = await adapter.findContacts(session, query);
      return found.map((contact) => ({ ...contact, contactNumber: null }));
    },
    createContacts: (session, contacts) => {
      const others = contacts.map((contact) => ({
        ...contact,
        contactNumber: `${contact.contactNumber}.${randomInt(2, 999_999)}`,
      }));
      return adapter.createContacts(session, others, { idempotencyKey: randomUUID() });
    },
  };
}

/** The adapter without what Xero has changed, with which the test must find work that was invoiced twice. */
function withoutLook(adapter: Xero): Xero {
  return {
    ...adapter,
    readChanges: () => Promise.resolve({ invoices: [], isLast: true, answeredAt: null }),
  };
}

/** Lives one life: presses the button, and carries on what is due. Throws what the product throws. */
export async function live(order: LifeOrder, fate: Fate): Promise<void> {
  const services = openLife(order, fate);
  try {
    if (order.control === 'no-claim') forgetClaims(services.db);
    if (order.control === 'no-contact-look-up') forgetContactCalls(services.db);
    if (order.control === 'free-again') freeAgain(services.db);
    if (order.isClaiming) {
      const choices = choose(services, order.discounts);
      claimInvoices(services, { userId: null, filters: NO_FILTERS, choices });
      if (order.control === 'no-claim') markInvoiced(services.db);
    }
    const { signal } = new AbortController();
    for (const { id } of dueRuns(services)) await carryOn(services, id, signal);
    for (const { invoiceId } of dueTakeBacks(services)) await goOn(services, invoiceId, null);
    if (order.takesBack) await takeNewestBack(services, order.control);
  } finally {
    services.db.$client.close();
  }
}

/** The choices of a person who gives these discounts, but on no invoice that would be nothing then. */
function choose(services: RunServices, discounts: LifeOrder['discounts']): InvoiceChoices {
  const plain = { isLeftOut: false, day: null, dueDay: null, poNumber: undefined };
  const choiceOf = (discount: string | null) => ({ ...plain, discount, keptPer: undefined });
  const invoices = new Map(
    discounts.map(([clientId, discount]) => [anyInvoiceOf(clientId), choiceOf(discount)]),
  );
  if (services.ledger.activeOrganisation() === null) return NO_CHOICES;
  for (const { key, discountProblem } of planInvoices(services, NO_FILTERS, {
    ...NO_CHOICES,
    invoices,
  }).groups) {
    if (discountProblem !== null) invoices.set(key, choiceOf(null));
  }
  return { ...NO_CHOICES, invoices };
}

/** Takes the newest invoice back, as its button does, where it can be. */
async function takeNewestBack(services: RunServices, control: Control): Promise<void> {
  const { db } = services;
  const id = db.$client
    .prepare<[], number>(`select max(id) from invoices where state = 'created'`)
    .pluck()
    .get();
  if (typeof id !== 'number') return;
  try {
    const ending = begin(services, { userId: null, id });
    if (control === 'free-early') freeEarly(db, id);
    await goOn(services, id, ending);
  } catch (error) {
    // It was paid, say, or the connection has ended.
    if (!(error instanceof ProductError)) throw error;
  }
}

/** Frees the logs of an invoice before Xero has answered that it is gone. */
function freeEarly({ $client }: Database, id: number): void {
  $client.prepare(`update invoices set state = 'released' where id = ?`).run(id);
}

/** Frees the logs of what was taken back once more, wherever they are by now. */
function freeAgain({ $client }: Database): void {
  $client.exec(`
    create temp table again as select l.work_log_id as id from invoice_logs l
      join invoices i on i.id = l.invoice_id
      where i.state = 'released' and i.status in ('deleted', 'voided');
    update invoice_logs set is_live = 0 where work_log_id in (select id from again);
    update work_logs set is_invoiced = 0 where id in (select id from again);`);
}

/** In place of claims, marks logs as invoiced before the call. */
function markInvoiced(db: Database): void {
  db.$client.exec(`update work_logs set is_invoiced = 1
    where id in (select work_log_id from invoice_logs where is_live)`);
}

/** Lets a new process know nothing of earlier calls. */
function forgetClaims(db: Database): void {
  db.$client.exec(`
    delete from invoice_logs where invoice_id in
      (select id from invoices where state in ('claimed', 'sending', 'failed'));
    delete from invoices where state in ('claimed', 'sending', 'failed');
    update invoice_runs set status = 'done';`);
}

/** Lets a new process know nothing of earlier calls that make contacts. */
function forgetContactCalls(db: Database): void {
  db.$client.exec('delete from contact_calls');
}
