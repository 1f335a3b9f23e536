import { listClientNames, getClient } from '../../clients/clients.server.ts';
import type { Services } from '../../context.server.ts';
import { formatBritishMoment } from '../../lib/calendar.ts';
import { notFound, conflict } from '../../lib/errors.ts';
import { formatPounds, inCurrency } from '../../lib/money.ts';
import { MOST_SHOWN } from '../preview/open-at-once.ts';
import { formatMonths } from '../list/status.ts';
import { isCancelled, STATUS_LABELS } from '../../lib/invoice-status.ts';
import { describeCalls } from '../messages.ts';
import { organisationName } from './look-up.server.ts';
import { findRun } from './carry-on.server.ts';
import { listRunInvoices } from './create.server.ts';
import { and, eq } from 'drizzle-orm';
import { write } from '#db/connection.server.ts';
import { invoiceRuns, invoices, type Invoice } from '#db/schema.ts';
import { CALL_OVER_AFTER } from '../../lib/call-over-after.ts';
import { markRefused } from './steps.server.ts';

const STATES = {
  claimed: 'Waiting',
  sending: 'Not known yet',
  created: 'Created',
  failed: 'Not created',
  released: 'Released',
} as const;

/** The progress of a run, and the outcome of each of its invoices. Throws 404. */
export function loadRun(
  services: Pick<Services, 'db' | 'clock' | 'config' | 'ledger'>,
  id: number,
) {
  const { timeZone } = services.config;
  const run = findRun(services, id);
  if (!run) throw notFound('The run');
  const names = new Map(listClientNames(services).map((client) => [client.id, client.name]));
  const { ledger } = services;
  const invoices = listRunInvoices(services, id);
  const needsLook = ({ state }: (typeof invoices)[number]) =>
    Number(state === 'sending' || state === 'failed');
  // What was not made comes first.
  const shown = [...invoices]
    .sort((one, other) => needsLook(other) - needsLook(one))
    .slice(0, MOST_SHOWN);
  const made = invoices.filter(({ state }) => state === 'created');
  const drafts = made.filter(({ status }) => status === 'draft').length;
  const hasUnknown = invoices.some(({ state }) => state === 'sending');
  return {
    id,
    title: `${made.length} ${drafts === made.length ? 'draft' : 'invoice'}${made.length === 1 ? '' : 's'} in Xero`,
    nextStep: drafts > 0 ? 'Check each draft in Xero, approve it there, and send it.' : '',
    organisation: organisationName(services, run.tenantId),
    status: run.status,
    startedBy: run.userId,
    startedAt: formatBritishMoment(run.startedAt, timeZone),
    message: run.message,
    resumeAt: run.resumeAt ? formatBritishMoment(run.resumeAt, timeZone) : null,
    done: invoices.filter(({ state }) => state !== 'claimed' && state !== 'sending').length,
    count: invoices.length,
    calls: describeCalls(ledger.callsToday(run.tenantId), timeZone),
    hasUnknown,
    /** Only the connection to its organisation, or a person, can tell what became of its invoices. */
    isCutOff: run.status === 'paused' && hasUnknown && !ledger.isConnected(run.tenantId),
    more: Math.max(0, invoices.length - MOST_SHOWN),
    invoices: shown.map((invoice) => ({
      id: invoice.id,
      client: names.get(invoice.clientId) ?? '',
      month: formatMonths(invoice.firstMonth, invoice.month),
      total: inCurrency(formatPounds(invoice.totalPence), invoice.currency),
      state: invoice.state,
      isMade: invoice.state === 'created' || invoice.state === 'released',
      label:
        invoice.state === 'created' && isCancelled(invoice.status)
          ? `${STATUS_LABELS[invoice.status]} in Xero`
          : STATES[invoice.state],
      isCancelled: isCancelled(invoice.status),
      message: invoice.message,
      canBeFreed: obstacleToFreeing(services, invoice) === null,
      number: invoice.xeroInvoiceNumber ?? invoice.xeroInvoiceId?.slice(0, 8) ?? null,
      url: invoice.xeroInvoiceId ? ledger.invoiceUrl(run.tenantId, invoice.xeroInvoiceId) : null,
    })),
  };
}

type FreeServices = Pick<Services, 'db' | 'clock' | 'ledger'>;

const FREED = 'Not in Xero, as somebody checked. Its logs were released and can be invoiced again.';

/**
 * Why the logs of an invoice cannot be freed by a person's word; null where they can: its outcome is unknown, no
 * call can still make it, and without its organisation's connection it cannot be looked up.
 */
function obstacleToFreeing(
  services: Pick<FreeServices, 'clock' | 'ledger'>,
  { state, tenantId, sentAt }: Pick<Invoice, 'state' | 'tenantId' | 'sentAt'>,
): string | null {
  if (state !== 'sending') return 'This invoice is already confirmed, so no changes were made.';
  if (services.ledger.isConnected(tenantId)) {
    return `The connection to ${organisationName(services, tenantId)} works again, so this invoice is looked up automatically. Its logs stay on it until then.`;
  }
  const age = services.clock().getTime() - (sentAt?.getTime() ?? 0);
  if (age >= CALL_OVER_AFTER) return null;
  return 'Xero may still be creating this invoice. You can release its logs ten minutes after it was sent.';
}

function getInvoice({ db }: Pick<Services, 'db'>, runId: number, invoiceId: number): Invoice {
  const isIt = and(eq(invoices.id, invoiceId), eq(invoices.runId, runId));
  const invoice = db.select().from(invoices).where(isIt).get();
  if (!invoice) throw notFound('The invoice');
  return invoice;
}

/** The question: by what a person finds the invoice in Xero, or why it cannot be freed. Throws 404. */
export function loadUnknown(services: FreeServices, runId: number, invoiceId: number) {
  const invoice = getInvoice(services, runId, invoiceId);
  const { reference, tenantId, firstMonth, month, totalPence } = invoice;
  const what = `${getClient(services, invoice.clientId).name}, ${formatMonths(firstMonth, month)}, of ${formatPounds(totalPence)}`;
  const obstacle = obstacleToFreeing(services, invoice);
  return {
    title: 'Is the invoice not in Xero?',
    text:
      obstacle ??
      `First look for the reference ${reference} in ${organisationName(services, tenantId)} in Xero, also among deleted and voided invoices: the invoice for ${what} may be there. If you find it, do not release its logs, or the same work will be invoiced twice.`,
    backTo: `/work-logs/invoice-runs/${runId}`,
    confirmLabel: obstacle === null ? 'Not in Xero: release its logs' : null,
  };
}

/**
 * Frees the logs of an invoice of unknown outcome, since a person says that it is not in Xero; its run goes on. Throws
 * 404, and 409 with the reason where nobody has to say so, or not yet.
 */
export function freeUnknown(services: FreeServices, runId: number, invoiceId: number): void {
  const { db } = services;
  write(db, () => {
    const invoice = getInvoice(services, runId, invoiceId);
    const obstacle = obstacleToFreeing(services, invoice);
    if (obstacle !== null) throw conflict(obstacle);
    markRefused(services, invoice, [FREED]);
    db.update(invoiceRuns)
      .set({ status: 'running', resumeAt: null, message: null })
      .where(eq(invoiceRuns.id, runId))
      .run();
  });
}
