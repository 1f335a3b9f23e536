import type { Services } from '../../context.server.ts';
import { formatBritishDay } from '../../lib/calendar.ts';
import { notFound } from '../../lib/errors.ts';
import { sayEnded } from '../../lib/invoice-status.ts';
import { formatPounds } from '../../lib/money.ts';
import {
  findUnmatched,
  openUnmatched,
  type Unmatched,
  isMarkOf,
  isOwnMark,
  readMark,
} from './unmatched.server.ts';
import { installationId } from '../../platform/settings-store.server.ts';
import { NO_FILTERS } from '../../work-logs/list/filters.ts';
import type { InvoiceLine, LedgerInvoice, LedgerLine } from '../ledger.ts';
import { discountBehind } from '../lines/discount.ts';
import { groupLogs, type BilledEntry } from '../lines/groups.ts';
import { isSame } from '../one/match-lines.ts';
import {
  countBillable,
  listBillable,
  listOnEnded,
  MOST_READ,
  type BillableLog,
} from '../preview/billable.server.ts';
import { MOST_SHOWN } from '../preview/open-at-once.ts';
import { endedInvoicesOf, type EndedInvoice } from '../refresh/release.server.ts';
import { readTemplate } from '../template/template.server.ts';

type ScreenServices = Pick<Services, 'db' | 'config' | 'ledger'>;

/** The first invoices that Xero has with our mark and this database does not know, as text, and how many more there are. */
export function listUnmatched(services: ScreenServices) {
  const all = openUnmatched(services);
  return {
    rows: all.slice(0, MOST_SHOWN).map((one) => toRow(services, one, matchOf(services, one))),
    more: Math.max(0, all.length - MOST_SHOWN),
  };
}

function toRow(services: ScreenServices, one: Unmatched, match: Match | null) {
  const { ledger } = services;
  const { id, tenantId, invoice, clientIds, isPutAside } = one;
  const count = match?.logIds.length ?? 0;
  const ended = endedInvoicesOf(services, match?.logIds ?? []).values();
  const released = [...new Set(Array.from(ended, sayReleased))];
  const logs = count === 1 ? '1 log' : `${count} logs`;
  return {
    id,
    number: invoice.number ?? invoice.reference,
    contact: invoice.contactName ?? 'Unknown',
    day: invoice.day === null ? '' : formatBritishDay(invoice.day),
    total: formatPounds(invoice.totalPence),
    url: ledger.invoiceUrl(tenantId, invoice.invoiceId),
    isExact: match?.isExact ?? false,
    isPutAside,
    says: isPutAside
      ? 'Set aside: no work here is on this invoice.'
      : clientIds.length === 0
        ? 'Its contact is not linked to a client here.'
        : match?.isExact
          ? [`Matches ${logs} here to the penny.`, ...released].join(' ')
          : count > 0
            ? [`Possibly ${logs} here: choose which.`, ...released].join(' ')
            : 'No work here matches.',
  };
}

const sayReleased = ({ number, status }: EndedInvoice) =>
  `${number} was ${sayEnded(status)} in Xero: matching releases its logs.`;

/** One of them with its lines, and the work that may be on it. Throws 404 where it is decided already. */
export function loadUnmatched(services: ScreenServices, id: number) {
  const one = findUnmatched(services, id);
  if (!one) throw notFound('The invoice');
  const match = matchOf(services, one);
  const candidates = candidatesFor(services, one).slice(-MOST_LOGS);
  const ended = endedInvoicesOf(
    services,
    candidates.map((log) => log.id),
  );
  const nameOf = ({ id: logId, day, workTypeName, description }: BillableLog) => {
    const name = `${formatBritishDay(day)}, ${workTypeName}${description ? `: ${description}` : ''}`;
    const endedInvoice = ended.get(logId);
    return endedInvoice ? `${name}. ${sayReleased(endedInvoice)}` : name;
  };
  return {
    ...toRow(services, one, match),
    lines: one.invoice.lines.map(({ description, netPence }) => ({
      description,
      net: formatPounds(netPence),
    })),
    logs: candidates.map((log) => ({
      id: log.id,
      name: nameOf(log),
      amount: formatPounds(log.totalPence),
      isTicked: match?.logIds.includes(log.id) ?? false,
    })),
  };
}

/** More logs than an invoice has; the latest are shown. */
const MOST_LOGS = 200;

/** The logs that are probably on an invoice that only the ledger knows. */
export type Match = {
  clientId: number;
  logIds: number[];
  /** What would be sent for these logs now; null where the invoice says something else. */
  lines: { lines: InvoiceLine[]; origins: number[][]; discount: string | null } | null;
  /** Whether it is certain: the mark has their ids, and the amounts are the same to the penny. */
  isExact: boolean;
};

/**
 * The billable logs of the clients an invoice may be for, up to the month in its mark, that are free or on an invoice
 * that has ended; oldest first. Where nothing says whose it is, those of the client whose logs its mark names.
 */
export function candidatesFor(services: ScreenServices, unmatched: Unmatched): BillableLog[] {
  const match = unmatched.clientIds.length === 0 ? matchOf(services, unmatched) : null;
  return allOf(poolsOf(services, unmatched, match ? [match.clientId] : unmatched.clientIds));
}

/** Logs that are free, and those that may have been billed again since the invoice that they are on here has ended. */
type Pools = { free: BillableLog[]; ended: BillableLog[] };

