import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { actingAs } from '#db/history/acting.server.ts';
import { changedWorkLogs, clients, workLogs } from '#db/schema.ts';
import { changeMany } from '#app/work-logs/many/many.server.ts';
import { addClient, addJob, addLog, addWorkType } from '../../support/data/entries.ts';
import { toastOf } from '../../support/html.ts';
import { useServer } from '../../support/server/use-server.ts';
import { idOf, visitSignedIn, type Answer, type Visitor } from '../../support/server/visitor.ts';

const server = useServer();
let visitor: Visitor;
let clientId: number;
let workTypeId: number;

beforeEach(async () => {
  server().setClock(new Date('2026-11-20T09:00:00Z'));
  visitor = await visitSignedIn(server());
  clientId = addClient(server(), 'Thorn');
  workTypeId = addWorkType(server(), 'Support');
});

const db = () => server().services.db;
const add = (more: { day?: string; description?: string; duration?: number } = {}) =>
  addLog(server(), { clientId, workTypeId, day: '2026-11-02', ...more });
const bulk = (body: object, headers?: Record<string, string>) =>
  visitor.api('POST', '/api/work-logs/bulk', body, headers);
const rowOf = (id: number) => db().select().from(workLogs).where(eq(workLogs.id, id)).get();
const rows = () => db().select().from(workLogs).all();
const invoice = (id: number) =>
  db().update(workLogs).set({ isInvoiced: true }).where(eq(workLogs.id, id)).run();
const undo = () =>
  visitor.post(`/work-logs/many/${db().select().from(changedWorkLogs).all().at(-1)?.id ?? 0}/undo`);
const said = async (answer: Answer) =>
  toastOf((await visitor.get(answer.headers.get('Location') ?? '')).text);
/** A log but for what the database keeps by itself. */
const contents = (id: number) => ({ ...rowOf(id), version: null, updatedAt: null });

describe('Each field is set for all of them, by the rules for one', () => {
  test('client, job and work type, with the rate of an edit', async () => {
    const other = addClient(server(), 'Quay');
    const jobId = addJob(server(), other, 'Move');
    const type = addWorkType(server(), 'Travel');
    const ids = [add(), add({ duration: 30 })];
    const answer = await bulk({ ids, set: { clientId: other, jobId, workTypeId: type } });
    expect([answer.status, answer.json()]).toEqual([200, { changed: 2, ids, left: [] }]);
    for (const id of ids)
      expect(rowOf(id)).toMatchObject({
        clientId: other,
        jobId,
        workTypeId: type,
        hourlyRatePence: 7_500,
      });
    expect(rowOf(ids[1] ?? 0)?.totalPence).toBe(3_750);
    await bulk({ ids, set: { jobId: null } });
    expect(rowOf(ids[0] ?? 0)?.jobId).toBeNull();
  });

  test('date, each at its time of day', async () => {
    const at = async (date: string) =>
      idOf(
        await visitor.api('POST', '/api/work-logs', { clientId, workTypeId, duration: 60, date }),
      );
    const ids = [await at('2026-10-23T08:15:00Z'), await at('2026-10-26T17:00:00Z')];
    await bulk({ ids, set: { moveDays: 3 } });
    // The clocks went back on 25 October.
    expect(ids.map((id) => rowOf(id)?.date.toISOString())).toEqual([
      '2026-10-26T09:15:00.000Z',
      '2026-10-29T17:00:00.000Z',
    ]);
    await bulk({ ids, set: { moveDays: -3 } });
    expect(rowOf(ids[0] ?? 0)?.date.toISOString()).toBe('2026-10-23T08:15:00.000Z');
    await bulk({ ids, set: { date: '2026-11-05' } });
    expect(ids.map((id) => rowOf(id)?.day)).toEqual(['2026-11-05', '2026-11-05']);
    expect(rowOf(ids[1] ?? 0)?.date.toISOString()).toBe('2026-11-05T17:00:00.000Z');
  });

  test('days that are full may all move on by one: nobody is asked', async () => {
    const ids = ['2026-11-02', '2026-11-03', '2026-11-04'].map((day) =>
      add({ day, duration: 900 }),
    );
    expect((await bulk({ ids, set: { moveDays: 1 } })).status).toBe(200);
    expect((await bulk({ ids, set: { moveDays: -1 } })).status).toBe(200);
  });

  test('rate, typed or by the rules of today; billable', async () => {
    const ids = [add(), add({ duration: 20 })];
    await bulk({ ids, set: { hourlyRate: '47.35', billable: false } });
    expect(ids.map((id) => rowOf(id))).toMatchObject([
      { hourlyRatePence: 4_735, totalPence: 4_735, hasOwnRate: true, billable: false },
      { hourlyRatePence: 4_735, totalPence: 1_578, hasOwnRate: true, billable: false },
    ]);
    await visitor.api('PUT', `/api/clients/${clientId}`, { standardRate: '70.00' });
    await bulk({ ids, set: { rate: 'today' } });
    expect(rowOf(ids[1] ?? 0)).toMatchObject({
      hourlyRatePence: 7_000,
      totalPence: 2_333,
      hasOwnRate: false,
    });
  });

  test('description: set, added before, added after', async () => {
    const ids = [add({ description: 'Printer' }), add({ description: '' })];
    await bulk({ ids, set: { descriptionBefore: 'INV 7:' } });
    await bulk({ ids, set: { descriptionAfter: 'done' } });
    expect(ids.map((id) => rowOf(id)?.description)).toEqual(['INV 7: Printer done', 'INV 7: done']);
    await bulk({ ids, set: { description: '' } });
    expect(rowOf(ids[0] ?? 0)?.description).toBe('');
    await bulk({ ids, set: { description: 'x'.repeat(9_999) } });
    const answer = await bulk({ ids, set: { descriptionAfter: 'yz' } });
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('10,000')]);
  });

  test('duplicates are logs of the same dates; what is deleted is gone', async () => {
    const ids = [add(), add({ day: '2026-11-03' })];
    invoice(ids[1] ?? 0);
    const made = (await bulk({ ids, duplicate: true })).json() as {
      changed: number;
      ids: number[];
    };
    expect(made.changed).toBe(2);
    expect(made.ids.map((id) => rowOf(id))).toMatchObject([
      { day: '2026-11-02', isInvoiced: false },
      { day: '2026-11-03', isInvoiced: false },
    ]);
    await undo();
    expect(rows()).toHaveLength(2);
    expect((await bulk({ ids, delete: true })).json()).toMatchObject({
      changed: 1,
      left: [{ id: ids[1] }],
    });
    expect(rows()).toHaveLength(1);
    await undo();
    expect(rows()).toHaveLength(2);
  });
});

