import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { pendingApi } from '../../support/data/pending-work-logs.ts';
import { useSharedServer } from '../../support/server/shared-server.ts';
import { TEST_EMAIL } from '../../support/server/test-server.ts';

const shared = useSharedServer();
const {
  call,
  path,
  add,
  addPair,
  addReady,
  confirm,
  archive,
  reject,
  logOf,
  rowOf,
  countLogs,
  setInvoiced,
} = pendingApi(shared);

const MISSING = 'Please set client, work type, duration, and hourly rate before confirming';
const CONFIRMED = 'This task was confirmed already; its work log is in Work Logs.';
const CONVERTED = 'This task was confirmed and invoiced already.';
const REJECTED = 'This task was rejected already.';
const ARCHIVED = 'This task was archived already. Move it back to review to change it.';

describe('confirming', () => {
  test('makes a work log of the entry: its client, work, time, rate, and when it was done', async () => {
    // The log has the entry's own rate, not the client's or the work type's.
    const pair = await addPair({ standardRate: '71.00', discountedRate: '55.00' });
    const id = add({
      ...pair,
      taskName: 'Mend the printer',
      description: 'Replaced the drum\nand the roller',
      completedAt: new Date('2026-03-29T00:59:59Z'),
      duration: 50,
      estimatedHourlyRatePence: 3_333,
      billable: false,
    });
    const answer = await confirm(id);
    const workLogId = await logOf(id);
    expect(answer.status).toBe(200);
    expect(answer.json()).toMatchObject({ id, status: 'confirmed', workLogId });
    expect((await call('GET', `/api/work-logs/${workLogId}`)).json()).toEqual({
      id: workLogId,
      ...pair,
      client: { name: 'Acme' },
      workType: { name: 'Support' },
      jobId: null,
      job: null,
      isHardware: false,
      duration: 50,
      description: 'Replaced the drum\nand the roller',
      hourlyRate: '33.33',
      totalAmount: '27.78', // 27.775, half up
      billable: false,
      date: '2026-03-29T00:59:59.000Z',
      startedAt: null,
      endedAt: null,
      isInvoiced: false,
      xeroInvoiceId: null,
      xeroInvoiceNumber: null,
      hardwareItems: [],
      loggedById: 1,
      loggedBy: TEST_EMAIL,
    });
  });

  test('names the work after the task where there is no description, and makes it billable', async () => {
    const id = await addReady({ taskName: 'Mend the printer' });
    await confirm(id);
    expect((await call('GET', `/api/work-logs/${await logOf(id)}`)).json()).toMatchObject({
      description: 'Mend the printer',
      billable: true,
      totalAmount: '60.00',
    });
  });

  test('puts the log on the London day on which the task was done', async () => {
    const id = await addReady({ completedAt: new Date('2026-06-30T23:30:00Z') });
    await confirm(id);
    const logId = await logOf(id);
    const on = async (day: string) =>
      z
        .array(z.object({ id: z.int() }))
        .parse((await call('GET', `/api/work-logs?startDate=${day}&endDate=${day}`)).json())
        .map((log) => log.id);
    expect(await on('2026-07-01')).toContain(logId);
    expect(await on('2026-06-30')).not.toContain(logId);
  });

  test.each([
    [{ clientId: null }, ['client']],
    [{ workTypeId: null }, ['work type']],
    [{ duration: null }, ['duration']],
    [{ estimatedHourlyRatePence: 0 }, ['hourly rate']],
    [
      { clientId: null, workTypeId: null, duration: null, estimatedHourlyRatePence: 0 },
      ['client', 'work type', 'duration', 'hourly rate'],
    ],
  ])('with %j is refused, and says what is missing', async (lack, names) => {
    const paths: Record<string, string> = {
      client: 'clientId',
      'work type': 'workTypeId',
      duration: 'duration',
      'hourly rate': 'estimatedHourlyRate',
    };
    const id = await addReady(lack);
    const [before, logs] = [rowOf(id), countLogs()];
    const refused = await confirm(id);
    expect(refused.status).toBe(400);
    expect(refused.json()).toEqual({
      message: MISSING,
      issues: names.map((name) => ({ path: paths[name], message: `Please set the ${name}.` })),
    });
    expect([rowOf(id), countLogs()]).toEqual([before, logs]);
  });

  test.each([
    [
      'the client was deactivated',
      ({ clientId }: { clientId: number }) => call('DELETE', `/api/clients/${clientId}`),
      'This client is inactive. Choose another, or reactivate it on the Clients screen.',
    ],
    [
      'the work type was deleted',
      ({ workTypeId }: { workTypeId: number }) => call('DELETE', `/api/work-types/${workTypeId}`),
      'This work type was deleted. Choose another, or restore it in Settings.',
    ],
    [
      'the work type became hardware',
      ({ workTypeId }: { workTypeId: number }) =>
        call('PUT', `/api/work-types/${workTypeId}`, { isHardware: true }),
      'A task is time. Choose a work type that is not hardware.',
    ],
  ])('is refused when %s since, and leaves the entry in review', async (_, change, message) => {
    const pair = await addPair();
    const id = add({ ...pair, duration: 60 });
    await change(pair);
    const [before, logs] = [rowOf(id), countLogs()];
    const refused = await confirm(id);
    expect([refused.status, refused.json()]).toMatchObject([400, { message }]);
    expect([rowOf(id), countLogs()]).toEqual([before, logs]);
  });

  test('twice makes one work log, and the second request is told so', async () => {
    const id = await addReady();
    const logs = countLogs();
    expect((await confirm(id)).status).toBe(200);
    const again = await confirm(id);
    expect([again.status, again.json()]).toEqual([409, { message: CONFIRMED }]);
    expect(countLogs()).toBe(logs + 1);
  });

  test('twice with one Idempotency-Key gives the same answer twice', async () => {
    const id = await addReady();
    const logs = countLogs();
    const send = () =>
      shared().visitor.api('POST', `${path(id)}/confirm`, undefined, {
        'Idempotency-Key': `confirm-${id}`,
      });
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status, second.text]).toEqual([200, 200, first.text]);
    expect(countLogs()).toBe(logs + 1);
  });

  test('from twenty requests at once makes one work log', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await addReady();
      const logs = countLogs();
      const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(id)));
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
      expect(countLogs()).toBe(logs + 1);
    }
  });

  test('at once with archiving and rejecting leaves the entry in exactly one of these states', async () => {
    const winners = new Set<string>();
    for (let round = 0; round < 40; round += 1) {
      const id = await addReady();
      const logs = countLogs();
      const acts = [confirm, archive, reject];
      // Each goes first in turn.
      const order = acts.map((_, index) => acts[(index + round) % acts.length] ?? confirm);
      const answers = await Promise.all(order.map((act) => act(id)));
      expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(2);
      const { status, workLogId } = rowOf(id);
      winners.add(status);
      expect(status).toBeOneOf(['confirmed', 'archived', 'rejected']);
      expect(workLogId !== null).toBe(status === 'confirmed');
      expect(countLogs()).toBe(status === 'confirmed' ? logs + 1 : logs);
    }
    expect(winners.size, 'the control: not always the same one wins').toBeGreaterThan(1);
  });
});

