import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { XERO_LIMITS } from '#sandbox/xero.ts';
import { draft, reach, signIn, withXero } from '#tests/support/server/xero.ts';
import { createPacer } from './pacing.server.ts';
import { cases } from '#tests/support/cases.ts';

const MINUTE = 60_000;

/** A clock that only moves when somebody waits, and calls that end when they are told to. */
function setUp(options: { concurrent?: number; perMinute?: number } = {}) {
  let now = Date.parse('2026-11-02T09:00:00Z');
  const start = now;
  const waiters: { at: number; go: () => void }[] = [];
  const pacer = createPacer({
    clock: () => new Date(now),
    wait: (milliseconds) =>
      new Promise((go) => {
        waiters.push({ at: now + milliseconds, go });
      }),
    ...options,
  });
  const settle = async () => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  const deadline = (milliseconds: number, signal = new AbortController().signal) => ({
    signal,
    endsAt: new Date(now + milliseconds),
  });
  return {
    pacer,
    deadline,
    settle,
    elapsed: () => now - start,
    at: (milliseconds: number) => new Date(start + milliseconds),
    /** Moves the clock to the next instant that somebody waits for. */
    moveOn: async () => {
      const next = waiters.toSorted((one, other) => one.at - other.at)[0];
      if (!next) throw new Error('Nobody waits.');
      waiters.splice(waiters.indexOf(next), 1);
      now = Math.max(now, next.at);
      next.go();
      await settle();
    },
    pass: async (milliseconds: number) => {
      now += milliseconds;
      await settle();
    },
  };
}

