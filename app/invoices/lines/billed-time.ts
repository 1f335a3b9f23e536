import type { Client } from '#db/schema.ts';
import { timeTotal } from '../../lib/money.ts';

/** How a client's time is billed; the logs keep their minutes. */
export type BillingRule = Pick<
  Client,
  'billingStep' | 'billingRounding' | 'billingPer' | 'smallestMinutes' | 'lines'
>;

/**
 * The minutes that are billed for minutes of work: whole steps, rounded up or to the nearest, halves
 * up. Work is never rounded away: the nearest step is at least one.
 */
export function billedMinutes(
  minutes: number,
  { billingStep: step, billingRounding }: Pick<BillingRule, 'billingStep' | 'billingRounding'>,
): number {
  if (minutes === 0) return 0;
  if (billingRounding === 'up') return Math.ceil(minutes / step) * step;
  return Math.max(step, Math.floor((minutes * 2 + step) / (step * 2)) * step);
}

type Timed = {
  isHardware: boolean;
  day: string;
  workTypeName: string;
  hourlyRatePence: number;
  jobId: number | null;
};

/**
 * The logs that are billed as one, in the order of their first. Hardware stands by itself, and so does what has another
 * VAT: `vatSince` gives the day, if any, since which that holds on a day.
 */
export function billedTogether<Log extends Timed>(
  logs: Log[],
  rule: BillingRule,
  vatSince: (day: string) => string | null = () => null,
): Log[][] {
  const keyOf = (log: Log): unknown => {
    if (log.isHardware) return log;
    switch (rule.lines) {
      case 'log':
        return isRoundedByDay(rule) ? sameDay(log) : log;
      case 'day':
        return sameDay(log);
      case 'type':
        return JSON.stringify([log.workTypeName, log.hourlyRatePence, vatSince(log.day)]);
      case 'job':
        return JSON.stringify([log.jobId, vatSince(log.day)]);
      case 'one':
        return vatSince(log.day);
    }
  };
  return [...Map.groupBy(logs, keyOf).values()];
}

/** The same for the time of one day with one work type and one rate. */
const sameDay = ({ day, workTypeName, hourlyRatePence }: Timed) =>
  JSON.stringify([day, workTypeName, hourlyRatePence]);

const isRoundedByDay = ({ billingStep, billingPer }: BillingRule) =>
  billingStep !== 1 && billingPer === 'day';

/** Minutes of work, what is billed for them in minutes and pence, and the rate; null where there are several. */
export type BilledTime = ReturnType<typeof billTime>;

/**
 * What is billed for logs that make one line. Each log counts at least the client's smallest charge; then what is
 * rounded is each log, or all of a day with one work type and one rate.
 */
export function billTime(logs: (Timed & { duration: number })[], rule: BillingRule) {
  const least = rule.smallestMinutes ?? 0;
  const rounded = Map.groupBy(logs, (log) => (isRoundedByDay(rule) ? sameDay(log) : log));
  const byRate = new Map<number, number>();
  for (const together of rounded.values()) {
    const [first] = together;
    const minutes = sum(together.map(({ duration }) => duration && Math.max(duration, least)));
    const rate = first?.hourlyRatePence ?? 0;
    byRate.set(rate, (byRate.get(rate) ?? 0) + billedMinutes(minutes, rule));
  }
  const [rate = 0, ...others] = byRate.keys();
  return {
    workedMinutes: sum(logs.map(({ duration }) => duration)),
    billedMinutes: sum([...byRate.values()]),
    ratePence: others.length === 0 ? rate : null,
    totalPence: sum([...byRate].map(([each, minutes]) => timeTotal(minutes, each))),
  };
}

const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);
