import { afterEach, describe, expect, test, vi } from 'vitest';
import { lastImport } from '#app/pending-work-logs/import/import.server.ts';
import {
  keepSchedule,
  scheduleState,
  startDueImport,
} from '#app/todoist/settings/schedule.server.ts';
import { removeToken, saveSchedule } from '#app/todoist/settings/todoist-settings.server.ts';
import type { Schedule } from '#app/todoist/settings/schedules.ts';
import { todoistImports } from '#db/schema.ts';
import { pendingRows } from '../../support/data/pending-work-logs.ts';
import { visitSignedIn } from '../../support/server/visitor.ts';
import { manyCompletions } from '../../support/server/todoist.ts';
import {
  hurry,
  NOW,
  startImporting,
  type ImportingServer,
} from '../../support/server/todoist-server.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const LENGTHS = { hourly: HOUR, daily: DAY };

/** A server with a schedule and thirty days of completions; `at` puts the clock forward. */
async function startScheduled(schedule: Schedule) {
  const account = manyCompletions({ count: 720, recurring: 100, months: 1, until: NOW });
  const started = await startImporting({ account });
  const { services } = started.server;
  saveSchedule(services, schedule);
  return {
    ...started,
    services,
    at: (milliseconds: number) => {
      started.server.setClock(new Date(NOW.getTime() + milliseconds));
    },
    /** Waits for the import that was due; null when none was. */
    look: () => startDueImport(services) ?? Promise.resolve(null),
  };
}

const since = (instant: Date | undefined) => NOW.getTime() - (instant?.getTime() ?? Number.NaN);

describe('an automatic import is not due', () => {
  test('as long as no schedule is chosen', async () => {
    const { look, services, todoist } = await startScheduled('off');
    const calls = todoist.calls();
    expect(await look()).toBeNull();
    expect(lastImport(services)).toBeNull();
    expect(todoist.calls()).toEqual(calls);
  });

  test('without a token', async () => {
    const { look, services } = await startScheduled('hourly');
    removeToken(services);
    expect(await look()).toBeNull();
    expect(lastImport(services)).toBeNull();
  });

  test.each(['hourly', 'daily'] as const)(
    'before its time has passed since the last one began (%s)',
    async (schedule) => {
      const { look, at } = await startScheduled(schedule);
      expect(await look()).not.toBeNull();
      for (const after of [0, MINUTE, LENGTHS[schedule] - 1]) {
        at(after);
        expect(await look(), `${after}`).toBeNull();
      }
    },
  );

  test('again right after a failure, so that a Todoist that is down is not asked every minute', async () => {
    const started = await startScheduled('hourly');
    hurry(started);
    started.todoist.fail({ kind: '500' });
    expect(await started.look()).toMatchObject({ status: 'failed' });
    started.at(15 * MINUTE - 1);
    expect(await started.look()).toBeNull();
  });
});

describe('an automatic import is due', () => {
  test.each(['hourly', 'daily'] as const)(
    'at once when the schedule is chosen (%s)',
    async (schedule) => {
      const { look, server } = await startScheduled(schedule);
      const result = await look();
      expect(result).toMatchObject({
        status: 'done',
        userId: null,
        until: NOW,
        newPendingLogs: 24,
      });
      expect(since(result?.since)).toBe(DAY);
      expect(pendingRows(server)).toHaveLength(24);
    },
  );

  test.each(['hourly', 'daily'] as const)('when its time has passed (%s)', async (schedule) => {
    const { look, at } = await startScheduled(schedule);
    const first = await look();
    at(LENGTHS[schedule]);
    const second = await look();
    expect(second?.id).not.toBe(first?.id);
    expect(second).toMatchObject({ status: 'done', newPendingLogs: 0 });
    expect(second?.until.getTime()).toBe(NOW.getTime() + LENGTHS[schedule]);
  });

  test('after the clock was years ahead and was put right', async () => {
    const { look, at, services } = await startScheduled('daily');
    at(3_650 * DAY);
    expect(await look()).not.toBeNull();
    at(MINUTE);
    expect((await look())?.status).toBe('done');
    expect(services.db.select().from(todoistImports).all()).toHaveLength(2);
    at(2 * MINUTE);
    expect(await look()).toBeNull();
  });

  test('even if somebody synced by hand meanwhile', async () => {
    const { look, at, visitor } = await startScheduled('daily');
    await visitor.api('POST', '/api/todoist/sync');
    expect(await look(), 'the first').not.toBeNull();
    at(DAY - MINUTE);
    await visitor.api('POST', '/api/todoist/sync');
    expect(await look()).toBeNull();
    at(DAY);
    expect(await look()).toMatchObject({ status: 'done', userId: null });
  });
});

