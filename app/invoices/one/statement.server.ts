import type { Services } from '../../context.server.ts';
import { formatBritishDay } from '../../lib/calendar.ts';
import { formatDuration } from '../../lib/duration.ts';
import { formatPounds, inCurrency, poundsOf } from '../../lib/money.ts';
import { formatMonths } from '../list/status.ts';
import { isCancelled, STATUS_LABELS } from '../../lib/invoice-status.ts';
import {
  explainInvoice,
  type ExplainedInvoice,
  type InvoicedLog,
} from './explained-invoice.server.ts';
import { formatTimes } from '../../work-logs/work-logs.ts';
import type { InvoiceLine } from '../ledger.ts';
import { isSameMeasure, type MatchedLine } from './match-lines.ts';

/** A line of a statement: what was done on which days, and what it comes to, in pence. */
export type StatementLine = {
  parts: { day: string; times?: string | undefined; text: string; measure: string }[];
  price: string;
  netPence: number;
  vatPence: number;
};

/**
 * The lines of a statement: the invoice's own, in its order and with its amounts, told by the days
 * and descriptions of their logs. What was reworded in Xero is told in those words, and so is a
 * released invoice, whose logs are free to become other work. What an invoice has beyond the sum of
 * its lines, such as a rounding of Xero's, is a line of its own.
 */
export function statementLines(
  { invoice, lines, logs, client }: ExplainedInvoice,
  timeZone: string,
): StatementLine[] {
  const isReleased = invoice.state === 'released';
  const told = lines.map((line) =>
    toLine(line, isReleased ? [] : line.logIds.flatMap((id) => logs.get(id) ?? []), (log) =>
      client.showTimes ? formatTimes(log, timeZone) : undefined,
    ),
  );
  const net = invoice.netPence - told.reduce((sum, { netPence }) => sum + netPence, 0);
  const vat = invoice.vatPence - told.reduce((sum, { vatPence }) => sum + vatPence, 0);
  if (net === 0 && vat === 0) return told;
  const parts = [{ day: '', text: 'Difference between the lines and the total', measure: '' }];
  return [...told, { parts, price: '', netPence: net, vatPence: vat }];
}

function toLine(
  line: MatchedLine,
  logs: InvoicedLog[],
  sayTimes: (log: InvoicedLog) => string | undefined,
): StatementLine {
  const amounts = { netPence: line.netPence, vatPence: line.vatPence };
  const isReworded = line.change !== 'same' && line.description !== line.sent?.description;
  const [first] = logs;
  if (!first || isReworded || first.isHardware) {
    return {
      parts: [{ day: first?.day ?? '', text: line.description, measure: line.quantity ?? '' }],
      price: line.unitPrice === null ? '' : poundsOf(line.unitPrice),
      ...amounts,
    };
  }
  const isAsSent = line.sent !== null && isSameMeasure(line, line.sent);
  const rounded = isAsSent ? line.sent?.rounded : undefined;
  const own = isAsSent ? null : priceOf(line);
  const billed = rounded ? [sayBilled(rounded, logs.length)] : own ? [own.billed] : [];
  return {
    parts: [
      ...logs.map((log) => ({
        day: log.day,
        times: sayTimes(log),
        text: log.description || log.workTypeName,
        measure: formatDuration(log.duration),
      })),
      ...billed,
    ],
    price: isAsSent ? `${formatPounds(first.hourlyRatePence)} an hour` : (own?.price ?? ''),
    ...amounts,
  };
}

/**
 * What Xero bills for a line whose amount, quantity or price was changed there; null where these do
 * not come to that amount, as with a discount. Our own rate would contradict it.
 */
function priceOf({ quantity, unitPrice, netPence }: MatchedLine) {
  if (quantity === null || unitPrice === null) return null;
  if (Math.round(Number(quantity) * Number(unitPrice) * 100) !== netPence) return null;
  return { billed: { day: '', text: 'Billed', measure: quantity }, price: poundsOf(unitPrice) };
}

/** What is billed for the time of a line, where that was rounded. */
function sayBilled({ workedMinutes, billedMinutes }: Rounded, logs: number) {
  const all = logs > 1 ? `, of ${formatDuration(workedMinutes)} in all` : '';
  return { day: '', text: `Billed${all}`, measure: formatDuration(billedMinutes) };
}

type Rounded = NonNullable<InvoiceLine['rounded']>;

/** A statement of an invoice for the customer. Throws 404. */
export function loadStatement(services: Pick<Services, 'db' | 'ledger' | 'config'>, id: number) {
  const explained = explainInvoice(services, id);
  const { invoice, ledger } = explained;
  const day = (text: string | null) => (text ? formatBritishDay(text) : null);
  const { currency } = invoice;
  const say = (pence: number) => inCurrency(formatPounds(pence), currency);
  const { amountPaidPence: paid, amountCreditedPence: credited, amountDuePence: due } = invoice;
  return {
    id,
    number: invoice.xeroInvoiceNumber ?? invoice.reference,
    reference: invoice.reference,
    from: services.ledger.findOrganisation(invoice.tenantId)?.name ?? null,
    to: ledger?.contactName ?? invoice.clientName,
    period: formatMonths(invoice.firstMonth, invoice.month),
    issued: day(invoice.issuedDay),
    due: day(invoice.dueDay),
    /** Said at the top where there is no such invoice any more. */
    cancelled: isCancelled(invoice.status) ? STATUS_LABELS[invoice.status].toLowerCase() : null,
    lines: statementLines(explained, services.config.timeZone).map((line, index) => ({
      key: index,
      parts: line.parts.map((part, place) => ({
        ...part,
        key: place,
        day: part.day && formatBritishDay(part.day),
      })),
      price: inCurrency(line.price, currency),
      net: say(line.netPence),
      vat: say(line.vatPence),
    })),
    net: say(invoice.netPence),
    vat: say(invoice.vatPence),
    total: say(invoice.totalPence),
    paid: paid ? say(paid) : null,
    credited: credited ? say(credited) : null,
    left: (paid || credited) && due !== null ? say(due) : null,
  };
}
