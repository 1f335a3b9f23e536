import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { invoiceRuns, invoices } from '#db/schema.ts';
import { withInvoicing, type Invoicing } from '#tests/support/data/invoicing.ts';
import { CALL_OVER_AFTER } from '../../lib/call-over-after.ts';
import { KEY_SAFE_FOR } from '../../lib/key-safe-for.ts';
import { carryOn, continueRun } from './carry-on.server.ts';
import { lookUp, organisationName, takeMissing, UNKNOWN } from './look-up.server.ts';
import { isPause } from './pause.server.ts';
import { markSending, markUnsent } from './steps.server.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

// Loading the SDK takes longer than a short deadline.
beforeAll(() => import('xero-node'));

const all = ({ services }: Invoicing) => services.db.select().from(invoices).all();
const states = (invoicing: Invoicing) => all(invoicing).map(({ state }) => state);
const messages = (invoicing: Invoicing) => all(invoicing).map(({ message }) => message);

function theRun({ services }: Invoicing) {
  const [run] = services.db.select().from(invoiceRuns).all();
  if (!run) throw new Error('There is no run');
  return run;
}

/** How long the run pauses from now on, in milliseconds; null when it does not. */
function pauseOf(invoicing: Invoicing): number | null {
  const { resumeAt } = theRun(invoicing);
  return resumeAt && resumeAt.getTime() - invoicing.services.clock().getTime();
}

const goOn = (invoicing: Invoicing) => continueRun(invoicing.services, theRun(invoicing).id);

/** The keys of the calls that make invoices, in their order. */
const keysOf = ({ standIn }: Invoicing) =>
  standIn
    .state()
    .calls.filter(({ method, path }) => method === 'PUT' && path.endsWith('/Invoices'))
    .map(({ idempotencyKey }) => idempotencyKey);

/** How often invoices were looked up by their references. */
const looksOf = ({ standIn }: Invoicing) =>
  standIn
    .state()
    .calls.filter(({ method, query }) => method === 'GET' && query.includes('Reference')).length;

/** Loses the call, or its answer, that makes the invoices of so many clients. */
async function lose(
  invoicing: Invoicing,
  kind: 'reset-before' | 'reset-after',
  clients = ['Acme'],
): Promise<void> {
  for (const name of clients) invoicing.addTime(invoicing.addClient(name));
  invoicing.standIn.fail({ kind, path: '/Invoices', method: 'PUT' });
  await invoicing.invoiceAll();
}

/** Lets nothing of a call be in Xero but its first invoice, as if the rest had not arrived. */
function keepTheFirst({ standIn }: Invoicing): void {
  for (const organisation of standIn.state().organisations) organisation.invoices.splice(1);
}

function at<Item>(items: Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new Error(`There is no ${index}`);
  return item;
}

/** An invoice of the run as if another call had sent it, then or later. */
function underAnotherKey({ services }: Invoicing, reference: string, sentAt?: Date): void {
  services.db
    .update(invoices)
    .set({ sendKey: 'another', sentAt })
    .where(eq(invoices.reference, reference))
    .run();
}

const NO_ANSWER =
  'Xero is not available at the moment. Xero may have done this anyway: check in Xero before you try again.';

