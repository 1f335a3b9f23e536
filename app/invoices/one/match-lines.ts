import type { InvoiceLine, LedgerLine } from '../ledger.ts';
import { formatDuration } from '../../lib/duration.ts';
import { formatPounds, timeTotal } from '../../lib/money.ts';
import type { Client, WorkLog, WorkType } from '#db/schema.ts';
import { editedLogRate, newLogRate, type RatedClient } from '../../work-logs/rates/rates.ts';

/** A line of an invoice as the ledger has it now, and what it was when it was sent. */
export type MatchedLine = LedgerLine & {
  /** `same` as sent; `changed` or `added` in the ledger since. */
  change: 'same' | 'changed' | 'added';
  /** The line that was sent; null for one that was added in the ledger. */
  sent: InvoiceLine | null;
  /** The logs behind it; empty when they are not known, or there are none. */
  logIds: number[];
};

/** What was sent: the lines, and the logs behind each. */
export type SentLines = { lines: InvoiceLine[]; origins: number[][] };

/**
 * Finds for each line in the ledger the one that was sent: first those that are just as they were,
 * then those with the same words, then those with the same amount, then by their place. Without a
 * reading, the invoice is taken to be as it was sent.
 */
export function matchLines({ lines: sent, origins }: SentLines, ledger: LedgerLine[]) {
  const now = ledger.length === 0 ? sent.map(asLedgerLine) : ledger;
  const partners = new Array<number | null>(now.length).fill(null);
  const left = new Set(sent.keys());
  const passes: ((now: LedgerLine, was: InvoiceLine, isInPlace: boolean) => boolean)[] = [
    (line, was, isInPlace) => isInPlace && isSame(line, was),
    isSame,
    (line, was) => clean(line.description) === clean(was.description),
    (line, was) => line.netPence === was.netPence,
    (_, __, isInPlace) => isInPlace,
  ];
  for (const fits of passes) {
    for (const [index, line] of now.entries()) {
      if (partners[index] !== null) continue;
      const partner = [...left].find((at) => {
        const was = sent[at];
        return was !== undefined && fits(line, was, at === index);
      });
      if (partner === undefined) continue;
      partners[index] = partner;
      left.delete(partner);
    }
  }
  return {
    lines: now.map((line, index): MatchedLine => {
      const at = partners[index] ?? null;
      const was = at === null ? null : (sent[at] ?? null);
      const change = was === null ? 'added' : isSame(line, was) ? 'same' : 'changed';
      return { ...line, change, sent: was, logIds: (at === null ? null : origins[at]) ?? [] };
    }),
    removed: [...left].flatMap((at) => {
      const was = sent[at];
      return was ? [{ sent: was, logIds: origins[at] ?? [] }] : [];
    }),
  };
}

function asLedgerLine({ description, quantity, unitPrice, netPence, vatPence }: InvoiceLine) {
  return { description, quantity, unitPrice, netPence, vatPence };
}

/** Xero trims texts and may write line ends in another way. */
function clean(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Whether a line has the quantity, price and net amount that were sent, as far as the ledger says. */
export function isSameMeasure(line: LedgerLine, was: InvoiceLine): boolean {
  return (
    line.netPence === was.netPence &&
    (line.quantity === null || Number(line.quantity) === Number(was.quantity)) &&
    (line.unitPrice === null || Number(line.unitPrice) === Number(was.unitPrice))
  );
}

/** Whether a line is as it was sent, as far as the ledger says. */
export function isSame(line: LedgerLine, was: InvoiceLine): boolean {
  return (
    isSameMeasure(line, was) &&
    line.vatPence === was.vatPence &&
    clean(line.description) === clean(was.description)
  );
}

type ExplainedLog = Pick<
  WorkLog,
  'isHardware' | 'duration' | 'hourlyRatePence' | 'hasOwnRate' | 'totalPence'
>;

/** Why a log has its rate, as a sentence: rates are copied when a log is made, and never follow. */
export function rateReason(
  log: ExplainedLog,
  client: RatedClient & Pick<Client, 'name'>,
  workType: Pick<WorkType, 'name' | 'hourlyRatePence'>,
): string {
  const rate = `${formatPounds(log.hourlyRatePence)} an hour`;
  const { premiumRatePence, name } = client;
  if (log.hasOwnRate) {
    return log.hourlyRatePence === premiumRatePence
      ? `${rate}: chosen for this log, and ${name}'s premium rate today.`
      : `${rate}: chosen or typed for this log.`;
  }
  const byRules = [newLogRate(client, workType), editedLogRate(client, workType)];
  const same = byRules.find(({ ratePence }) => ratePence === log.hourlyRatePence);
  if (same) return `${rate}: ${same.name}.`;
  const today = byRules[0]?.ratePence ?? 0;
  return `${rate}: what the rules gave when it was logged; today they give ${formatPounds(today)}.`;
}

/** How the hours and the amount of a line of time came about, as sentences. */
export function roundingReason(line: MatchedLine, logs: ExplainedLog[]): string | null {
  const timed = logs.filter(({ isHardware }) => !isHardware);
  if (timed.length === 0 || timed.length < logs.length) return null;
  const minutes = timed.reduce((sum, { duration }) => sum + duration, 0);
  const rounded = line.change === 'same' ? line.sent?.rounded : undefined;
  if (rounded?.workedMinutes === minutes) {
    const billed = formatDuration(rounded.billedMinutes);
    return `${formatDuration(minutes)} worked, ${billed} billed, as agreed with the client: ${formatPounds(line.netPence)}.`;
  }
  const [first] = timed;
  if (!first || timed.some(({ hourlyRatePence }) => hourlyRatePence !== first.hourlyRatePence)) {
    return null;
  }
  const { hourlyRatePence: rate } = first;
  const worked = formatDuration(minutes);
  const amount = formatPounds(line.netPence);
  const price = Number(line.unitPrice ?? 0) * 100;
  const isByTheHour = Math.round(price) === rate && line.quantity !== null;
  if (!isByTheHour) {
    return line.quantity === '1' && line.netPence === timeTotal(minutes, rate)
      ? `${worked} is not a whole number of hours to four decimal places, so the line is 1 × ${amount} with hours and rate in its text.`
      : null;
  }
  const billed = Math.round(Number(line.quantity) * 60);
  const hours = line.quantity === '1' ? '1 hour' : `${line.quantity} hours`;
  const exact = `${hours} at ${formatPounds(rate)} is ${amount}.`;
  return billed === minutes
    ? `${worked}: ${exact} No rounding.`
    : `${worked} worked, ${formatDuration(billed)} billed: ${exact}`;
}