describe('What is left, and what is refused', () => {
  test('an invoiced log and one that is gone are left and named', async () => {
    const [one, other] = [add(), add()];
    invoice(other);
    const answer = await bulk({ ids: [one, other, 9_999], set: { billable: false } });
    expect(answer.json()).toEqual({
      changed: 1,
      ids: [one],
      left: [
        { id: other, message: expect.stringContaining('is on an invoice') as string },
        { id: 9_999, message: expect.stringContaining('was not found') as string },
      ],
    });
    expect(rowOf(other)?.billable).toBe(true);
  });

  test('hardware is left where a rate is set', async () => {
    const type = addWorkType(server(), 'Hardware');
    const hardwareItems = [{ itemName: 'Router', unitPrice: '449.97' }];
    const id = idOf(
      await visitor.api('POST', '/api/work-logs', { clientId, workTypeId: type, hardwareItems }),
    );
    const time = add();
    const rated = await bulk({ ids: [id, time], set: { hourlyRate: '50' } });
    expect(rated.json()).toMatchObject({ changed: 1, left: [{ id }] });
    const typed = await bulk({ ids: [id, time, add()], set: { workTypeId: type } });
    expect([typed.status, typed.text]).toEqual([409, expect.stringContaining('2 of 3 work logs')]);
    expect(rowOf(time)?.workTypeId).toBe(workTypeId);
  });

  test('a refusal changes nothing, and says how many it concerns', async () => {
    const ids = [add(), add()];
    const gone = addClient(server(), 'Gone');
    db().update(clients).set({ isActive: false }).where(eq(clients.id, gone)).run();
    const answer = await bulk({ ids, set: { clientId: gone, billable: false } });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('This client is inactive');
    expect(answer.text).toContain('This concerns 2 of 2 work logs. No changes were made.');
    expect(ids.map((id) => rowOf(id)?.billable)).toEqual([true, true]);
  });

  test('a log that was changed since its page was opened is left', () => {
    const [one, other] = [add(), add()];
    const versions = new Map([
      [one, 1],
      [other, 7],
    ]);
    const services = { ...server().services, confirmed: new Set<string>() };
    const done = actingAs({ userId: 1, name: 'x' }, () =>
      changeMany(services, { ids: [one, other] }, { billable: false }, { versions }),
    );
    expect(done).toMatchObject({ changed: [one], left: [{ id: other }] });
  });

  test.each([
    [{ ids: [1] }, 'Say one of'],
    [{ ids: [1], set: { billable: true }, delete: true }, 'Say one of'],
    [{ set: { billable: true } }, 'Name the work logs'],
    [{ ids: [], set: { billable: true } }, 'Name the work logs'],
    [{ filter: {}, delete: true }, 'Name the work logs'],
    [{ ids: [1], filter: { q: 'x' }, delete: true }, 'Name the work logs'],
    [{ filter: { clientID: 1 }, delete: true }, 'no field “clientID”'],
    [{ filter: { startDate: 'soon' }, delete: true }, 'YYYY-MM-DD'],
    [{ ids: [1], set: { duration: 5 } }, 'no field “duration”'],
    [{ ids: [1], set: {} }, 'Choose what to change'],
    [{ ids: [1], set: { date: '2026-11-02', moveDays: 1 } }, 'Only one of date, moveDays'],
    [{ ids: [1], set: { moveDays: 1.5 } }, 'whole number of days'],
    [{ ids: [1], set: { hourlyRate: null } }, 'Enter a rate'],
    [{ ids: [1], set: { rate: 'old' } }, 'today'],
    [{ ids: [1], delete: true, sure: 1 }, 'no field “sure”'],
  ])('400 for %j', async (body, sentence) => {
    add();
    const answer = await bulk(body);
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(sentence)]);
    expect(rows()).toHaveLength(1);
  });

  test('more than two thousand at once are refused', async () => {
    const ids = Array.from({ length: 2_001 }, (_, n) => n + 1);
    const answer = await bulk({ ids, delete: true });
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('At most 2,000')]);
  });

  test('what is doubtful is asked about once, all together', async () => {
    const ids = Array.from({ length: 6 }, (_, n) =>
      add({ day: `2026-11-0${n + 1}`, duration: 500 }),
    );
    const asked = await bulk({ ids, set: { date: '2024-02-01' } });
    const { message, confirm } = z
      .object({ message: z.string(), confirm: z.string() })
      .parse(asked.json());
    expect([asked.status, confirm]).toEqual([409, 'date']);
    expect(message.match(/more than a year ago/g)).toHaveLength(1);
    expect(rowOf(ids[0] ?? 0)?.day).toBe('2026-11-01');
    const moved = await bulk({ ids, set: { moveDays: -400 } });
    expect(moved.text).toContain('So it is for 3 more.');
    expect((await bulk({ ids, set: { moveDays: -400 }, confirm: 'date' })).status).toBe(200);
  });
});

