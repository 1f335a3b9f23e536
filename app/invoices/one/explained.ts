import { formatDuration } from '../../lib/duration.ts';
import { formatPounds, timeTotal } from '../../lib/money.ts';
import type { Client, WorkType } from '#db/schema.ts';
import { editedLogRate, newLogRate, type RatedClient } from '../../work-logs/rates/rates.ts';
import type { MatchedLine } from './match-lines.ts';

/** What the reasons need of a log. */
export type ExplainedLog = {
  id: number;
  isHardware: boolean;
  duration: number;
  hourlyRatePence: number;
  hasOwnRate: boolean;
  totalPence: number;
};

type Rated = RatedClient & Pick<Client, 'name'>;

/** Why a log has its rate, as a sentence: rates are copied when a log is made, and never follow. */
export function rateReason(
  log: ExplainedLog,
  client: Rated,
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
      ? `${worked} is no exact number of hours with four decimal places, so the line is one times ${amount}, and says hours and rate in words.`
      : null;
  }
  const billed = Math.round(Number(line.quantity) * 60);
  const hours = line.quantity === '1' ? '1 hour' : `${line.quantity} hours`;
  const exact = `${hours} at ${formatPounds(rate)} is ${amount}.`;
  return billed === minutes
    ? `${worked}: ${exact} Nothing was rounded.`
    : `${worked} worked, ${formatDuration(billed)} billed: ${exact}`;
}
