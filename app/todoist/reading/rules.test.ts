import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  minutesOf,
  readInstant,
  ActivityEvent,
  CompletedItem,
  ResultPage,
} from './completed-task.ts';
import { createKnownCompletions, contains, splitPeriod } from './completions.server.ts';
import { readPages } from './requests.server.ts';

const instants = fc.date({
  min: new Date('2015-01-01T00:00:00Z'),
  max: new Date('2035-01-01T00:00:00Z'),
  noInvalidDate: true,
});

describe('a long range', () => {
  test('is cut into parts of under three months that are the whole range and nothing else', () => {
    fc.assert(
      fc.property(instants, instants, instants, (one, other, any) => {
        const period = one < other ? { since: one, until: other } : { since: other, until: one };
        const parts = splitPeriod(period);
        for (const { since, until } of parts) {
          const limit = new Date(since);
          limit.setUTCMonth(limit.getUTCMonth() + 3);
          expect(until.getTime()).toBeLessThan(limit.getTime());
        }
        const holding = parts.filter((part) => contains(part, any));
        expect(holding).toHaveLength(contains(period, any) ? 1 : 0);
      }),
    );
  });
});

describe('completions that two sources tell of', () => {
  /** Seconds between a task's completions, whether it was ended for good, the log's delay. */
  const tasks = (smallestGap: number) =>
    fc.array(
      fc.record({
        gaps: fc.array(fc.integer({ min: smallestGap, max: 90_000 }), { minLength: 1 }),
        isListed: fc.boolean(),
      }),
    );

  function countNew(list: { gaps: number[]; isListed: boolean }[], delay: number) {
    const known = createKnownCompletions();
    const all = list.map(({ gaps, isListed }, index) => {
      let second = 1_780_000_000;
      const times = gaps.map((gap) => new Date((second += gap) * 1_000));
      return { id: `task ${index}`, times, isListed };
    });
    const listed = all.filter(({ id, times, isListed }) => {
      const last = times.at(-1);
      return isListed && last && known.addListed(id, last);
    });
    const logged = all.flatMap(({ id, times }) =>
      times.toReversed().filter((at) => {
        return known.addLogged(id, new Date(at.getTime() + delay * 1_000));
      }),
    );
    return listed.length + logged.length;
  }
  const total = (list: { gaps: number[] }[]) =>
    list.reduce((sum, { gaps }) => sum + gaps.length, 0);

  test('count once each, however close together', () => {
    fc.assert(
      fc.property(tasks(1), (list) => {
        expect(countNew(list, 0)).toBe(total(list));
      }),
    );
  });

  test('count once each when the log is some seconds late', () => {
    fc.assert(
      fc.property(tasks(11), fc.integer({ min: 0, max: 10 }), (list, delay) => {
        expect(countNew(list, delay)).toBe(total(list));
      }),
    );
  });

  test('count twice when they are too far apart to be the same', () => {
    const known = createKnownCompletions();
    expect(known.addListed('a', new Date('2026-06-10T09:00:00Z'))).toBe(true);
    expect(known.addLogged('a', new Date('2026-06-10T09:00:11Z'))).toBe(true);
    expect(known.addLogged('b', new Date('2026-06-10T09:00:00Z'))).toBe(true);
  });
});

describe('reading what Todoist writes', () => {
  test.each([
    '2026-06-10T09:00:00Z',
    '2026-06-10T09:00:00.000000Z',
    '2026-06-10T09:00:00.999999Z',
    '2026-06-10T10:00:00.5+01:00',
  ])('%s is nine o’clock, to the second', (text) => {
    expect(readInstant(text)).toEqual(new Date('2026-06-10T09:00:00Z'));
  });

  test('an instant without a zone is in UTC', () => {
    const item = CompletedItem.parse({ id: '1', completed_at: '2026-06-10T09:00:00' });
    expect(readInstant(item.completed_at)).toEqual(new Date('2026-06-10T09:00:00Z'));
  });

  test.each([
    [{ amount: 1, unit: 'minute' }, 1],
    [{ amount: 6_000, unit: 'minute' }, 6_000],
    [{ amount: 6_001, unit: 'minute' }, null],
    [{ amount: 0, unit: 'minute' }, null],
    [{ amount: 1.5, unit: 'minute' }, null],
    [{ amount: 2, unit: 'day' }, null],
    [null, null],
  ])('a duration of %j is %j minutes', (duration, minutes) => {
    expect(minutesOf(duration)).toBe(minutes);
  });

  test('a field of an unknown form counts as absent, and an unknown field does no harm', () => {
    const item = CompletedItem.parse({
      id: 12,
      completed_at: '2026-06-10T09:00:00Z',
      content: { text: 'new form' },
      labels: 'support',
      duration: '45m',
      due: [],
      shiny: true,
    });
    expect(item).toMatchObject({ id: '12', content: null, labels: null, duration: null });
    const event = ActivityEvent.parse({
      id: 2.1652825981600756e36,
      object_type: 'item',
      object_id: 'a',
      event_type: 'completed',
      event_date: '2026-06-10T09:00:00.873651Z',
      extra_data: { is_recurring: 'yes' },
    });
    expect(event.extra_data?.is_recurring).toBeUndefined();
  });

  test.each([
    [{ items: [1], next_cursor: 'more' }, 'more'],
    [{ results: [1], next_cursor: null }, null],
    [{ items: [1] }, null],
    [{ items: [1], next_cursor: '' }, null],
  ])('the list %j goes on at %j', (answer, cursor) => {
    expect(ResultPage.parse(answer)).toEqual({ rows: [1], cursor });
  });
});

test('a list whose pages never end, each with another cursor, ends as one that cannot be read', async () => {
  let asked = 0;
  const get = () => {
    asked += 1;
    return Promise.resolve({ results: [], next_cursor: String(asked) });
  };
  const read = async () => {
    for await (const rows of readPages(get, '/projects', {})) {
      if (asked > 100_000) throw new Error(`It went on and on, now with ${rows.length} rows`);
    }
  };
  await expect(read()).rejects.toThrow(
    'Todoist gave a list without end. Try again in a few minutes.',
  );
});
