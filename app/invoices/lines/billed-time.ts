import type { Client } from '#db/schema.ts';

/** How a client's time is rounded where it is billed; the logs keep their minutes. */
export type BillingRule = Pick<Client, 'billingStep' | 'billingRounding' | 'billingPer'>;

/**
 * The minutes that are billed for minutes of work: whole steps, rounded up or to the nearest, halves
 * up. Work is never rounded away: the nearest step is at least one.
 */
export function billedMinutes(
  minutes: number,
  { billingStep: step, billingRounding }: Omit<BillingRule, 'billingPer'>,
): number {
  if (minutes === 0) return 0;
  if (billingRounding === 'up') return Math.ceil(minutes / step) * step;
  return Math.max(step, Math.floor((minutes * 2 + step) / (step * 2)) * step);
}

/** What the grouping looks at in a log. */
type Timed = {
  isHardware: boolean;
  day: string;
  workTypeName: string;
  hourlyRatePence: number;
};

/**
 * The logs that are billed as one, in the order of their first: each by itself, or, where a day is
 * rounded as a whole, the time logs of one day with one work type and one rate.
 */
export function billedTogether<Log extends Timed>(logs: Log[], rule: BillingRule): Log[][] {
  if (rule.billingPer === 'log' || rule.billingStep === 1) return logs.map((log) => [log]);
  const groups = new Map<string | Log, Log[]>();
  for (const log of logs) {
    const key = log.isHardware
      ? log
      : JSON.stringify([log.day, log.workTypeName, log.hourlyRatePence]);
    const group = groups.get(key) ?? [];
    group.push(log);
    groups.set(key, group);
  }
  return [...groups.values()];
}
