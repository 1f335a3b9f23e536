import { beforeAll, describe, expect, test } from 'vitest';
import { invoices, invoiceRuns } from '#db/schema.ts';
import { withInvoicing, type Invoicing } from '#tests/support/data/invoicing.ts';
import { readChangesOf } from '../refresh/changes.server.ts';
import { continueRun, dueRuns } from './carry-on.server.ts';

const MINUTE = 60_000;
/** Not so long that the sign-in to Xero ends. */
const WEEKS = 40 * 24 * 60 * MINUTE;

// Loading the SDK takes longer than a short deadline.
beforeAll(() => import('xero-node'));

const states = ({ services }: Invoicing) =>
  services.db
    .select()
    .from(invoices)
    .all()
    .map(({ state }) => state);

/** Goes on with the only run as often as it is due, as every 15 seconds. */
async function goOn({ services }: Invoicing): Promise<void> {
  for (const { id } of dueRuns(services)) await continueRun(services, id);
}

describe('what was noted by a clock that was weeks ahead', () => {
  test('pauses no run after the clock was put right', () =>
    withInvoicing(async (invoicing) => {
      const { standIn, services, pass } = invoicing;
      invoicing.addTime(invoicing.addClient('One'));
      pass(WEEKS);
      standIn.fail({ kind: '429-day', path: '/Contacts' });
      await invoicing.invoiceAll();
      expect(services.db.select().from(invoiceRuns).all()).toMatchObject([{ status: 'paused' }]);
      expect(dueRuns(services)).toEqual([]);
      pass(-WEEKS);
      await goOn(invoicing);
      expect(states(invoicing)).toEqual(['created']);
    }));

  test('keeps no invoice of unknown outcome waiting for weeks', () =>
    withInvoicing(async (invoicing) => {
      const { standIn, pass } = invoicing;
      invoicing.addTime(invoicing.addClient('One'));
      invoicing.addTime(invoicing.addClient('Two'));
      pass(WEEKS);
      standIn.fail({ kind: 'reset-after', path: '/Invoices', method: 'PUT' });
      await invoicing.invoiceAll();
      expect(states(invoicing)).toEqual(['sending', 'sending']);
      // Of the call, Xero has one invoice only; so it may not be sent again as it was.
      for (const organisation of standIn.state().organisations) organisation.invoices.splice(1);
      pass(-WEEKS);
      await goOn(invoicing);
      expect(states(invoicing)).toEqual(['created', 'sending']);
      for (let minute = 0; minute < 12; minute += 1) {
        pass(MINUTE);
        await goOn(invoicing);
      }
      expect(states(invoicing)).toEqual(['created', 'created']);
    }));

  test('hides no change of an invoice that was sent then', () =>
    withInvoicing(
      async (invoicing) => {
        const { standIn, services, tenantId } = invoicing;
        invoicing.addTime(invoicing.addClient('One'));
        await invoicing.invoiceAll();
        const statuses = () =>
          services.db
            .select()
            .from(invoices)
            .all()
            .map(({ status }) => status);
        expect(statuses()).toEqual(['draft']);
        standIn.mark(standIn.state().invoices[0]?.invoiceId ?? '', 'voided');
        const right = { ...services, clock: () => new Date(services.clock().getTime() - WEEKS) };
        await readChangesOf(right, tenantId, new AbortController().signal);
        expect(statuses()).toEqual(['voided']);
      },
      { ahead: WEEKS },
    ));
});