describe('an entry that is no longer in review', () => {
  const ready: Record<string, { make: (id: number) => Promise<unknown>; message: string }> = {
    confirmed: { make: confirm, message: CONFIRMED },
    archived: { make: archive, message: ARCHIVED },
    rejected: { make: reject, message: REJECTED },
    converted: {
      make: async (id) => {
        await confirm(id);
        setInvoiced(await logOf(id), true);
      },
      message: CONVERTED,
    },
  };

  test.each(Object.entries(ready))(
    'because it is %s can be read, and nothing else: 409',
    async (status, { make, message }) => {
      const id = await addReady();
      await make(id);
      const [before, logs] = [rowOf(id), countLogs()];
      expect(before.status).toBe(status);
      for (const answer of [
        await confirm(id),
        await archive(id),
        await reject(id),
        await call('PUT', path(id), { duration: 15 }),
        await call('PUT', path(id), {}),
      ]) {
        expect([answer.status, answer.json()]).toEqual([409, { message }]);
      }
      expect([rowOf(id), countLogs()]).toEqual([before, logs]);
      expect((await call('GET', path(id))).json()).toMatchObject({ id, status });
    },
  );

  test('archiving answers with the archived entry, rejecting with nothing', async () => {
    const archived = await addReady();
    expect(await archive(archived)).toMatchObject({ status: 200 });
    const rejected = await addReady();
    expect(await reject(rejected)).toMatchObject({ status: 204, text: '' });
    expect([rowOf(archived).status, rowOf(rejected).status]).toEqual(['archived', 'rejected']);
  });

  test('an archived entry is not billable, and is as before when it is put back', async () => {
    const { visitor } = shared();
    for (const billable of [true, false]) {
      const id = await addReady({ billable });
      const answers = async () => [
        (await archive(id)).json(),
        (await call('GET', path(id))).json(),
        (await call('GET', '/api/pending-worklogs?status=archived')).json(),
      ];
      const [archived, one, list] = await answers();
      expect([archived, one]).toMatchObject([{ billable: false }, { billable: false }]);
      expect(list).toContainEqual(expect.objectContaining({ id, billable: false }));
      await visitor.post(`/pending-work-logs/${id}/put-back`);
      expect((await call('GET', path(id))).json()).toMatchObject({ billable });
    }
  });

  test('an entry without client or time can be archived or rejected all the same', async () => {
    expect((await archive(add())).status).toBe(200);
    expect((await reject(add())).status).toBe(204);
  });
});
