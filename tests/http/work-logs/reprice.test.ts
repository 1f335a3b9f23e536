import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { workLogs } from '#db/schema.ts';
import { addClient, addJob, addLog, addWorkType } from '../../support/data/entries.ts';
import { fieldsOf } from '../../support/form.ts';
import { toastOf, visibleText } from '../../support/html.ts';
import { useServer } from '../../support/server/use-server.ts';
import { visitSignedIn, type Visitor } from '../../support/server/visitor.ts';

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
const add = (more: { duration?: number; clientId?: number } = {}) =>
  addLog(server(), { clientId, workTypeId, day: '2026-11-02', ...more });
const rowOf = (id: number) => db().select().from(workLogs).where(eq(workLogs.id, id)).get();
const set = (id: number, columns: Partial<typeof workLogs.$inferInsert>) =>
  db().update(workLogs).set(columns).where(eq(workLogs.id, id)).run();
const client = (change: object) => visitor.api('PUT', `/api/clients/${clientId}`, change);
const log = (id: number, change: object) => visitor.api('PUT', `/api/work-logs/${id}`, change);
const Plan = z.object({
  count: z.int(),
  before: z.string(),
  after: z.string(),
  logs: z.array(z.object({ id: z.int(), before: z.string(), after: z.string() }).loose()),
});
const reprice = async (body: object = { clientId }, query = '') =>
  Plan.parse((await visitor.api('POST', `/api/work-logs/reprice${query}`, body)).json());
const idsOf = ({ logs }: z.infer<typeof Plan>) => logs.map(({ id }) => id);

describe('A raise of a client', () => {
  test('is for unbilled logs of time at the old rate, and for no others', async () => {
    const [one, other, invoiced, typed, free] = [add(), add({ duration: 50 }), add(), add(), add()];
    set(invoiced, { isInvoiced: true });
    await log(typed, { hourlyRate: '59.00' });
    await log(free, { billable: false });
    expect(await reprice(undefined, '?dry=1')).toMatchObject({ count: 0, before: '0.00' });
    await client({ standardRate: '65.00' });
    const today = add();
    const dry = await reprice(undefined, '?dry=1');
    expect(dry).toMatchObject({ count: 2, before: '110.00', after: '119.17' });
    expect(idsOf(dry)).toEqual([one, other]);
    expect(rowOf(one)?.hourlyRatePence).toBe(6_000);
    expect(await reprice()).toEqual(dry);
    expect(rowOf(other)).toMatchObject({
      hourlyRatePence: 6_500,
      totalPence: 5_417,
      hasOwnRate: false,
    });
    expect([invoiced, typed, free, today].map((id) => rowOf(id)?.hourlyRatePence)).toEqual([
      6_000, 5_900, 6_000, 6_500,
    ]);
    expect(await reprice()).toMatchObject({ count: 0 });
  });

  test('goes by the rule that gave the rate: an edited log follows the discount', async () => {
    await client({ discountedRate: '50.00' });
    const [fresh, edited] = [add(), add()];
    await log(edited, { workTypeId: addWorkType(server(), 'Travel') });
    expect(rowOf(edited)?.hourlyRatePence).toBe(5_000);
    await client({ standardRate: '70.00' });
    expect(idsOf(await reprice())).toEqual([fresh]);
    await client({ discountedRate: '55.00' });
    expect(idsOf(await reprice())).toEqual([edited]);
    expect(rowOf(edited)?.hourlyRatePence).toBe(5_500);
  });

  test('leaves a rate that no rule gave, also where nothing says so', async () => {
    const id = add();
    set(id, { hourlyRatePence: 4_444 });
    await client({ standardRate: '70.00' });
    expect(await reprice()).toMatchObject({ count: 0 });
  });

  test('takes the logs of a job by the rate of the job', async () => {
    const jobId = addJob(server(), clientId, 'Move');
    const id = add();
    await visitor.api('PUT', `/api/jobs/${jobId}`, { hourlyRate: '80.00' });
    await log(id, { jobId });
    await visitor.api('PUT', `/api/jobs/${jobId}`, { hourlyRate: '90.00' });
    expect(await reprice()).toMatchObject({ count: 1, before: '80.00', after: '90.00' });
  });
});

