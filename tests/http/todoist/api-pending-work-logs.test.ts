import { describe, expect, test } from 'vitest';
import { addWorkType } from '../../support/data/entries.ts';
import { addPendingLog, pendingRow } from '../../support/data/pending-work-logs.ts';
import { useSharedServer } from '../../support/server/shared-server.ts';
import { idOf } from '../../support/server/visitor.ts';

const shared = useSharedServer();

const call = (method: string, path: string, body?: object) =>
  shared().visitor.api(method, path, body);
const addClient = async (rates: object = {}) =>
  idOf(await call('POST', '/api/clients', { name: 'Acme', ...rates }));
const addType = async (more: object = {}) =>
  idOf(await call('POST', '/api/work-types', { name: 'Support', hourlyRate: '80.00', ...more }));
const add = (columns: Parameters<typeof addPendingLog>[1] = {}) =>
  addPendingLog(shared().server, columns);
const rowOf = (id: number) => pendingRow(shared().server, id);
const put = (id: number, body: object) => call('PUT', `/api/pending-worklogs/${id}`, body);

/** An entry with everything, its client and work type suggested. */
async function addFull() {
  const ids = { clientId: await addClient(), workTypeId: await addType() };
  const named = { reason: 'named in the project' };
  const suggested = { suggestions: JSON.stringify({ clientId: named, workTypeId: named }) };
  const given = { projectName: 'Acme support', duration: 60, description: 'As imported' };
  return { id: add({ ...ids, ...suggested, ...given }), ...ids };
}

describe('a change of an entry in review', () => {
  test('of its duration leaves everything else as it was', async () => {
    const { id } = await addFull();
    const before = (await call('GET', `/api/pending-worklogs/${id}`)).json() as object;
    const answer = await put(id, { duration: 45 });
    expect(answer.status).toBe(200);
    expect(answer.json()).toEqual({
      ...before,
      duration: 45,
      updatedAt: expect.any(String) as unknown,
    });
    expect((await call('GET', `/api/pending-worklogs/${id}`)).json()).toEqual(answer.json());
  });

  test('of nothing changes nothing', async () => {
    const { id } = await addFull();
    const before = rowOf(id);
    expect((await put(id, {})).status).toBe(200);
    expect(rowOf(id)).toEqual({ ...before, updatedAt: rowOf(id).updatedAt });
  });

  test('of its work type with a rate stores both as they are sent', async () => {
    const workTypeId = await addType({ name: 'Consultancy', hourlyRate: '95.00' });
    const { id, clientId } = await addFull();
    const answer = await put(id, { workTypeId, estimatedHourlyRate: '72.50' });
    expect(answer.json()).toMatchObject({
      clientId,
      workTypeId,
      workType: { name: 'Consultancy' },
      estimatedHourlyRate: '72.50',
      isClientSuggested: true,
      isWorkTypeSuggested: false,
    });
  });

  test('can be the whole form at once', async () => {
    const { id } = await addFull();
    const form = {
      taskName: 'Mended the printer',
      description: 'Two\nlines',
      duration: 6_000,
      clientId: await addClient({ name: 'Other' }),
      workTypeId: await addType(),
      billable: false,
      estimatedHourlyRate: '1000000.00',
    };
    const answer = await put(id, form);
    expect(answer.json()).toMatchObject({
      ...form,
      isClientSuggested: false,
      isWorkTypeSuggested: false,
      status: 'pending_review',
    });
  });

  test('with null clears the duration, the client and the work type, and keeps the rate', async () => {
    const { id } = await addFull();
    const answer = await put(id, { duration: null, clientId: null, workTypeId: null });
    expect(answer.json()).toMatchObject({
      duration: null,
      clientId: null,
      client: null,
      workTypeId: null,
      workType: null,
      estimatedHourlyRate: '60.00',
    });
  });

  test('cannot set the state, the work log, the project or the completion', async () => {
    const { id } = await addFull();
    const before = rowOf(id);
    const forged = {
      id: 99_999,
      status: 'confirmed',
      workLogId: 1,
      projectName: 'Forged',
      completedAt: '2020-01-01T00:00:00Z',
      isClientSuggested: false,
      metadata: { forged: true },
    };
    expect((await put(id, { ...forged, rateFor: '1:1' })).status).toBe(400);
    expect((await put(id, forged)).status).toBe(200);
    expect(rowOf(id)).toEqual({ ...before, updatedAt: rowOf(id).updatedAt });
  });
});

