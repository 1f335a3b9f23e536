import { listClientNames } from '../../clients/clients.server.ts';
import type { Services } from '../../context.server.ts';
import { formatListDateTime } from '../../lib/calendar.ts';
import { notFound } from '../../lib/errors.ts';
import { formatPounds, inCurrency } from '../../lib/money.ts';
import { MOST_SHOWN } from '../preview/open-at-once.ts';
import { formatMonths } from '../list/month.ts';
import { describeCalls } from '../calls-today.ts';
import { obstacleToFreeing } from './free-unknown.server.ts';
import { organisationName } from './look-up.server.ts';
import { findRun } from './carry-on.server.ts';
import { listRunInvoices } from './create.server.ts';

/** The data of a run's page, as text. */
export type RunView = Omit<ReturnType<typeof loadRun>, 'startedBy'>;

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
  // Where there is no room for all, what was not made comes first.
  const shown =
    invoices.length <= MOST_SHOWN
      ? invoices
      : [...invoices].sort((one, other) => needsLook(other) - needsLook(one)).slice(0, MOST_SHOWN);
  const hasUnknown = invoices.some(({ state }) => state === 'sending');
  return {
    id,
    organisation: organisationName(services, run.tenantId),
    status: run.status,
    startedBy: run.userId,
    startedAt: formatListDateTime(run.startedAt, timeZone),
    message: run.message,
    resumeAt: run.resumeAt ? formatListDateTime(run.resumeAt, timeZone) : null,
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
      label: STATES[invoice.state],
      message: invoice.message,
      canBeFreed: obstacleToFreeing(services, invoice) === null,
      number: invoice.xeroInvoiceNumber ?? invoice.xeroInvoiceId?.slice(0, 8) ?? null,
      url: invoice.xeroInvoiceId ? ledger.invoiceUrl(run.tenantId, invoice.xeroInvoiceId) : null,
    })),
  };
}
