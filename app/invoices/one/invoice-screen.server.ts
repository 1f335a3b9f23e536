import type { Services } from '../../context.server.ts';
import { dayOf, formatBritishDay, formatBritishMoment } from '../../lib/calendar.ts';
import { formatDuration } from '../../lib/duration.ts';
import {
  formatPounds,
  formatUnitPrice,
  inCurrency,
  isForeign,
  placesText,
  poundsOf,
} from '../../lib/money.ts';
import { apart } from '../../lib/text.ts';
import { itemTotal, itemVat } from '../../work-logs/hardware/item-prices.ts';
import type { StoredItem } from '../../work-logs/hardware/hardware-items.ts';
import { offerTakeBack } from '../back/take-back-screen.server.ts';
import { MOST_SHOWN } from '../preview/open-at-once.ts';
import { toInvoiceRow } from '../list/invoices-screen.server.ts';
import type { ChangesServices } from '../refresh/changes.server.ts';
import { isReleasable } from '../refresh/release.server.ts';
import { lookAtStatuses } from '../refresh/statuses.server.ts';
import { rateReason, roundingReason, type MatchedLine } from './match-lines.ts';
import {
  explainInvoice,
  type ExplainedInvoice,
  type InvoicedLog,
} from './explained-invoice.server.ts';
import { historyOfLogs, type LogHistory } from './log-history.server.ts';

/** Everything an invoice's page shows, as text. */
export type InvoicePageData = ReturnType<typeof loadInvoicePage>;
export type InvoicePageLine = InvoicePageData['lines'][number];

/** An invoice, its lines as Xero has them, and where each came from. Throws 404. */
export function loadInvoicePage(services: ChangesServices & Pick<Services, 'config'>, id: number) {
  const { timeZone } = services.config;
  const explained = explainInvoice(services, id);
  const { invoice, ledger, logs } = explained;
  const known = new Set([...explained.lines, ...explained.removed].flatMap(({ logIds }) => logIds));
  const lines = explained.lines.slice(0, MOST_SHOWN);
  const removed = explained.removed.slice(0, MOST_SHOWN);
  const others = [...logs.keys()].filter((logId) => !known.has(logId)).slice(0, MOST_SHOWN);
  const shown = [...lines, ...removed].flatMap(({ logIds }) => logIds);
  const histories = historyOfLogs(services, [...shown, ...others]);
  const logsOf = (logIds: number[]) =>
    logIds.map((logId) => {
      const log = explained.logs.get(logId);
      const history = histories.get(logId);
      if (!log || !history) return { id: logId, gone: 'was deleted since' };
      // A released log may have been moved to another client, whose work this invoice must not show.
      if (log.clientId !== invoice.clientId)
        return { id: logId, gone: 'now belongs to another client' };
      return toLogView(timeZone, explained, log, history);
    });
  const today = dayOf(services.clock(), timeZone);
  const { currency } = invoice;
  const facts: [string, string | null][] = [
    ['Reference', invoice.reference],
    ['To', ledger?.contactName ?? null],
    ['Organisation', services.ledger.findOrganisation(invoice.tenantId)?.name ?? null],
    ['Currency', isForeign(currency) ? `${currency} in Xero; it was sent in pounds` : null],
  ];
  return {
    statuses: lookAtStatuses(services),
    row: toInvoiceRow(invoice, { ledger: services.ledger, today }),
    facts: facts.flatMap(([label, value]) =>
      value === null || value === '' ? [] : { label, value },
    ),
    amountDue:
      invoice.amountDuePence === null
        ? null
        : inCurrency(formatPounds(invoice.amountDuePence), currency),
    back: offerTakeBack(services, invoice),
    canRelease: isReleasable(services, id),
    logCount: logs.size,
    lineCount: explained.lines.length,
    lines: lines.map((line, index) => ({
      key: index,
      ...toLineView(line, currency),
      logs: logsOf(line.logIds),
      // Released logs may have changed since, and amounts in pounds do not explain an invoice in another
      // currency.
      rounding:
        invoice.state === 'released' || isForeign(currency)
          ? null
          : roundingReason(
              line,
              line.logIds.flatMap((logId) => logs.get(logId) ?? []),
            ),
    })),
    removed: removed.map(({ sent, logIds }, index) => ({
      key: index,
      description: sent.description,
      net: formatPounds(sent.netPence),
      logs: logsOf(logIds),
    })),
    others: logsOf(others),
  };
}

function toLineView(line: MatchedLine, currency: string) {
  const { sent, change } = line;
  const say = (pounds: string) => inCurrency(pounds, currency);
  return {
    description: line.description,
    quantity: line.quantity ?? '',
    unitPrice: line.unitPrice === null ? '' : say(poundsOf(line.unitPrice)),
    net: say(formatPounds(line.netPence)),
    vat: say(formatPounds(line.vatPence)),
    change,
    /** Nothing else is sent below zero. */
    isDiscount: (sent?.netPence ?? 0) < 0,
    /** What was sent, where text or amount differ from what Xero has now. */
    sent:
      change === 'changed' && sent
        ? `Sent as “${sent.description}”, ${sent.quantity} at ${poundsOf(sent.unitPrice)}: ${formatPounds(sent.netPence)} and ${formatPounds(sent.vatPence)} VAT.`
        : null,
  };
}

function toLogView(
  timeZone: string,
  { client, invoice, contents }: ExplainedInvoice,
  log: InvoicedLog,
  { events, rewrites, task }: LogHistory,
) {
  const workType = { name: log.workTypeName, hourlyRatePence: log.workTypeRatePence };
  return {
    id: log.id,
    gone: null,
    day: formatBritishDay(log.day),
    what: log.isHardware
      ? log.items.map((item) => sayItem(item, contents.hasVat)).join('; ')
      : formatDuration(log.duration),
    workType: log.workTypeName,
    amount: formatPounds(log.totalPence),
    rate: log.isHardware ? null : rateReason(log, client, workType),
    description: log.description,
    /** A log that is free again may have been changed since. */
    isFree: invoice.state === 'released',
    task: task && {
      source: task.source ?? 'Todoist',
      name: task.taskName,
      description: task.description,
      project: task.projectName,
      completed: formatBritishMoment(task.completedAt, timeZone),
    },
    rewrites: rewrites.map(({ before, after, at, by }, index) => ({
      key: index,
      before,
      after,
      who: by === null ? '' : `Used by ${by}, ${formatBritishMoment(at, timeZone)}`,
    })),
    events: events.map(({ at, what, by }, index) => ({
      key: index,
      when: formatBritishMoment(at, timeZone),
      what: by === null ? what : `${by}: ${what}`,
    })),
  };
}

/** An item with its price and, where the invoice has VAT, how much of the price is VAT. */
function sayItem(item: StoredItem, hasVat: boolean): string {
  const { net, vat } = itemVat(item, hasVat);
  const price = `${placesText(item.quantityInPlaces, 0)} × ${formatUnitPrice(item.unitPriceInPlaces)}`;
  const how = item.vatIncluded ? 'including' : 'without';
  const total = `${apart(item.itemName)}, ${price} ${how} VAT: ${formatPounds(itemTotal(item))}`;
  return item.vatIncluded && hasVat
    ? `${total}, of which ${formatPounds(net)} net and ${formatPounds(vat)} VAT`
    : total;
}