describe('Which', () => {
  test('all that match the filters of the list', async () => {
    add({ description: 'Mailbox full' });
    const [one, other] = [add({ description: 'Printer jam' }), add({ description: 'New printer' })];
    const filter = { q: 'printer', clientId, isInvoiced: false, endDate: '2026-11-30' };
    const answer = await bulk({ filter, set: { billable: false } });
    expect(answer.json()).toMatchObject({ changed: 2 });
    expect(
      rows()
        .filter(({ billable }) => !billable)
        .map(({ id }) => id),
    ).toEqual([one, other]);
  });

  test('with the same key it is done once', async () => {
    const ids = [add()];
    const key = { 'Idempotency-Key': 'twice' };
    const first = await bulk({ ids, set: { descriptionAfter: 'more' } }, key);
    const again = await bulk({ ids, set: { descriptionAfter: 'more' } }, key);
    expect(again.json()).toEqual(first.json());
    expect(rowOf(ids[0] ?? 0)?.description).toBe('Sample more');
  });
});

describe('Undo', () => {
  test('puts all back as it was, once', async () => {
    const ids = [add(), add()];
    const before = ids.map(contents);
    await bulk({
      ids,
      set: {
        workTypeId: addWorkType(server(), 'Travel'),
        moveDays: 1,
        hourlyRate: '9',
        description: 'x',
        billable: false,
      },
    });
    expect(ids.map(contents)).not.toEqual(before);
    const answer = await undo();
    expect(await said(answer)).toBe('2 work logs restored as before');
    expect(ids.map(contents)).toEqual(before);
    const version = rowOf(ids[0] ?? 0)?.version;
    await undo();
    expect(rowOf(ids[0] ?? 0)?.version).toBe(version);
  });

  test('leaves what was changed or invoiced since', async () => {
    const ids = [add(), add(), add()];
    await bulk({ ids, set: { billable: false } });
    await visitor.api('PUT', `/api/work-logs/${ids[0]}`, { description: 'Later' });
    invoice(ids[1] ?? 0);
    expect(await said(await undo())).toContain('2 were changed or invoiced since');
    expect(ids.map((id) => rowOf(id)?.billable)).toEqual([false, false, true]);
  });

  test('is for an hour, and for who did it', async () => {
    const id = add();
    await bulk({ ids: [id], set: { billable: false } });
    const mine = visitor;
    await mine.api('POST', '/api/approved-emails', { email: 'other@example.com' });
    visitor = await visitSignedIn(server(), 'other@example.com');
    await undo();
    expect(rowOf(id)?.billable).toBe(false);
    visitor = mine;
    server().setClock(new Date('2026-11-20T10:00:01Z'));
    await undo();
    expect(rowOf(id)?.billable).toBe(false);
  });
});
