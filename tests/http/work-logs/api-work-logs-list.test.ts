import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { dayOf } from '#app/lib/calendar.ts';
import { workLogs } from '#db/schema.ts';
import { addClient, addWorkType } from '../../support/data/entries.ts';
import { useSharedServer } from '../../support/server/shared-server.ts';
import type { Answer } from '../../support/server/visitor.ts';

const shared = useSharedServer();

const LogList = z.array(
  z.object({ id: z.number(), clientId: z.number(), date: z.string(), isInvoiced: z.boolean() }),
);
const logsOf = (answer: Answer) => LogList.parse(answer.json());
const list = (search = '') => shared().visitor.api('GET', `/api/work-logs${search}`);

type Row = { clientId: number; date: Date; isInvoiced?: boolean };

/** Puts rows straight into the database. */
function insertLogs(rows: Row[], workTypeId: number): void {
  const { db } = shared().server.services;
  const work = { workTypeId, duration: 60, hourlyRatePence: 6_000, totalPence: 6_000 };
  const timestamps = { createdAt: new Date(0), updatedAt: new Date(0) };
  db.transaction((transaction) => {
    for (const row of rows) {
      transaction
        .insert(workLogs)
        .values({ ...work, ...timestamps, ...row, day: dayOf(row.date, 'Europe/London') })
        .run();
    }
  });
}

/** Follows the Link header from page to page; gives the ids of all pages, and how many pages. */
async function walk(search: string): Promise<{ ids: number[]; pages: number }> {
  const ids: number[] = [];
  let next: string | null = search;
  let pages = 0;
  while (next !== null) {
    const answer = await list(next);
    expect(answer.status).toBe(200);
    ids.push(...logsOf(answer).map(({ id }) => id));
    pages += 1;
    expect(pages).toBeLessThan(200);
    const link = /^<([^>]*)>; rel="next"$/.exec(answer.headers.get('Link') ?? '')?.[1];
    next = link === undefined ? null : new URL(link).search;
    if (link !== undefined) expect(new URL(link).origin).toBe(shared().server.url);
  }
  return { ids, pages };
}

describe('the list', () => {
  test('has the newest log first, and among equals the last made first', async () => {
    const { server } = shared();
    const clientId = addClient(server, 'Ordered');
    const workTypeId = addWorkType(server, 'Ordered');
    const [older, newer] = [new Date('2026-01-01T12:00:00Z'), new Date('2026-01-02T12:00:00Z')];
    insertLogs(
      [newer, older, newer, older].map((date) => ({ clientId, date })),
      workTypeId,
    );
    const logs = logsOf(await list(`?clientId=${clientId}`));
    const [first = 0, second = 0, third = 0, fourth = 0] = logs
      .map(({ id }) => id)
      .sort((a, b) => a - b);
    expect(logs.map(({ id }) => id)).toEqual([third, first, fourth, second]);
  });

  test('is empty without logs', async () => {
    const answer = await list('?clientId=999999');
    expect([answer.status, answer.text]).toEqual([200, '[]']);
    expect((await list('?clientId=999999&limit=10')).text).toBe('[]');
  });

  test.each(['', '?clientId=all&isInvoiced=all', '?startDate=&endDate='])(
    '%j is not filtered',
    async (search) => {
      const { server } = shared();
      const clientId = addClient(server, 'Unfiltered');
      const date = new Date('2026-02-01T12:00:00Z');
      insertLogs(
        [
          { clientId, date },
          { clientId, date, isInvoiced: true },
        ],
        addWorkType(server, 'Any'),
      );
      const found = logsOf(await list(search)).filter((log) => log.clientId === clientId);
      expect(found).toHaveLength(2);
    },
  );

  test.each([
    ['clientId=x', 'clientId', 'This client does not exist.'],
    ['startDate=2026-02-30', 'startDate', 'Enter a real date as YYYY-MM-DD.'],
    ['endDate=soon', 'endDate', 'Enter a real date as YYYY-MM-DD.'],
    [
      'startDate=2026-02-02&endDate=2026-02-01',
      'startDate',
      'Start date must be before or equal to end date',
    ],
    ['isInvoiced=maybe', 'isInvoiced', 'This should be true, false or all.'],
    ['limit=0', 'limit', 'This should be a whole number from 1 to 1000.'],
    ['limit=1001', 'limit', 'This should be a whole number from 1 to 1000.'],
    ['limit=ten', 'limit', 'This should be a whole number from 1 to 1000.'],
    ['cursor=x', 'cursor', 'This should be the cursor of a Link header.'],
    ['limit=5&cursor=1_2_3', 'cursor', 'This should be the cursor of a Link header.'],
  ])('refuses ?%s', async (search, path, message) => {
    const answer = await list(`?${search}`);
    expect(answer.status).toBe(400);
    expect(answer.json()).toEqual({ message, issues: [{ path, message }] });
  });
});

