import type { Services } from '../../context.server.ts';
import { formatDay } from '../../lib/calendar.ts';
import { notFound } from '../../lib/errors.ts';
import { formatPounds } from '../../lib/money.ts';
import { candidatesFor, matchOf, type Match } from './match.server.ts';
import { findUnmatched, openUnmatched, type Unmatched } from './unmatched.server.ts';

type ScreenServices = Pick<Services, 'db' | 'config' | 'ledger'>;

/** An invoice that only Xero knows, as screens show it. */
export type UnmatchedRow = ReturnType<typeof toRow>;

/** The invoices that Xero has with our mark and this database does not know, as text. */
export function listUnmatched(services: ScreenServices): UnmatchedRow[] {
  return openUnmatched(services).map((one) => toRow(services, one, matchOf(services, one)));
}

function toRow({ ledger }: ScreenServices, one: Unmatched, match: Match | null) {
  const { id, tenantId, invoice, clientIds, isPutAside } = one;
  const count = match?.logIds.length ?? 0;
  const logs = count === 1 ? '1 log' : `${count} logs`;
  return {
    id,
    number: invoice.number ?? invoice.reference,
    contact: invoice.contactName ?? 'Unknown',
    day: invoice.day === null ? '' : formatDay(invoice.day),
    total: formatPounds(invoice.totalPence),
    url: ledger.invoiceUrl(tenantId, invoice.invoiceId),
    isExact: match?.isExact ?? false,
    isPutAside,
    says: isPutAside
      ? 'It was put aside: no work here is on it.'
      : clientIds.length === 0
        ? 'Its contact belongs to no client here.'
        : match?.isExact
          ? `${logs} here, to the penny.`
          : count > 0
            ? `Perhaps ${logs} here: look which.`
            : 'No work here fits.',
  };
}

/** One of them with its lines, and the work that may be on it. Throws 404 where it is decided already. */
export function loadUnmatched(services: ScreenServices, id: number) {
  const one = findUnmatched(services, id);
  if (!one) throw notFound('The invoice');
  const match = matchOf(services, one);
  return {
    ...toRow(services, one, match),
    lines: one.invoice.lines.map(({ description, netPence }) => ({
      description,
      net: formatPounds(netPence),
    })),
    logs: candidatesFor(services, one)
      .slice(-MOST_LOGS)
      .map((log) => ({
        id: log.id,
        name: `${formatDay(log.day)}, ${log.workTypeName}${log.description ? `: ${log.description}` : ''}`,
        amount: formatPounds(log.totalPence),
        isTicked: match?.logIds.includes(log.id) ?? false,
      })),
  };
}

/** More logs than an invoice has; the latest are shown. */
const MOST_LOGS = 200;
