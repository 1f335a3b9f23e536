import type { Reply } from './http.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export type Limits = { concurrent: number; perMinute: number; perDay: number };

/** Xero's own limits for one organisation, of an app that is free; others have 5,000 calls a day. */
export const XERO_LIMITS: Limits = { concurrent: 5, perMinute: 60, perDay: 1_000 };

/** Counts the calls of each organisation, and refuses those that are too many. */
export type LimitCounter = {
  /** Counts a call: null when it may go on, and `leave` must be called at its end; else the refusal. */
  enter: (tenantId: string) => Reply | null;
  leave: (tenantId: string) => void;
  /** The headers of every answer: what is left of the limits. */
  headers: (tenantId: string) => Record<string, string>;
  /** Null switches the limits off. */
  setLimits: (limits: Limits | null) => void;
  /** The most calls of one organisation that were ever under way at once. */
  mostAtOnce: () => number;
};

type Counts = { running: number; minute: number[]; day: number[] };

export function createLimitCounter(initial: Limits | null, clock: () => Date): LimitCounter {
  const counted = new Map<string, Counts>();
  let limits = initial;
  let mostAtOnce = 0;

  function countsOf(tenantId: string): Counts {
    const now = clock().getTime();
    const known = counted.get(tenantId) ?? { running: 0, minute: [], day: [] };
    known.minute = known.minute.filter((instant) => instant + MINUTE > now);
    known.day = known.day.filter((instant) => instant + DAY > now);
    counted.set(tenantId, known);
    return known;
  }

  function findProblem({ running, minute, day }: Counts, now: number): Reply | null {
    if (!limits) return null;
    if (running >= limits.concurrent) return tooMany('concurrent', 1);
    if (day.length >= limits.perDay) return tooMany('day', secondsUntil(day, DAY, now));
    if (minute.length >= limits.perMinute) {
      return tooMany('minute', secondsUntil(minute, MINUTE, now));
    }
    return null;
  }

  return {
    enter(tenantId) {
      const counts = countsOf(tenantId);
      const now = clock().getTime();
      const problem = findProblem(counts, now);
      if (problem) return problem;
      counts.running += 1;
      counts.minute.push(now);
      counts.day.push(now);
      mostAtOnce = Math.max(mostAtOnce, counts.running);
      return null;
    },
    leave(tenantId) {
      countsOf(tenantId).running -= 1;
    },
    headers(tenantId) {
      const { minute, day } = countsOf(tenantId);
      const { perMinute, perDay } = limits ?? XERO_LIMITS;
      return {
        'X-MinLimit-Remaining': String(Math.max(0, perMinute - minute.length)),
        'X-DayLimit-Remaining': String(Math.max(0, perDay - day.length)),
        'X-AppMinLimit-Remaining': '9999',
      };
    },
    setLimits(next) {
      limits = next;
    },
    mostAtOnce: () => mostAtOnce,
  };
}

function secondsUntil(instants: number[], span: number, now: number): number {
  return Math.max(1, Math.ceil(((instants[0] ?? now) + span - now) / 1000));
}

/** The answer to a call beyond a limit. */
export function tooMany(problem: 'minute' | 'day' | 'concurrent', seconds: number): Reply {
  return {
    status: 429,
    body: { Type: null, Title: 'Too Many Requests', Status: 429, Detail: `${problem} limit` },
    headers: {
      'Retry-After': String(seconds),
      'X-Rate-Limit-Problem': problem,
      ...(problem === 'day' ? { 'X-DayLimit-Remaining': '0' } : {}),
    },
  };
}