describe('an invoice of unknown outcome', () => {
  test('says so, waits 20 seconds, and is looked up before anything is sent', () =>
    withInvoicing(async (invoicing) => {
      await lose(invoicing, 'reset-after');
      expect(states(invoicing)).toEqual(['sending']);
      expect(messages(invoicing)).toEqual([NO_ANSWER]);
      expect(theRun(invoicing)).toMatchObject({ status: 'paused', message: NO_ANSWER });
      expect(pauseOf(invoicing)).toBe(20 * SECOND);
      await goOn(invoicing);
      expect(states(invoicing)).toEqual(['created']);
      expect(messages(invoicing)).toEqual([null]);
      expect(keysOf(invoicing)).toHaveLength(1);
      expect(theRun(invoicing)).toMatchObject({ status: 'done', message: null });
    }));

  test('that is missing is sent again by exactly the same call, while Xero remembers its key', () =>
    withInvoicing(async (invoicing) => {
      await lose(invoicing, 'reset-before', ['Acme', 'Bolt']);
      invoicing.pass(KEY_SAFE_FOR - 1);
      await goOn(invoicing);
      expect(states(invoicing)).toEqual(['created', 'created']);
      const [first, second, ...more] = keysOf(invoicing);
      expect(second).toBe(first);
      expect(more).toEqual([]);
    }));

  test('that two calls lost is sent again by both, each under its own key', () =>
    withInvoicing(async (invoicing) => {
      const { standIn } = invoicing;
      await lose(invoicing, 'reset-before', ['Acme', 'Bolt']);
      // As after two calls, of which each was lost.
      underAnotherKey(invoicing, at(all(invoicing), 1).reference);
      await goOn(invoicing);
      expect(states(invoicing)).toEqual(['created', 'created']);
      const [lost, ...again] = keysOf(invoicing);
      expect(again).toEqual([lost, 'another']);
      expect(standIn.state().invoices).toHaveLength(2);
    }));

  test('whose second call failed for certain may still be made by the first, and stays unknown', () =>
    withInvoicing(async (invoicing) => {
      const { standIn } = invoicing;
      await lose(invoicing, 'reset-before');
      standIn.fail({ kind: '429', path: '/Invoices', method: 'PUT', retryAfterSeconds: 90 });
      await goOn(invoicing);
      expect(states(invoicing)).toEqual(['sending']);
      expect(messages(invoicing)).toEqual([
        'Xero takes sixty calls a minute. The rest is sent in a minute.',
      ]);
      expect(pauseOf(invoicing)).toBe(90 * SECOND);
    }));

  test.each([KEY_SAFE_FOR, CALL_OVER_AFTER - 1])(
    'is only looked up after %d ms, when its key is forgotten and its call may still arrive',
    (age) =>
      withInvoicing(async (invoicing) => {
        await lose(invoicing, 'reset-before');
        invoicing.pass(age);
        await goOn(invoicing);
        expect(states(invoicing)).toEqual(['sending']);
        expect(messages(invoicing)).toEqual([UNKNOWN]);
        expect(keysOf(invoicing)).toHaveLength(1);
        expect(theRun(invoicing)).toMatchObject({ status: 'paused', message: UNKNOWN });
        expect(pauseOf(invoicing)).toBe(CALL_OVER_AFTER - age);
      }),
  );

  test('is not sent again when a part of its call is made: only the whole call may use its key', () =>
    withInvoicing(async (invoicing) => {
      await lose(invoicing, 'reset-after', ['Acme', 'Bolt']);
      keepTheFirst(invoicing);
      await goOn(invoicing);
      expect(states(invoicing)).toEqual(['created', 'sending']);
      expect(messages(invoicing)).toEqual([null, UNKNOWN]);
      expect(keysOf(invoicing)).toHaveLength(1);
      expect(pauseOf(invoicing)).toBe(CALL_OVER_AFTER);
    }));

  test('is sent again although another call of its run is settled', () =>
    withInvoicing(async (invoicing) => {
      await lose(invoicing, 'reset-after', ['Acme', 'Bolt']);
      keepTheFirst(invoicing);
      const missing = at(all(invoicing), 1).reference;
      underAnotherKey(invoicing, missing);
      await goOn(invoicing);
      expect(states(invoicing)).toEqual(['created', 'created']);
      expect(keysOf(invoicing).at(-1)).toBe('another');
    }));

  test('waits until the latest of several calls can no longer arrive', () =>
    withInvoicing(async (invoicing) => {
      await lose(invoicing, 'reset-before', ['Acme', 'Bolt']);
      const later = new Date(invoicing.services.clock().getTime() + MINUTE);
      underAnotherKey(invoicing, at(all(invoicing), 0).reference, later);
      invoicing.pass(KEY_SAFE_FOR + MINUTE);
      await goOn(invoicing);
      expect(keysOf(invoicing)).toHaveLength(1);
      expect(pauseOf(invoicing)).toBe(CALL_OVER_AFTER - KEY_SAFE_FOR);
    }));

  test('is a claim again once no call can still arrive, after it was asked for alone; of each call', () =>
    withInvoicing(async (invoicing) => {
      const { standIn, pass } = invoicing;
      await lose(invoicing, 'reset-before', ['Acme', 'Bolt']);
      underAnotherKey(invoicing, at(all(invoicing), 1).reference);
      pass(CALL_OVER_AFTER);
      const looks = looksOf(invoicing);
      await goOn(invoicing);
      expect(states(invoicing)).toEqual(['created', 'created']);
      // Both at once, then each alone.
      expect(looksOf(invoicing) - looks).toBe(3);
      const [lost, again, ...more] = keysOf(invoicing);
      expect(again).not.toBe(lost);
      expect(more).toEqual([]);
      expect(standIn.state().invoices).toHaveLength(2);
    }));

  test('that arrives just after it was looked up is found when it is asked for alone', () =>
    withInvoicing(async (invoicing) => {
      const { standIn, services, pass } = invoicing;
      await lose(invoicing, 'reset-after', ['Acme', 'Bolt']);
      const [organisation] = standIn.state().organisations;
      const arriving = organisation?.invoices.splice(0) ?? [];
      expect(arriving).toHaveLength(2);
      services.checkpoint = (step) => {
        if (step === 'found') organisation?.invoices.push(...arriving.splice(0));
      };
      pass(CALL_OVER_AFTER);
      const lookedUp = await lookUp(services, theRun(invoicing));
      if (isPause(lookedUp)) throw new Error('Xero could be asked');
      expect(states(invoicing)).toEqual(['sending', 'sending']);
      expect(await takeMissing(services, theRun(invoicing), lookedUp)).toBeNull();
      expect(states(invoicing)).toEqual(['created', 'created']);
      const numbers = new Map(
        standIn.state().invoices.map(({ reference, invoiceId }) => [reference, invoiceId]),
      );
      for (const { reference, xeroInvoiceId } of all(invoicing)) {
        expect(xeroInvoiceId).toBe(numbers.get(reference));
      }
    }));

  test('that cannot be asked for alone waits as Xero says, and what was answered before counts', () =>
    withInvoicing(async (invoicing) => {
      const { standIn, pass } = invoicing;
      await lose(invoicing, 'reset-before', ['Acme', 'Bolt']);
      pass(CALL_OVER_AFTER);
      standIn.fail({
        ...{ kind: '429', path: '/Invoices', method: 'GET', afterCalls: 2 },
        retryAfterSeconds: 45,
      });
      await goOn(invoicing);
      expect(states(invoicing)).toEqual(['claimed', 'sending']);
      expect(messages(invoicing)).toEqual([null, UNKNOWN]);
      expect(theRun(invoicing).message).toBe(
        'Xero takes sixty calls a minute. The rest is sent in a minute.',
      );
      expect(pauseOf(invoicing)).toBe(45 * SECOND);
    }));

  test('is asked for in vain once where the organisation is disconnected; then it waits for a person', () =>
    withInvoicing(async (invoicing) => {
      const { standIn, tenantId } = invoicing;
      await lose(invoicing, 'reset-before');
      standIn.disconnect(tenantId);
      for (const looks of [1, 0]) {
        const before = looksOf(invoicing);
        await goOn(invoicing);
        expect(looksOf(invoicing) - before).toBe(looks);
        expect(messages(invoicing)).toEqual([UNKNOWN]);
        expect(theRun(invoicing).message).toContain('without the connection to Harbour Consulting');
        expect(pauseOf(invoicing)).toBe(60 * MINUTE);
      }
    }));

  test('keeps its state when a fault of our own ends the look, and the fault is not taken for Xero’s', () =>
    withInvoicing(async (invoicing) => {
      const { services, pass } = invoicing;
      await lose(invoicing, 'reset-after');
      const { signal } = new AbortController();
      services.checkpoint = (step) => {
        if (step === 'looked up') throw new Error('Out of memory');
      };
      const { id } = theRun(invoicing);
      await expect(carryOn(services, id, signal)).rejects.toThrow('Out of memory');
      services.checkpoint = () => undefined;
      // The first look is answered; then the database takes no new state.
      for (const { invoices: made } of invoicing.standIn.state().organisations) made.splice(0);
      services.db.$client.exec(
        "create trigger broken before update of state on invoices begin select raise(abort, 'The disk is broken'); end",
      );
      pass(CALL_OVER_AFTER);
      await expect(carryOn(services, id, signal)).rejects.toThrow('The disk is broken');
      expect(states(invoicing)).toEqual(['sending']);
    }));
});