describe('an automatic import that failed', () => {
  test('is tried again after 15 minutes, then 30, then each hour, until it succeeds', async () => {
    const started = await startScheduled('daily');
    hurry(started);
    started.todoist.fail({ kind: '500' });
    let at = 0;
    expect(await started.look()).toMatchObject({ status: 'failed' });
    for (const minutes of [15, 30, 60, 60]) {
      started.at(at + minutes * MINUTE - 1);
      expect(await started.look(), `before ${minutes}`).toBeNull();
      at += minutes * MINUTE;
      started.at(at);
      expect(await started.look(), `after ${minutes}`).toMatchObject({ status: 'failed' });
    }
    started.todoist.heal();
    at += HOUR;
    started.at(at);
    expect(await started.look()).toMatchObject({ status: 'done', newPendingLogs: 24 });
    started.at(at + HOUR);
    expect(await started.look()).toBeNull();
    started.at(at + DAY);
    expect(await started.look()).toMatchObject({ status: 'done' });
  });

  test('says on Todoist Import and in Settings what is wrong and when it is tried again', async () => {
    const started = await startScheduled('daily');
    hurry(started);
    const { visitor } = started;
    const isSaid = async () =>
      (await Promise.all(['/pending-work-logs', '/settings'].map((path) => visitor.get(path)))).map(
        ({ text }) =>
          text.includes('The automatic import of') && text.includes('The next try is at'),
      );
    expect(await isSaid()).toEqual([false, false]);
    started.todoist.fail({ kind: '401' });
    await started.look();
    expect(await isSaid()).toEqual([true, true]);
    // Also when somebody has synced something else since.
    started.todoist.heal();
    await started.sync('2026-06-26', '2026-06-26');
    expect(await isSaid()).toEqual([true, true]);
    started.at(HOUR);
    expect(await started.look()).toMatchObject({ status: 'done' });
    expect(await isSaid()).toEqual([false, false]);
  });

  test('leaves no gap: whatever failed and whenever, each range overlaps the last that succeeded', async () => {
    const started = await startScheduled('hourly');
    hurry(started);
    let reached: Date | null = null;
    for (let step = 0; step < 40; step += 1) {
      started.at(-10 * DAY + step * 40 * MINUTE);
      if (step % 3 === 1) started.todoist.fail({ kind: 'html', afterCalls: step % 4, times: 1 });
      const result = await started.look();
      started.todoist.heal();
      if (result?.status !== 'done') continue;
      if (reached) expect(result.since.getTime()).toBeLessThan(reached.getTime());
      reached = result.until;
    }
    const first = reached?.getTime() ?? 0;
    expect(first).toBeGreaterThan(0);
    const completed = started.todoist.account.completions.filter(
      ({ at }) => at.getTime() >= NOW.getTime() - 11 * DAY && at.getTime() < first,
    );
    expect(pendingRows(started.server)).toHaveLength(completed.length);
  });
});