function poolsOf(
  services: ScreenServices,
  { invoice }: Unmatched,
  clientIds: readonly (number | null)[],
): Pools {
  const month = monthOf(invoice);
  const [free = [], ended = []] = [listBillable, listOnEnded].map((list) =>
    clientIds
      .flatMap((clientId) => list(services, { ...NO_FILTERS, clientId }))
      .filter(({ day }) => day.slice(0, 7) <= month),
  );
  return { free, ended };
}

const allOf = ({ free, ended }: Pools) =>
  [...free, ...ended].sort((one, other) => one.day.localeCompare(other.day) || one.id - other.id);

const monthOf = ({ reference }: LedgerInvoice) => readMark(reference)?.slice(3, 10) ?? '';

/**
 * The logs that are on an invoice that only the ledger knows, as far as anything tells: those whose lines it has, or
 * all of its month. Its mark says of a guess whether it is exactly those. Null without a guess.
 */
export function matchOf(services: ScreenServices, unmatched: Unmatched): Match | null {
  const { clientIds } = unmatched;
  if (clientIds.length > 0) {
    return matchAmong(services, unmatched, poolsOf(services, unmatched, clientIds));
  }
  // Its contact and its client may have been renamed since. Then only a mark that names the logs tells whose it is.
  const mark = readMark(unmatched.invoice.reference) ?? '';
  if (!isOwnMark(installationId(services), mark)) return null;
  // Of more logs than a page looks at, a person links the contact first.
  if (countBillable(services, NO_FILTERS) > MOST_READ) return null;
  const pools = poolsOf(services, unmatched, [null]);
  const anybody = [...new Set(allOf(pools).map(({ clientId }) => clientId))];
  const match = matchAmong(services, { ...unmatched, clientIds: anybody }, pools);
  return match?.isExact ? match : null;
}

function matchAmong(services: ScreenServices, unmatched: Unmatched, pools: Pools): Match | null {
  const { invoice, clientIds } = unmatched;
  const { free, ended } = pools;
  const all = allOf(pools);
  const each = ended.length === 0 ? [free] : [free, ended, all];
  const ofClients = each.flatMap((logs) => clientIds.map((clientId) => ({ logs, clientId })));
  const guesses = ofClients.flatMap(({ logs: pool, clientId }) => {
    const theirs = pool.filter((log) => log.clientId === clientId);
    const month = theirs.filter(({ day }) => day.startsWith(monthOf(invoice)));
    const entries = entriesOf(services, unmatched, theirs);
    return [
      guessOf(unmatched, entries),
      guessOf(unmatched, entries.toReversed()),
      ...[month, theirs].map((logs) => ({ logIds: logs.map(({ id }) => id), lines: null })),
    ].map((guess) => ({ ...guess, clientId }));
  });
  const filled = guesses.filter(({ logIds }) => logIds.length > 0);
  const mark = readMark(invoice.reference) ?? '';
  const installation = installationId(services);
  const isOwn = isOwnMark(installation, mark);
  // An older mark says nothing of its logs: then the lines have to tell.
  const isThese = ({ logIds, lines }: (typeof filled)[number]) =>
    isOwn ? isMarkOf(installation, mark, logIds) : lines !== null;
  const found = filled.find(isThese);
  if (!found) return filled[0] ? { ...filled[0], isExact: false } : null;
  const totals = new Map(all.map((log) => [log.id, log.totalPence]));
  const worked = found.logIds.reduce((sum, id) => sum + (totals.get(id) ?? 0), 0);
  return { ...found, isExact: found.lines !== null || worked === invoice.netPence };
}

/** What would be billed for these logs in the invoice's organisation, entry by entry. */
function entriesOf(
  services: ScreenServices,
  { tenantId }: Unmatched,
  logs: BillableLog[],
): BilledEntry[] {
  const organisation = services.ledger.findOrganisation(tenantId);
  if (!organisation) return [];
  const rules = { ...organisation, template: readTemplate(services) };
  return groupLogs(logs, rules).flatMap(({ entries }) => entries);
}

/**
 * The logs of the entries that have all of their lines on the invoice. `lines` is null unless these are all
 * lines of the invoice, but for those of a discount on them.
 */
function guessOf({ invoice }: Unmatched, entries: BilledEntry[]): Pick<Match, 'logIds' | 'lines'> {
  const left = new Set<LedgerLine>(invoice.lines);
  const going = entries.filter(({ lines }) => {
    const taken: LedgerLine[] = [];
    for (const line of lines) {
      const partner = [...left].find((one) => !taken.includes(one) && isSame(one, line));
      if (!partner) return false;
      taken.push(partner);
    }
    for (const one of taken) left.delete(one);
    return lines.length > 0;
  });
  const logIds = going.flatMap(({ logs }) => logs.map(({ id }) => id));
  const ofWork = going.flatMap(({ lines }) => lines);
  const off = left.size > 0 ? discountBehind([...left], ofWork) : { text: null, lines: [] };
  if (off === null || going.length === 0) return { logIds, lines: null };
  const origins = going
    .flatMap(({ logs, lines }) => lines.map(() => logs.map(({ id }) => id)))
    .concat(off.lines.map(() => []));
  return { logIds, lines: { lines: [...ofWork, ...off.lines], origins, discount: off.text } };
}