describe('days are whole, both included, in London', () => {
  // The first and last millisecond of the two days on which the clocks change.
  const edges = {
    beforeSpring: '2026-03-28T23:59:59.999Z',
    firstOfSpring: '2026-03-29T00:00:00.000Z',
    lastOfSpring: '2026-03-29T22:59:59.999Z',
    afterSpring: '2026-03-29T23:00:00.000Z',
    beforeAutumn: '2026-10-24T22:59:59.999Z',
    firstOfAutumn: '2026-10-24T23:00:00.000Z',
    lastOfAutumn: '2026-10-25T23:59:59.999Z',
    afterAutumn: '2026-10-26T00:00:00.000Z',
  };
  let clientId: number;

  beforeAll(() => {
    const { server } = shared();
    clientId = addClient(server, 'Edges');
    const dates = Object.values(edges).map((text) => ({ clientId, date: new Date(text) }));
    insertLogs(dates, addWorkType(server, 'Edges'));
  });

  test.each([
    ['startDate=2026-03-29&endDate=2026-03-29', ['lastOfSpring', 'firstOfSpring']],
    ['startDate=2026-10-25&endDate=2026-10-25', ['lastOfAutumn', 'firstOfAutumn']],
    ['endDate=2026-03-28', ['beforeSpring']],
    ['startDate=2026-10-26', ['afterAutumn']],
    ['startDate=2026-03-30&endDate=2026-10-24', ['beforeAutumn', 'afterSpring']],
  ] as const)('%s', async (search, names) => {
    const logs = logsOf(await list(`?clientId=${clientId}&${search}`));
    expect(logs.map(({ date }) => date)).toEqual(names.map((name) => edges[name]));
  });
});

describe('paging', () => {
  const COUNT = 2_500;
  let clientIds: number[];

  beforeAll(async () => {
    const { server } = shared();
    clientIds = ['One', 'Two', 'Three'].map((name) => addClient(server, name));
    // Forty instants for 2,500 logs: most pages end among equal dates.
    const rows = Array.from({ length: COUNT }, (_, index) => ({
      clientId: clientIds[index % 3] ?? 0,
      date: new Date(Date.parse('2020-05-01T12:00:00Z') + ((index * 7) % 40) * 3_600_000),
      isInvoiced: index % 4 === 0,
    }));
    insertLogs(rows, addWorkType(server, 'Paged'));
    // On a busy machine this takes so long that the server gives up the kept connections meanwhile.
    await list('?limit=1').catch(() => null);
  });

  const RANGE = 'startDate=2020-05-01&endDate=2020-05-31';

  test('is off without a limit: everything that matches comes in one answer', async () => {
    const answer = await list(`?${RANGE}`);
    expect(answer.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('Link')).toBeNull();
    const logs = logsOf(answer);
    expect(logs).toHaveLength(COUNT);
    expect(new Set(logs.map(({ id }) => id)).size).toBe(COUNT);
    const sorted = [...logs].sort((a, b) => b.date.localeCompare(a.date) || b.id - a.id);
    expect(logs).toEqual(sorted);
  });

  test('gives the newest of a limit, and the address of the rest, filters included', async () => {
    const answer = await list(`?${RANGE}&isInvoiced=true&limit=10`);
    expect(logsOf(answer)).toHaveLength(10);
    const link = answer.headers.get('Link') ?? '';
    const next = new URL(/^<(.*)>; rel="next"$/.exec(link)?.[1] ?? '').searchParams;
    expect(next.get('isInvoiced')).toBe('true');
    expect(next.get('startDate')).toBe('2020-05-01');
    expect(next.get('limit')).toBe('10');
    expect(next.get('cursor')).toMatch(/^\d+_\d+$/);
    // A cursor without a limit gives the rest.
    next.delete('limit');
    expect(logsOf(await list(`?${next.toString()}`))).toHaveLength(COUNT / 4 - 10);
  });

  test.each([COUNT / 4, 1_000, 624])(
    'ends without a Link after a full page of %i',
    async (limit) => {
      const { ids, pages } = await walk(`?${RANGE}&isInvoiced=true&limit=${limit}`);
      expect(ids).toHaveLength(COUNT / 4);
      expect(pages).toBe(Math.ceil(COUNT / 4 / limit));
    },
  );

  test('gives every row once and in order, whatever the filters', async () => {
    const someFilters = fc.record(
      {
        clientId: fc.nat(2).map((index) => String(clientIds[index])),
        isInvoiced: fc.constantFrom('true', 'false'),
        startDate: fc.constantFrom('2020-05-01', '2020-05-02'),
        endDate: fc.constantFrom('2020-05-02', '2020-05-03'),
      },
      { requiredKeys: ['startDate', 'endDate'] },
    );
    const limit = fc.integer({ min: 60, max: 1_000 });
    await fc.assert(
      fc.asyncProperty(someFilters, limit, async (filters, size) => {
        const search = new URLSearchParams(filters).toString();
        const all = logsOf(await list(`?${search}`)).map(({ id }) => id);
        const { ids, pages } = await walk(`?${search}&limit=${size}`);
        expect(ids).toEqual(all);
        expect(pages).toBe(Math.max(1, Math.ceil(all.length / size)));
      }),
      { numRuns: 12 },
    );
  });

  test('loses and repeats nothing while new work is logged between two pages', async () => {
    const clientId = addClient(shared().server, 'Busy');
    const workTypeId = addWorkType(shared().server, 'Busy');
    const date = new Date('2020-06-01T12:00:00Z');
    insertLogs(
      Array.from({ length: 6 }, () => ({ clientId, date })),
      workTypeId,
    );
    const before = logsOf(await list(`?clientId=${clientId}`)).map(({ id }) => id);
    const first = await list(`?clientId=${clientId}&limit=3`);
    insertLogs(
      [
        { clientId, date },
        { clientId, date: new Date() },
      ],
      workTypeId,
    );
    const cursor = /cursor=([\d_]+)/.exec(first.headers.get('Link') ?? '')?.[1];
    const rest = await list(`?clientId=${clientId}&limit=10&cursor=${cursor}`);
    expect([...logsOf(first), ...logsOf(rest)].map(({ id }) => id)).toEqual(before);
  });
});