describe('what another process does meanwhile', () => {
  test('is not sent again: what it settled between the look and the call', () =>
    withInvoicing(async (invoicing) => {
      const { services } = invoicing;
      await lose(invoicing, 'reset-before', ['Acme', 'Bolt']);
      const lookedUp = await lookUp(services, theRun(invoicing));
      if (isPause(lookedUp)) throw new Error('Xero could be asked');
      expect(
        lookedUp.missing.map(({ batch, isRepetition }) => [batch.length, isRepetition]),
      ).toEqual([[2, true]]);
      const [acme, bolt] = all(invoicing);
      const settle = (id = 0) => {
        services.db.$client
          .prepare("update invoices set state = 'created', xero_invoice_id = ? where id = ?")
          .run(`xero-${id}`, id);
      };
      settle(acme?.id);
      const paused = await takeMissing(services, theRun(invoicing), structuredClone(lookedUp));
      expect(paused).toMatchObject({ message: UNKNOWN });
      settle(bolt?.id);
      expect(await takeMissing(services, theRun(invoicing), lookedUp)).toBeNull();
    }));

  test('is not sent again: what it settles just before the call', () =>
    withInvoicing(async (invoicing) => {
      const { services } = invoicing;
      await lose(invoicing, 'reset-before', ['Acme', 'Bolt']);
      const lookedUp = await lookUp(services, theRun(invoicing));
      if (isPause(lookedUp)) throw new Error('Xero could be asked');
      const now = services.clock();
      let asked = 0;
      // The time is asked for whether the key is safe, and when the call is noted: nothing else happens in between.
      const clock = () => {
        asked += 1;
        if (asked === 2) {
          services.db.$client.exec(
            "update invoices set state = 'created', xero_invoice_id = 'x' where id = 1",
          );
        }
        return now;
      };
      const run = theRun(invoicing);
      expect(await takeMissing({ ...services, clock }, run, lookedUp)).toMatchObject({
        message: UNKNOWN,
      });
      expect(asked).toBeGreaterThan(1);
      expect(states(invoicing)).toEqual(['created', 'sending']);
    }));

  test('is not taken for missing: what it has begun to send since the look', () =>
    withInvoicing(async (invoicing) => {
      const { services } = invoicing;
      await lose(invoicing, 'reset-before', ['Acme', 'Bolt']);
      const bolt = at(all(invoicing), 1);
      markUnsent(services, bolt);
      services.checkpoint = (step) => {
        if (step === 'found') markSending(services, [{ invoice: bolt, contactId: 'contact' }]);
      };
      const lookedUp = await lookUp(services, theRun(invoicing));
      if (isPause(lookedUp)) throw new Error('Xero could be asked');
      expect(lookedUp.missing.map(({ batch }) => batch.map(({ id }) => id))).toEqual([
        [at(all(invoicing), 0).id],
      ]);
    }));

  test('holds up nothing of ours: what it sends while nothing of ours is unknown', () =>
    withInvoicing(async (invoicing) => {
      const { services, pass } = invoicing;
      await lose(invoicing, 'reset-before');
      const invoice = at(all(invoicing), 0);
      pass(CALL_OVER_AFTER);
      const first = await lookUp(services, theRun(invoicing));
      if (isPause(first)) throw new Error('Xero could be asked');
      expect(await takeMissing(services, theRun(invoicing), first)).toBeNull();
      expect(states(invoicing)).toEqual(['claimed']);
      const looks = looksOf(invoicing);
      const lookedUp = await lookUp(services, theRun(invoicing));
      expect(lookedUp).toEqual({ missing: [], askedAt: services.clock().getTime(), isOver: true });
      expect(looksOf(invoicing)).toBe(looks);
      markSending(services, [{ invoice, contactId: 'contact' }]);
      expect(await takeMissing(services, theRun(invoicing), first)).toBeNull();
      if (isPause(lookedUp)) throw new Error('There was nothing to ask');
      expect(await takeMissing(services, theRun(invoicing), lookedUp)).toBeNull();
    }));

  test('ends the run: what it settled while our answer was lost', () =>
    withInvoicing(async (invoicing) => {
      const { services, standIn } = invoicing;
      invoicing.addTime(invoicing.addClient('Acme'));
      const { ledger } = services;
      services.ledger = {
        ...ledger,
        createInvoices: (...call) =>
          ledger.createInvoices(...call).finally(() => {
            services.db.$client.exec(
              "update invoices set state = 'created', xero_invoice_id = 'x'",
            );
          }),
      };
      standIn.fail({ kind: 'reset-after', path: '/Invoices', method: 'PUT' });
      await invoicing.invoiceAll();
      expect(theRun(invoicing)).toMatchObject({ status: 'done', message: null });
    }));
});

test('an organisation that is gone from here is said to be no longer known', () =>
  withInvoicing(async ({ services, tenantId }) => {
    expect(organisationName(services, tenantId)).toBe('Harbour Consulting');
    expect(organisationName(services, 'gone')).toBe('an organisation that is no longer known');
    await Promise.resolve();
  }));
