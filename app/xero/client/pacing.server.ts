import { rateLimited, timedOut, LONGEST_MINUTE_WAIT } from './faults.server.ts';
import { isPausedUntil } from '../../lib/retry-after.ts';
import type { LedgerError, RateLimit } from '../../invoices/ledger.ts';

const MINUTE = 60_000;

/** Of any limit but the day's, in milliseconds. */
const LONGEST_PAUSE = LONGEST_MINUTE_WAIT * 1_000;

/** Keeps the calls for each organisation within Xero's limits. */
export type Pacer = {
  /**
   * Waits for the organisation's next free place, first come, first served, and gives a function
   * that frees the place again. Throws a LedgerError, with nothing sent, when the place would come
   * after the deadline or the day's limit is used up.
   */
  enter(tenantId: string, deadline: Deadline): Promise<() => void>;
  /** Holds back all calls for this organisation until `until`, since Xero named this limit. */
  pause(tenantId: string, limit: RateLimit, until: Date): void;
};

type Options = {
  clock: () => Date;
  wait: (milliseconds: number) => Promise<void>;
  concurrent?: number;
  perMinute?: number;
};

type Waiter = { endsAt: number; admit: () => void; refuse: (error: LedgerError) => void };

/** One organisation's calls; instants in milliseconds. */
type Lane = {
  running: number;
  /** When the calls of the last minute ended, oldest first. */
  ended: number[];
  queue: Waiter[];
  pausedUntil: number;
  pausedBy: RateLimit;
  dayUsedUpUntil: number;
  isWaiting: boolean;
};

/**
 * Allows at most 5 calls at once and 60 in any minute for each organisation. Xero counts a call at
 * an unknown instant while it runs. So a call counts here from its start until a minute after its
 * end: delays on the way can never put 61 calls into one of Xero's minutes.
 */
export function createPacer({ clock, wait, concurrent = 5, perMinute = 60 }: Options): Pacer {
  const lanes = new Map<string, Lane>();
  const nowInMs = () => clock().getTime();

  function laneOf(tenantId: string): Lane {
    const known = lanes.get(tenantId);
    if (known) return known;
    const lane: Lane = {
      running: 0,
      ended: [],
      queue: [],
      pausedUntil: 0,
      pausedBy: 'minute',
      dayUsedUpUntil: 0,
      isWaiting: false,
    };
    lanes.set(tenantId, lane);
    return lane;
  }

  /** When the next call may start, in milliseconds; null when that depends on a running call's end. */
  function findNextStart(lane: Lane, now: number): number | null {
    if (lane.pausedUntil > now) return lane.pausedUntil;
    if (lane.running >= concurrent) return null;
    if (lane.running + lane.ended.length < perMinute) return now;
    const [oldest] = lane.ended;
    return oldest === undefined ? null : oldest + MINUTE;
  }

  function refuseAll(lane: Lane, isRefused: (waiter: Waiter) => boolean, error: LedgerError): void {
    const refusedWaiters = lane.queue.filter(isRefused);
    lane.queue = lane.queue.filter((waiter) => !isRefused(waiter));
    for (const waiter of refusedWaiters) waiter.refuse(error);
  }

  /** Removes from a lane the calls that are over, and those that were noted while the clock was ahead. */
  function forgetOld(lane: Lane, now: number): void {
    if (!isPausedUntil(lane.dayUsedUpUntil, now)) lane.dayUsedUpUntil = 0;
    if (!isPausedUntil(lane.pausedUntil, now, LONGEST_PAUSE)) lane.pausedUntil = 0;
    lane.ended = lane.ended.filter((end) => end + MINUTE > now).map((end) => Math.min(end, now));
  }

  function advance(lane: Lane): void {
    for (;;) {
      const now = nowInMs();
      forgetOld(lane, now);
      if (lane.dayUsedUpUntil > now) {
        const error = rateLimited('day', new Date(lane.dayUsedUpUntil), new Date(now));
        refuseAll(lane, () => true, error);
        return;
      }
      const startsAt = lane.queue.length > 0 ? findNextStart(lane, now) : null;
      if (startsAt === null) return;
      if (startsAt > now) {
        const limit = lane.pausedUntil > now ? lane.pausedBy : 'minute';
        const error = rateLimited(limit, new Date(startsAt), new Date(now));
        refuseAll(lane, ({ endsAt }) => endsAt <= startsAt, error);
        if (lane.queue.length > 0) advanceAfter(lane, startsAt - now);
        return;
      }
      lane.running += 1;
      lane.queue.shift()?.admit();
    }
  }

  function advanceAfter(lane: Lane, milliseconds: number): void {
    if (lane.isWaiting) return;
    lane.isWaiting = true;
    void wait(milliseconds).then(() => {
      lane.isWaiting = false;
      advance(lane);
    });
  }

  function leave(lane: Lane): void {
    lane.running -= 1;
    lane.ended.push(nowInMs());
    advance(lane);
  }

  return {
    enter(tenantId, { signal, endsAt }) {
      const lane = laneOf(tenantId);
      const { promise, resolve, reject } = Promise.withResolvers<() => void>();
      let hasLeft = false;
      const admit = () => {
        resolve(() => {
          if (!hasLeft) leave(lane);
          hasLeft = true;
        });
      };
      const waiter: Waiter = { endsAt: endsAt.getTime(), admit, refuse: reject };
      const giveUp = () => {
        lane.queue = lane.queue.filter((other) => other !== waiter);
        reject(timedOut(false));
      };
      signal.addEventListener('abort', giveUp, { once: true });
      lane.queue.push(waiter);
      if (signal.aborted) giveUp();
      advance(lane);
      return promise;
    },

    pause(tenantId, limit, until) {
      const lane = laneOf(tenantId);
      const instant = until.getTime();
      if (limit === 'day') lane.dayUsedUpUntil = Math.max(lane.dayUsedUpUntil, instant);
      else if (instant > lane.pausedUntil) {
        lane.pausedUntil = instant;
        lane.pausedBy = limit;
      }
      advance(lane);
    },
  };
}

/** The deadline of one call, including its repetitions and its wait in the queue. */
export type Deadline = {
  signal: AbortSignal;
  /** The deadline by the product's clock; lets a queue refuse a call that would start too late. */
  endsAt: Date;
};

/** A deadline so many milliseconds from now. */
export function deadlineIn(timeoutMs: number, clock: () => Date): Deadline {
  const endsAt = new Date(clock().getTime() + timeoutMs);
  return { signal: AbortSignal.timeout(timeoutMs), endsAt };
}

/** Settles as `work` does, or throws the error of `makeError` as soon as the signal aborts. */
export async function orAborted<Result>(
  work: Promise<Result>,
  signal: AbortSignal,
  makeError: () => Error,
): Promise<Result> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stop = () => {
    reject(makeError());
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