describe('the pace of calls', () => {
  test('lets five go at once, and the next as soon as one ends, in the order of asking', async () => {
    const { pacer, deadline, settle } = setUp();
    const entered: number[] = [];
    const leaves: (() => void)[] = [];
    for (let index = 0; index < 8; index += 1) {
      void pacer.enter('one', deadline(MINUTE)).then((leave) => {
        entered.push(index);
        leaves.push(leave);
      });
    }
    await settle();
    expect(entered).toEqual([0, 1, 2, 3, 4]);
    leaves[2]?.();
    leaves[2]?.();
    await settle();
    expect(entered).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test('lets the 61st call go a minute after the first has ended', async () => {
    const { pacer, deadline, moveOn, elapsed, pass } = setUp();
    for (let index = 0; index < 60; index += 1) {
      const leave = await pacer.enter('one', deadline(MINUTE));
      await pass(100);
      leave();
    }
    let isEntered = false;
    void pacer.enter('one', deadline(2 * MINUTE)).then(() => {
      isEntered = true;
    });
    await pass(0);
    expect(isEntered).toBe(false);
    await moveOn();
    expect(isEntered).toBe(true);
    expect(elapsed()).toBe(MINUTE + 100);
  });

  test('refuses at once what would come after its deadline, with the time to wait', async () => {
    const { pacer, deadline } = setUp({ perMinute: 1 });
    (await pacer.enter('one', deadline(MINUTE)))();
    // With one call a minute: a minute after the end of the first.
    const retryAt = deadline(MINUTE).endsAt;
    await expect(pacer.enter('one', deadline(25_000))).rejects.toMatchObject({
      kind: 'rate-limited',
      limit: 'minute',
      retryAt,
      isOutcomeUnknown: false,
    });
  });

  test('lets a call that is given up leave the queue, and never sends it', async () => {
    const { pacer, deadline, settle } = setUp({ concurrent: 1 });
    const leave = await pacer.enter('one', deadline(MINUTE));
    const controller = new AbortController();
    const given = pacer.enter('one', deadline(MINUTE, controller.signal));
    const next = pacer.enter('one', deadline(MINUTE));
    controller.abort();
    await expect(given).rejects.toMatchObject({ kind: 'timeout', isOutcomeUnknown: false });
    leave();
    await settle();
    (await next)();
  });

  test('keeps organisations apart', async () => {
    const { pacer, deadline, at } = setUp({ concurrent: 1, perMinute: 1 });
    await pacer.enter('one', deadline(MINUTE));
    pacer.pause('two', 'day', at(MINUTE));
    (await pacer.enter('three', deadline(MINUTE)))();
    await expect(pacer.enter('two', deadline(MINUTE))).rejects.toMatchObject({ limit: 'day' });
  });

  test('waits out a pause that ends in time, and refuses all that wait for the day', async () => {
    const { pacer, deadline, at, moveOn, elapsed } = setUp();
    pacer.pause('one', 'minute', at(7_000));
    pacer.pause('one', 'concurrent', at(3_000));
    const first = pacer.enter('one', deadline(25_000));
    await moveOn();
    (await first)();
    expect(elapsed()).toBe(7_000);

    pacer.pause('one', 'minute', at(20_000));
    const second = pacer.enter('one', deadline(25_000));
    pacer.pause('one', 'day', at(3_600_000));
    await expect(second).rejects.toMatchObject({ limit: 'day', retryAt: at(3_600_000) });
  });

  test('forgets a pause, and ends of calls, of a clock that was years ahead', async () => {
    const { pacer, deadline, pass, settle } = setUp({ perMinute: 1 });
    const year = 365 * 24 * 60 * MINUTE;
    await pass(10 * year);
    (await pacer.enter('one', deadline(MINUTE)))();
    pacer.pause('one', 'minute', deadline(MINUTE).endsAt);
    pacer.pause('two', 'day', deadline(60 * MINUTE).endsAt);
    await pass(-10 * year);
    (await pacer.enter('two', deadline(25_000)))();
    // The call that ended by the wrong clock counts as if it had ended now.
    await expect(pacer.enter('one', deadline(25_000))).rejects.toMatchObject({
      retryAt: deadline(MINUTE).endsAt,
    });
    await pass(MINUTE);
    (await pacer.enter('one', deadline(25_000)))();
    await settle();
  });

  test('never has more than the limits allow, however calls come and how long they take', async () => {
    const calls = fc.array(
      fc.record({
        takes: fc.integer({ min: 1, max: 20_000 }),
        patience: fc.integer({ min: 1, max: 200_000 }),
      }),
      { minLength: 1, maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(calls, async (all) => {
        const { pacer, deadline, settle, elapsed, moveOn, pass } = setUp({
          concurrent: 3,
          perMinute: 10,
        });
        const spans: { from: number; to: number }[] = [];
        const running: { to: number; leave: () => void }[] = [];
        let open = all.length;
        for (const { takes, patience } of all) {
          pacer.enter('one', deadline(patience)).then(
            (leave) => {
              spans.push({ from: elapsed(), to: elapsed() + takes });
              running.push({ to: elapsed() + takes, leave });
            },
            () => (open -= 1),
          );
        }
        await settle();
        while (open > 0) {
          const next = running.toSorted((one, other) => one.to - other.to)[0];
          if (next) {
            await pass(Math.max(0, next.to - elapsed()));
            running.splice(running.indexOf(next), 1);
            open -= 1;
            next.leave();
            await settle();
          } else await moveOn();
        }
        for (const { from } of spans) {
          const atOnce = spans.filter((span) => span.from <= from && span.to > from);
          expect(atOnce.length).toBeLessThanOrEqual(3);
          const inMinute = spans.filter((span) => span.from <= from && span.to + MINUTE > from);
          expect(inMinute.length).toBeLessThanOrEqual(10);
        }
      }),
      { numRuns: cases(300) },
    );
  });
});

test('sixty calls in a burst never meet a limit of Xero’s', async () => {
  let now = Date.parse('2026-11-02T09:00:00Z');
  const clock = () => new Date(now);
  await withXero(
    async (standIn) => {
      const xero = reach(standIn, {
        clock,
        timeoutMs: 29_000,
        wait: (milliseconds) => {
          now += milliseconds;
          return Promise.resolve();
        },
      });
      const session = await signIn(standIn, xero);
      standIn.setDelay(20);
      const results = await Promise.allSettled(
        Array.from({ length: 58 }, () => xero.readOrganisation(session)),
      );
      expect(results.filter(({ status }) => status === 'rejected')).toEqual([]);
      await xero.createDrafts(session, [draft(standIn, 'a')], { idempotencyKey: 'a' });
      await xero.readOrganisation(session);
      const late = xero.readOrganisation(session);
      await expect(late).rejects.toMatchObject({ kind: 'rate-limited', limit: 'minute' });
      now += 61_000;
      await xero.readOrganisation(session);
      const { calls, mostAtOnce } = standIn.state();
      expect(mostAtOnce).toBeGreaterThan(1);
      expect(mostAtOnce).toBeLessThanOrEqual(5);
      expect(calls.filter(({ status }) => status === 429)).toEqual([]);
    },
    { limits: XERO_LIMITS, clock },
  );
});

test('an adapter that did not pace its calls would meet them: the control of the above', () =>
  withXero(
    async (standIn) => {
      const session = await signIn(standIn, reach(standIn));
      // So long that all are on their way at once, however busy the machine is.
      standIn.setDelay(300);
      // Each adapter paces for itself alone, as several processes would.
      await Promise.allSettled(
        Array.from({ length: 8 }, () =>
          reach(standIn, { timeoutMs: 1_500 }).readOrganisation(session),
        ),
      );
      expect(standIn.state().calls.some(({ status }) => status === 429)).toBe(true);
    },
    { limits: XERO_LIMITS },
  ));