describe('the rate of an entry', () => {
  test.each([
    [{ discountedRate: '55.00', standardRate: '71.00' }, '80.00', '55.00'],
    [{ discountedRate: '0', standardRate: '71.00' }, '80.00', '80.00'],
    [{ standardRate: '71.00' }, '80.00', '80.00'],
    [{ standardRate: '71.00' }, '0', '60.00'],
  ])('follows to a client with %j and a work type at %s: %s', async (rates, hourly, rate) => {
    const clientId = await addClient(rates);
    const workTypeId = await addType({ hourlyRate: hourly });
    const both = add({ estimatedHourlyRatePence: 1_234 });
    expect((await put(both, { clientId, workTypeId })).json()).toMatchObject({
      estimatedHourlyRate: rate,
    });
    const onlyClient = add({ workTypeId, estimatedHourlyRatePence: 1_234 });
    expect((await put(onlyClient, { clientId })).json()).toMatchObject({
      estimatedHourlyRate: rate,
    });
    const onlyType = add({ clientId, estimatedHourlyRatePence: 1_234 });
    expect((await put(onlyType, { workTypeId, estimatedHourlyRate: null })).json()).toMatchObject({
      estimatedHourlyRate: rate,
    });
  });

  test('is that of the work type while there is no client yet', async () => {
    const entry = add({ estimatedHourlyRatePence: 1_234 });
    const workTypeId = await addType({ hourlyRate: '80.00' });
    expect((await put(entry, { workTypeId })).json()).toMatchObject({
      clientId: null,
      estimatedHourlyRate: '80.00',
    });
  });

  test('stays while the work type is still missing, and when both are sent unchanged', async () => {
    const [clientId, workTypeId] = [await addClient(), await addType()];
    const half = add({ estimatedHourlyRatePence: 1_234 });
    expect((await put(half, { clientId })).json()).toMatchObject({ estimatedHourlyRate: '12.34' });
    const whole = add({ clientId, workTypeId, estimatedHourlyRatePence: 1_234 });
    expect((await put(whole, { clientId, workTypeId })).json()).toMatchObject({
      estimatedHourlyRate: '12.34',
    });
  });

  test('is the one that is sent, even when it is the old one or nothing at all', async () => {
    const { id } = await addFull();
    const clientId = await addClient({ discountedRate: '55.00' });
    expect((await put(id, { clientId, estimatedHourlyRate: '60.00' })).json()).toMatchObject({
      estimatedHourlyRate: '60.00',
    });
    expect((await put(id, { estimatedHourlyRate: '0.00' })).json()).toMatchObject({
      estimatedHourlyRate: '0.00',
    });
  });
});

