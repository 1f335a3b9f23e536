import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { addClient, addWorkType } from '../../support/data/entries.ts';
import { addPendingLog, pendingRow } from '../../support/data/pending-work-logs.ts';
import { useSharedServer } from '../../support/server/shared-server.ts';
import { visit, type Answer } from '../../support/server/visitor.ts';

const shared = useSharedServer();

const EntryList = z.array(
  z.object({ id: z.number(), clientId: z.number().nullable(), completedAt: z.string() }),
);
const entriesOf = (answer: Answer) => EntryList.parse(answer.json());
const list = (search = '') => shared().visitor.api('GET', `/api/pending-worklogs${search}`);
const idsOf = async (search: string) => entriesOf(await list(search)).map(({ id }) => id);
const add = (columns: Parameters<typeof addPendingLog>[1]) =>
  addPendingLog(shared().server, columns);

describe('an entry', () => {
  test('is shown with the names of its client and work type, and everything that Todoist said', async () => {
    const { server, visitor } = shared();
    const clientId = addClient(server, 'Acme & Co');
    const workTypeId = addWorkType(server, 'Support');
    const id = add({
      taskName: 'Mend the printer',
      description: 'On the first floor',
      projectName: 'Acme',
      labels: '["support"]',
      completedAt: new Date('2026-03-27T16:45:30Z'),
      duration: 45,
      clientId,
      workTypeId,
      suggestions: JSON.stringify({ clientId: { reason: 'named in the project' } }),
      billable: false,
      estimatedHourlyRatePence: 7_250,
      metadata: '{"taskId":"6X1","priority":"p1"}',
    });
    const row = pendingRow(server, id);
    const shown = {
      id,
      source: null,
      sourceId: null,
      taskName: 'Mend the printer',
      description: 'On the first floor',
      projectName: 'Acme',
      sectionName: null,
      completedAt: '2026-03-27T16:45:30.000Z',
      duration: 45,
      clientId,
      client: { name: 'Acme & Co' },
      workTypeId,
      workType: { name: 'Support' },
      jobId: null,
      job: null,
      isClientSuggested: true,
      isWorkTypeSuggested: false,
      suggested: ['clientId'],
      suggestionReasons: { clientId: 'named in the project' },
      inactiveClient: null,
      status: 'pending_review',
      billable: false,
      estimatedHourlyRate: '72.50',
      workLogId: null,
      metadata: { taskId: '6X1', priority: 'p1' },
      updatedAt: row.updatedAt.toISOString(),
      createdAt: row.createdAt.toISOString(),
    };
    expect((await list(`?clientId=${clientId}`)).json()).toEqual([shown]);
    const one = await visitor.api('GET', `/api/pending-worklogs/${id}`);
    expect([one.status, one.json()]).toEqual([200, shown]);
  });

  test('may lack a project, a duration, a client and a work type', async () => {
    const id = add({ completedAt: new Date('2021-01-01T12:00:00Z') });
    const [entry] = (await list('?endDate=2021-01-01')).json() as unknown[];
    expect(entry).toMatchObject({
      id,
      description: '',
      projectName: null,
      duration: null,
      clientId: null,
      client: null,
      workTypeId: null,
      workType: null,
      billable: true,
      estimatedHourlyRate: '60.00',
      metadata: {},
    });
  });

  test('is not shown to a stranger', async () => {
    const id = add({});
    for (const path of ['/api/pending-worklogs', `/api/pending-worklogs/${id}`]) {
      const answer = await visit(shared().server).api('GET', path);
      expect([answer.status, answer.text]).toEqual([401, '{"message":"Unauthorized"}']);
    }
  });
});

