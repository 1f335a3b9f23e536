import { describe, expect, test } from 'vitest';
import { clients, timers } from '#db/schema.ts';
import { addClient, addLog, addWorkType } from '../../support/data/entries.ts';
import { addPendingLog } from '../../support/data/pending-work-logs.ts';
import { useSharedServer } from '../../support/server/shared-server.ts';
import { idOf } from '../../support/server/visitor.ts';

const shared = useSharedServer();
const call = (method: string, path: string, body?: object) =>
  shared().visitor.api(method, path, body);

/** One of each record, and the address of each. */
function makeRecords() {
  const { server } = shared();
  const clientId = addClient(server, 'Acme');
  const workTypeId = addWorkType(server, 'Support');
  const log = addLog(server, { clientId, workTypeId });
  const task = addPendingLog(server, { clientId, workTypeId, duration: 30 });
  return {
    clientId,
    workTypeId,
    paths: {
      log: `/api/work-logs/${log}`,
      client: `/api/clients/${clientId}`,
      workType: `/api/work-types/${workTypeId}`,
      task: `/api/pending-worklogs/${task}`,
    },
  };
}

describe('A field that nobody reads', () => {
  test.each([
    ['POST', '/api/timer/start', { startedAt: '2026-11-20T08:00:00Z' }, 'startedAt'],
    ['POST', '/api/timer/stop', { stoppedAt: 'x' }, 'stoppedAt'],
    ['POST', '/api/timer/discard', { why: 'x' }, 'why'],
    ['POST', '/api/work-logs', { clientID: 1 }, 'clientID'],
    ['POST', '/api/work-logs', { hardwareItems: [{ name: 'x' }] }, 'hardwareItems.0.name'],
    ['POST', '/api/work-logs/line', { line: 'x', date: 'x' }, 'date'],
    ['POST', '/api/clients', { name: 'Typo', isAdministrator: true }, 'isAdministrator'],
    ['POST', '/api/work-types', { name: 'Typo', rate: '1' }, 'rate'],
    ['POST', '/api/rules', { project: 'x', client: 1, workType: 1, then: 'x' }, 'then'],
    ['POST', '/api/ai/config', { openaiKey: 'x' }, 'openaiKey'],
    ['POST', '/api/todoist/config', { apiToken: '', token: 'x' }, 'token'],
    ['POST', '/api/approved-emails', { email: 'a@example.com', role: 'x' }, 'role'],
    ['POST', '/api/xero/disconnect', { tenantId: 'x' }, 'tenantId'],
  ])('is refused by its name: %s %s %j', async (method, path, body, field) => {
    const answer = await call(method, path, body);
    expect([path, answer.status]).toEqual([path, 400]);
    const issues = (answer.json() as { issues: { path: string; message: string }[] }).issues;
    expect(issues.map((issue) => issue.path)).toContain(field);
    expect(answer.text).toContain(`“${field.split('.').at(-1) ?? ''}”`);
  });

  test('starts no timer', () => {
    expect(shared().server.services.db.select().from(timers).all()).toEqual([]);
  });

  test('of a change, and of a confirmation, is refused as well', async () => {
    const { paths } = makeRecords();
    for (const path of Object.values(paths)) {
      expect((await call('PUT', path, { colour: 'x' })).text).toContain('“colour”');
    }
    expect((await call('POST', `${paths.task}/confirm`, { hours: 2 })).status).toBe(400);
    expect((await call('DELETE', paths.log, { reason: 'x' })).status).toBe(400);
  });
});

test('A whole record that is sent back is taken, its other fields ignored', async () => {
  const { paths } = makeRecords();
  for (const path of Object.values(paths)) {
    const record = (await call('GET', path)).json() as object;
    expect([path, (await call('PUT', path, record)).status]).toEqual([path, 200]);
    expect((await call('GET', path)).json()).toMatchObject({ ...record, ...volatile(record) });
  }
});

/** What a change moves on by itself. */
const volatile = (record: object) =>
  'updatedAt' in record
    ? Object.fromEntries(
        [
          'updatedAt',
          'suggested',
          'suggestionReasons',
          'isClientSuggested',
          'isWorkTypeSuggested',
        ].map((name) => [name, expect.anything() as unknown]),
      )
    : {};

test('What clients of the specification send is taken', async () => {
  const { clientId } = makeRecords();
  const hardware = idOf(
    await call('POST', '/api/work-types', { name: 'Hardware', hourlyRate: '0', description: '' }),
  );
  const log = await call('POST', '/api/work-logs', {
    ...{ clientId, workTypeId: hardware, duration: 0, description: '', hourlyRate: '0' },
    ...{ date: new Date().toISOString(), totalAmount: '10.00', billable: true },
  });
  expect(log.status).toBe(201);
  const item = {
    ...{
      itemName: 'Router',
      description: '',
      quantity: 1,
      unitPrice: '10.00',
      totalPrice: '10.00',
    },
    ...{ vatIncluded: true, vatRate: '20', taxCode: 'OUTPUT2' },
  };
  const items = `/api/worklogs/${idOf(log)}/hardware-items`;
  const added = await call('POST', items, item);
  expect(added.status).toBe(201);
  expect((await call('PUT', `${items}/${idOf(added)}`, item)).status).toBe(200);
  const work = { id: hardware, name: 'Hardware', hourlyRate: '0', description: '' };
  expect((await call('PUT', `/api/work-types/${hardware}`, work)).status).toBe(200);
});

describe('Rounding by the day, or to the nearest, without rounding', () => {
  const add = (more: object) =>
    call('POST', '/api/clients', { name: `Client ${JSON.stringify(more)}`, ...more });

  test.each([{ billingPer: 'day' }, { billingRounding: 'nearest', billingStep: 1 }])(
    'is refused, since it would do nothing: %j',
    async (choice) => {
      const answer = await add(choice);
      expect([answer.status, answer.text]).toEqual([
        400,
        expect.stringContaining('Time is not rounded, so this has no effect.'),
      ]);
      const id = idOf(await add({}));
      expect((await call('PUT', `/api/clients/${id}`, choice)).status).toBe(400);
      expect((await call('PUT', `/api/clients/${id}`, { ...choice, billingStep: 15 })).status).toBe(
        200,
      );
    },
  );

  test('goes when rounding goes', async () => {
    const id = idOf(await add({ billingStep: 15, billingPer: 'day' }));
    const answer = await call('PUT', `/api/clients/${id}`, { billingStep: 1 });
    expect(answer.json()).toMatchObject({ billingStep: 1, billingPer: 'log' });
  });

  test('that was stored before is left in a record that is sent back', async () => {
    const id = idOf(await add({}));
    shared().server.services.db.update(clients).set({ billingPer: 'day' }).run();
    const record = (await call('GET', `/api/clients/${id}`)).json() as object;
    const answer = await call('PUT', `/api/clients/${id}`, { ...record, notes: 'Kept' });
    expect([answer.status, answer.json()]).toMatchObject([
      200,
      { billingPer: 'day', notes: 'Kept' },
    ]);
  });
});