describe('what breaks a rule', () => {
  const MINUTES = 'This should be a whole number of minutes, from 1 to 6,000.';
  const AMOUNT =
    'Enter an amount from 0 to £1,000,000.00 with at most two decimals, such as 60.00.';

  test.each([
    [{ duration: 0 }, 'duration', MINUTES],
    [{ duration: -15 }, 'duration', MINUTES],
    [{ duration: 6_001 }, 'duration', MINUTES],
    [{ duration: 1.5 }, 'duration', MINUTES],
    [{ duration: '60' }, 'duration', MINUTES],
    [{ duration: '' }, 'duration', MINUTES],
    [{ clientId: 'x' }, 'clientId', 'This does not exist.'],
    [{ clientId: 0 }, 'clientId', 'This does not exist.'],
    [{ clientId: 999_999 }, 'clientId', 'This client does not exist. Choose another.'],
    [{ workTypeId: 1.5 }, 'workTypeId', 'This does not exist.'],
    [{ workTypeId: 999_999 }, 'workTypeId', 'This work type does not exist. Choose another.'],
    [{ taskName: '' }, 'taskName', 'Enter a name for the task.'],
    [{ taskName: '  ' }, 'taskName', 'Enter a name for the task.'],
    [{ taskName: null }, 'taskName', 'Enter a name for the task.'],
    [{ taskName: 'x'.repeat(501) }, 'taskName', 'Keep this to 500 characters or fewer.'],
    [{ description: 7 }, 'description', 'This should be text.'],
    [{ billable: 'yes' }, 'billable', 'This should be true or false.'],
    [{ billable: null }, 'billable', 'This should be true or false.'],
    [{ estimatedHourlyRate: '-1' }, 'estimatedHourlyRate', AMOUNT],
    [{ estimatedHourlyRate: '12.345' }, 'estimatedHourlyRate', AMOUNT],
    [{ estimatedHourlyRate: '1000000.01' }, 'estimatedHourlyRate', AMOUNT],
  ])('%j is refused at %s, and what was right beside it is not kept either', async (...row) => {
    const [wrong, path, message] = row;
    const { id } = await addFull();
    const before = rowOf(id);
    const refused = await put(id, { taskName: 'Right', duration: 30, ...wrong });
    expect(refused.status).toBe(400);
    expect(refused.json()).toEqual({ message, issues: [{ path, message }] });
    expect(rowOf(id)).toEqual(before);
  });

  test('all issues are named at once', async () => {
    const { id } = await addFull();
    const refused = await put(id, { duration: 0, taskName: '', estimatedHourlyRate: 'much' });
    expect(refused.json()).toEqual({
      message: 'Enter a name for the task.',
      issues: [
        { path: 'taskName', message: 'Enter a name for the task.' },
        { path: 'duration', message: MINUTES },
        { path: 'estimatedHourlyRate', message: AMOUNT },
      ],
    });
  });

  test('a task cannot be hardware', async () => {
    const { id } = await addFull();
    const workTypeId = await addType({ isHardware: true });
    const refused = await put(id, { workTypeId });
    expect([refused.status, refused.json()]).toMatchObject([
      400,
      { message: 'A task is time. Choose a work type that is not hardware.' },
    ]);
  });

  test('an entry keeps a deactivated client and a deleted work type, but cannot change to one', async () => {
    const [clientId, workTypeId] = [await addClient(), await addType()];
    const id = add({ clientId, workTypeId, duration: 60 });
    const other = add();
    await call('DELETE', `/api/clients/${clientId}`);
    await call('DELETE', `/api/work-types/${workTypeId}`);
    const kept = await put(id, { clientId, workTypeId, duration: 30 });
    expect([kept.status, kept.json()]).toMatchObject([200, { clientId, workTypeId, duration: 30 }]);
    for (const [change, message] of [
      [
        { clientId },
        'This client is inactive. Choose another, or reactivate it on the Clients screen.',
      ],
      [{ workTypeId }, 'This work type was deleted. Choose another, or restore it in Settings.'],
    ] as const) {
      const refused = await put(other, change);
      expect([refused.status, refused.json()]).toMatchObject([400, { message }]);
    }
  });
});

test('two changes of one entry at once are both kept when they change different fields', async () => {
  const { id } = await addFull();
  const workTypeId = addWorkType(shared().server, 'Other');
  await Promise.all([
    put(id, { duration: 15 }),
    put(id, { workTypeId }),
    put(id, { billable: false }),
  ]);
  expect(rowOf(id)).toMatchObject({ duration: 15, workTypeId, billable: false });
});