describe('the list', () => {
  test('has the newest completion first, and among equals the last imported first', async () => {
    const clientId = addClient(shared().server, 'Ordered');
    const [older, newer] = [new Date('2026-01-01T12:00:00Z'), new Date('2026-01-02T12:00:00Z')];
    const [first, second, third, fourth] = [newer, older, newer, older].map((completedAt) =>
      add({ clientId, completedAt }),
    );
    expect(await idsOf(`?clientId=${clientId}`)).toEqual([third, first, fourth, second]);
  });

  test('is empty without entries', async () => {
    for (const search of ['?clientId=999999', '?clientId=999999&limit=10']) {
      const answer = await list(search);
      expect([answer.status, answer.text]).toEqual([200, '[]']);
    }
  });

  test('is filtered by state and by client', async () => {
    const { server, visitor } = shared();
    const clientId = addClient(server, 'Filtered');
    const full = { clientId, workTypeId: addWorkType(server, 'Any'), duration: 30 };
    const ids = {
      pending_review: add(full),
      rejected: add(full),
      archived: add(full),
      confirmed: add(full),
    };
    const elsewhere = add({ ...full, clientId: addClient(server, 'Another') });
    const path = (id: number) => `/api/pending-worklogs/${id}`;
    await visitor.api('DELETE', path(ids.rejected));
    await visitor.api('POST', `${path(ids.archived)}/archive`);
    await visitor.api('POST', `${path(ids.confirmed)}/confirm`);
    for (const [status, id] of Object.entries(ids)) {
      expect(await idsOf(`?status=${status}&clientId=${clientId}`), status).toEqual([id]);
    }
    expect(await idsOf(`?status=converted&clientId=${clientId}`)).toEqual([]);
    const every = Object.values(ids).sort((a, b) => b - a);
    for (const search of ['', '&status=all', '&status=', '&startDate=&endDate=']) {
      expect(await idsOf(`?clientId=${clientId}${search}`), search).toEqual(every);
    }
    expect(await idsOf('?status=pending_review&clientId=all')).toEqual(
      expect.arrayContaining([ids.pending_review, elsewhere]),
    );
  });

  test.each(['clientId', 'workTypeId', 'duration'])(
    'without %s has only what waits, unless a status is named, and so has the file',
    async (missing) => {
      const { visitor } = shared();
      const completedAt = new Date('2020-02-02T12:00:00Z');
      const [waiting = 0, archived = 0, rejected = 0] = ['Bare', 'Put away', 'Refused'].map(
        (name) => add({ taskName: `${name} without ${missing}`, completedAt }),
      );
      const path = (id: number) => `/api/pending-worklogs/${id}`;
      await visitor.api('POST', `${path(archived)}/archive`);
      await visitor.api('DELETE', path(rejected));
      const own = new Set([waiting, archived, rejected]);
      const lacking = async (status: string) =>
        (await idsOf(`?missing=${missing}&endDate=2020-02-02${status}`)).filter((id) =>
          own.has(id),
        );
      for (const status of ['', '&status=', '&status=pending_review']) {
        expect(await lacking(status), status).toEqual([waiting]);
      }
      expect(await lacking('&status=archived')).toEqual([archived]);
      expect(await lacking('&status=all')).toEqual([rejected, archived, waiting]);
      const file = await visitor.get(`/pending-work-logs.csv?missing=${missing}`);
      expect(file.text).toContain(`Bare without ${missing}`);
      expect(file.text).not.toMatch(/Put away|Refused/);
    },
  );

  test.each([
    [
      'status=done',
      'status',
      'This should be all, pending_review, confirmed, converted, rejected, archived.',
    ],
    ['clientId=x', 'clientId', 'This does not exist.'],
    ['startDate=2026-02-30', 'startDate', 'Enter a real date as YYYY-MM-DD.'],
    ['endDate=soon', 'endDate', 'Enter a real date as YYYY-MM-DD.'],
    [
      'startDate=2026-02-02&endDate=2026-02-01',
      'startDate',
      'Start date must be before or equal to end date',
    ],
    ['limit=0', 'limit', 'This should be a whole number from 1 to 1000.'],
    ['limit=1001', 'limit', 'This should be a whole number from 1 to 1000.'],
    ['cursor=x', 'cursor', 'This should be the cursor of a Link header.'],
  ])('refuses ?%s', async (search, path, message) => {
    const answer = await list(`?${search}`);
    expect(answer.status).toBe(400);
    expect(answer.json()).toEqual({ message, issues: [{ path, message }] });
  });
});