test('A raise of a work type is for the logs of all clients without a rate of their own', async () => {
  const quay = addClient(server(), 'Quay');
  await visitor.api('PUT', `/api/clients/${quay}`, { standardRate: '0' });
  add();
  const id = add({ clientId: quay });
  await visitor.api('PUT', `/api/work-types/${workTypeId}`, { hourlyRate: '80.00' });
  const plan = await reprice({ workTypeId });
  expect(plan).toMatchObject({ count: 1, before: '75.00', after: '80.00' });
  expect(idsOf(plan)).toEqual([id]);
});

test.each([{}, { clientId: 1, workTypeId: 1 }, { clientId: 'x' }, { jobId: 1, clientId: 1 }])(
  '400 for %j',
  async (body) => {
    expect((await visitor.api('POST', '/api/work-logs/reprice', body)).status).toBe(400);
  },
);

test('The sums are those of the logs, to the penny', async () => {
  const total = (ids: number[]) =>
    (ids.reduce((sum, id) => sum + (rowOf(id)?.totalPence ?? NaN), 0) / 100).toFixed(2);
  const ids: number[] = [];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 1, max: 30_000 }),
      async (durations, pence) => {
        ids.push(...durations.map((duration) => add({ duration })));
        const rate = (pence / 100).toFixed(2);
        await client({ standardRate: rate });
        const old = total(ids.filter((id) => rowOf(id)?.hourlyRatePence !== pence));
        const plan = await reprice();
        expect(plan.before).toBe(old);
        expect(plan.after).toBe(total(idsOf(plan)));
        expect(ids.every((id) => rowOf(id)?.hourlyRatePence === pence)).toBe(true);
      },
    ),
    { numRuns: 15 },
  );
});

describe('On the screens', () => {
  const followed = async (path: string) => (await visitor.get(path)).text;

  test('a raise is two presses: the link, the button; and its Undo', async () => {
    const ids = [add(), add({ duration: 20 })];
    const edit = `/clients/${clientId}/edit`;
    const fields = fieldsOf(await followed(edit), 'client');
    await visitor.post(edit, { ...fields, standardRate: '70.00' });
    const saved = await followed('/clients');
    expect(visibleText(saved)).toContain('Client updated successfully Reprice 2 unbilled logs');
    const link = `/work-logs/reprice?clientId=${clientId}`;
    expect(saved).toContain(`href="${link}"`);
    expect(await followed(`/clients/${clientId}`)).toContain(`href="${link}"`);
    const page = await followed(link);
    expect(visibleText(page)).toContain('£80.00 becomes £93.33');
    await visitor.post(link, fieldsOf(page, 'reprice'));
    const after = await followed(`/clients/${clientId}`);
    expect(toastOf(after)).toContain('2 work logs repriced');
    expect(after).not.toContain(`href="${link}"`);
    expect(ids.map((id) => rowOf(id)?.totalPence)).toEqual([7_000, 2_333]);
    const undo = /action="(\/work-logs\/many\/\d+\/undo)"/.exec(after)?.[1] ?? '';
    await visitor.post(undo);
    expect(ids.map((id) => rowOf(id)?.totalPence)).toEqual([6_000, 2_000]);
    expect(visibleText(await followed(link))).toContain('£80.00 becomes £93.33');
  });

  test('what changed since is looked at again', async () => {
    const id = add();
    await client({ standardRate: '70.00' });
    const link = `/work-logs/reprice?clientId=${clientId}`;
    const fields = fieldsOf(await followed(link), 'reprice');
    add();
    set(id, { duration: 30, totalPence: 3_000 });
    await visitor.post(link, fields);
    expect(toastOf(await followed(link))).toContain('Look at the sums again.');
    expect(rowOf(id)?.hourlyRatePence).toBe(6_000);
  });

  test('a work type says so in its toast and its dialog', async () => {
    await client({ standardRate: '0' });
    add();
    const edit = `/settings/work-types/${workTypeId}/edit`;
    await visitor.post(edit, {
      ...fieldsOf(await followed(edit), 'work-type'),
      hourlyRate: '80.00',
    });
    expect(visibleText(await followed('/settings'))).toContain('Reprice 1 unbilled log');
    expect(await followed(edit)).toContain(`href="/work-logs/reprice?workTypeId=${workTypeId}"`);
    const none = await followed(`/work-logs/reprice?clientId=${addClient(server(), 'New')}`);
    expect(visibleText(none)).toContain('Nothing to reprice');
    expect((await visitor.get('/work-logs/reprice')).status).toBe(404);
  });
});