describe('an automatic import begins a day before the end of the last successful one', () => {
  test('and so reads again everything that failed since', async () => {
    const started = await startScheduled('daily');
    hurry(started);
    await started.look();
    started.todoist.fail({ kind: '401' });
    for (const days of [1, 2, 3]) {
      started.at(days * DAY);
      expect(await started.look()).toMatchObject({ status: 'failed' });
    }
    started.todoist.heal();
    started.at(4 * DAY);
    const caughtUp = await started.look();
    expect(caughtUp?.status).toBe('done');
    expect(since(caughtUp?.since)).toBe(DAY);
  });

  test('or a day before the first, as long as none was successful', async () => {
    const started = await startScheduled('daily');
    hurry(started);
    started.todoist.fail({ kind: '401' });
    for (const days of [-5, -4, -3]) {
      started.at(days * DAY);
      expect(await started.look()).toMatchObject({ status: 'failed' });
    }
    started.todoist.heal();
    started.at(0);
    expect(since((await started.look())?.since)).toBe(6 * DAY);
    expect(pendingRows(started.server)).toHaveLength(6 * 24);
  });

  test('even if a single day was synced by hand meanwhile', async () => {
    const started = await startScheduled('daily');
    hurry(started);
    started.at(-10 * DAY);
    await started.look();
    started.todoist.fail({ kind: '500' });
    started.at(-9 * DAY);
    expect(await started.look()).toMatchObject({ status: 'failed' });
    started.todoist.heal();
    started.at(0);
    const today = await started.sync('2026-06-26', '2026-06-26');
    expect(today.status).toBe(200);
    const caughtUp = await started.look();
    expect(since(caughtUp?.since)).toBe(11 * DAY);
    expect(pendingRows(started.server)).toHaveLength(11 * 24);
  });

  test('and does not go further back when an old range was synced by hand', async () => {
    const { look, at, sync } = await startScheduled('hourly');
    await look();
    await sync('2026-05-28', '2026-05-29');
    at(HOUR);
    expect(since((await look())?.since)).toBe(DAY);
  });
});

describe('an automatic import that a wrong clock dated years ahead', () => {
  const YEARS = 9 * 365 * DAY;

  test('stops none, and the next one reads again from the last that was of its time', async () => {
    const { look, at } = await startScheduled('daily');
    at(-2 * DAY);
    await look();
    at(YEARS);
    expect(await look()).toMatchObject({ status: 'done' });
    at(0);
    expect(since((await look())?.since)).toBe(3 * DAY);
    at(DAY - 1);
    expect(await look()).toBeNull();
    at(DAY);
    expect(await look()).toMatchObject({ status: 'done' });
  });

  test('and that failed stops none either, nor is it said to be tried again then', async () => {
    const started = await startScheduled('daily');
    hurry(started);
    started.at(YEARS);
    started.todoist.fail({ kind: '401' });
    expect(await started.look()).toMatchObject({ status: 'failed' });
    started.todoist.heal();
    started.at(0);
    const later = await visitSignedIn(started.server);
    expect((await later.get('/settings')).text).not.toContain('The next try is');
    expect(await started.look()).toMatchObject({ status: 'done' });
  });

  test('hides from no health check that none succeeds, though the server began then, too', async () => {
    const started = await startScheduled('daily');
    hurry(started);
    await started.look();
    started.at(YEARS);
    await started.look();
    const begun = started.services.clock();
    started.at(DAY);
    started.todoist.fail({ kind: '401' });
    await started.look();
    const behind = () => scheduleState(started.services, begun).behind;
    expect(behind()).toBeNull();
    started.at(2 * DAY + HOUR + 1);
    await started.look();
    expect(behind()).toContain('has not succeeded for too long');
  });

  test('by some minutes counts as any other', async () => {
    const { look, at } = await startScheduled('hourly');
    at(4 * MINUTE);
    await look();
    at(0);
    expect(await look()).toBeNull();
  });
});

describe('the server', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  function countImports({ server }: ImportingServer): number {
    return server.services.db.select().from(todoistImports).all().length;
  }

  test('looks every minute whether an import is due, until it is closed', async () => {
    const started = await startScheduled('hourly');
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const end = keepSchedule(started.services);
    vi.advanceTimersByTime(MINUTE - 1);
    expect(countImports(started)).toBe(0);
    vi.advanceTimersByTime(1);
    expect(countImports(started)).toBe(1);
    vi.advanceTimersByTime(5 * MINUTE);
    expect(countImports(started), 'the clock of the server stands').toBe(1);
    started.at(HOUR);
    vi.advanceTimersByTime(MINUTE);
    expect(countImports(started)).toBe(2);
    end();
    started.at(2 * HOUR);
    vi.advanceTimersByTime(10 * MINUTE);
    expect(countImports(started)).toBe(2);
    vi.useRealTimers();
    await expect.poll(() => lastImport(started.services)?.status).toBe('done');
  });
});