describe('days are whole, both included, in London', () => {
  // The first and last second of the two days on which the clocks change.
  const edges = {
    beforeSpring: '2026-03-28T23:59:59.000Z',
    firstOfSpring: '2026-03-29T00:00:00.000Z',
    lastOfSpring: '2026-03-29T22:59:59.000Z',
    afterSpring: '2026-03-29T23:00:00.000Z',
    beforeAutumn: '2026-10-24T22:59:59.000Z',
    firstOfAutumn: '2026-10-24T23:00:00.000Z',
    lastOfAutumn: '2026-10-25T23:59:59.000Z',
    afterAutumn: '2026-10-26T00:00:00.000Z',
  };
  let clientId: number;

  beforeAll(() => {
    clientId = addClient(shared().server, 'Edges');
    for (const text of Object.values(edges)) add({ clientId, completedAt: new Date(text) });
  });

  test.each([
    ['startDate=2026-03-29&endDate=2026-03-29', ['lastOfSpring', 'firstOfSpring']],
    ['startDate=2026-10-25&endDate=2026-10-25', ['lastOfAutumn', 'firstOfAutumn']],
    ['endDate=2026-03-28', ['beforeSpring']],
    ['startDate=2026-10-26', ['afterAutumn']],
    ['startDate=2026-03-30&endDate=2026-10-24', ['beforeAutumn', 'afterSpring']],
  ] as const)('%s', async (search, names) => {
    const entries = entriesOf(await list(`?clientId=${clientId}&${search}`));
    expect(entries.map(({ completedAt }) => completedAt)).toEqual(names.map((name) => edges[name]));
  });
});

describe('paging', () => {
  const COUNT = 1_230;
  const RANGE = 'startDate=2020-05-01&endDate=2020-05-31';
  let clientId: number;

  beforeAll(() => {
    const { server } = shared();
    clientId = addClient(server, 'Paged');
    server.services.db.transaction(() => {
      // Forty instants for all of them: most pages end among equal completions.
      for (let index = 0; index < COUNT; index += 1) {
        const completedAt = new Date(
          Date.parse('2020-05-01T12:00:00Z') + ((index * 7) % 40) * 3_600_000,
        );
        add({ completedAt, clientId: index % 2 === 0 ? clientId : null });
      }
    });
  });

  /** Follows the Link header from page to page; gives the ids of all pages, and how many pages. */
  async function walk(search: string) {
    const ids: number[] = [];
    let next: string | null = search;
    let pages = 0;
    while (next !== null) {
      const answer = await list(next);
      ids.push(...entriesOf(answer).map(({ id }) => id));
      pages += 1;
      expect(pages).toBeLessThan(100);
      const link = /^<([^>]*)>; rel="next"$/.exec(answer.headers.get('Link') ?? '')?.[1];
      next = link === undefined ? null : new URL(link).search;
    }
    return { ids, pages };
  }

  test('is off without a limit: everything that matches comes in one answer', async () => {
    const answer = await list(`?${RANGE}`);
    expect(answer.headers.get('Link')).toBeNull();
    const entries = entriesOf(answer);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(COUNT);
    const sorted = [...entries].sort(
      (a, b) => b.completedAt.localeCompare(a.completedAt) || b.id - a.id,
    );
    expect(entries).toEqual(sorted);
  });

  test.each([
    ['', 100],
    ['', 1_000],
    ['&status=pending_review', 615],
    ['&clientId=', 77],
    ['&status=pending_review&clientId=', 205],
  ])('walks every entry once and in order with%s limit %i', async (filter, limit) => {
    const mine = filter.endsWith('clientId=') ? `${filter}${clientId}` : filter;
    const all = await idsOf(`?${RANGE}${mine}`);
    expect(all).toHaveLength(mine.includes('clientId') ? COUNT / 2 : COUNT);
    const { ids, pages } = await walk(`?${RANGE}${mine}&limit=${limit}`);
    expect(ids).toEqual(all);
    expect(pages).toBe(Math.ceil(all.length / limit));
  });
});
