import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { workLogs } from '#db/schema.ts';
import { useSharedServer } from '../../support/server/shared-server.ts';
import { TEST_EMAIL } from '../../support/server/test-server.ts';
import { idOf, type Answer } from '../../support/server/visitor.ts';

const shared = useSharedServer();

const call = (method: string, path: string, body?: object) =>
  shared().visitor.api(method, path, body);
const addClient = async (rates: object = {}) =>
  idOf(await call('POST', '/api/clients', { name: 'Acme', ...rates }));
const addWorkType = async (more: object = {}) =>
  idOf(await call('POST', '/api/work-types', { name: 'Support', hourlyRate: '80.00', ...more }));

/** A log of one hour, for a client and a work type of its own unless told otherwise. */
async function addLog(more: object = {}): Promise<Answer> {
  const own = { clientId: await addClient(), workTypeId: await addWorkType() };
  // The tests of this file fill more than a day, which is asked about (doubtful.test.ts).
  return call('POST', '/api/work-logs', { ...own, duration: 60, confirm: 'hours-day', ...more });
}

describe('logging work', () => {
  test('answers with the whole log', async () => {
    const clientId = await addClient({ name: 'Acme & Co', standardRate: '33.33' });
    const workTypeId = await addWorkType({ name: 'On-site support' });
    const answer = await addLog({
      clientId,
      workTypeId,
      duration: 50,
      description: 'Mended the printer',
      date: '2026-03-27T09:30:00.500Z',
      billable: false,
    });
    expect(answer.status).toBe(201);
    expect(answer.json()).toEqual({
      id: idOf(answer),
      clientId,
      workTypeId,
      client: { name: 'Acme & Co' },
      workType: { name: 'On-site support' },
      jobId: null,
      job: null,
      isHardware: false,
      duration: 50,
      description: 'Mended the printer',
      hourlyRate: '33.33',
      totalAmount: '27.78', // 27.775, half up
      billable: false,
      date: '2026-03-27T09:30:00.500Z',
      startedAt: null,
      endedAt: null,
      isInvoiced: false,
      xeroInvoiceId: null,
      xeroInvoiceNumber: null,
      hardwareItems: [],
      loggedById: 1,
      loggedBy: TEST_EMAIL,
    });
    expect((await call('GET', `/api/work-logs/${idOf(answer)}`)).json()).toEqual(answer.json());
  });

  test('needs no more than a client, a work type and a duration', async () => {
    const now = new Date('2026-10-25T01:30:00.123Z');
    shared().server.setClock(now);
    const answer = await addLog();
    expect(answer.json()).toMatchObject({
      description: '',
      billable: true,
      date: now.toISOString(),
    });
  });

  test.each([
    ['2026-01-15', '2026-01-15T12:00:00.000Z'],
    ['2026-07-15', '2026-07-15T11:00:00.000Z'],
    ['2026-03-29', '2026-03-29T11:00:00.000Z'],
    ['2026-10-25', '2026-10-25T12:00:00.000Z'],
    ['2026-07-15T23:30:00+01:00', '2026-07-15T22:30:00.000Z'],
  ])('on %s is stored at %s: a plain date at noon in London', async (date, instant) => {
    expect((await addLog({ date })).json()).toMatchObject({ date: instant });
  });

  test('never trusts a total, an invoice or a name that is sent', async () => {
    const answer = await addLog({
      id: 99_999,
      totalAmount: '0.01',
      isInvoiced: true,
      xeroInvoiceId: 'forged',
      client: { name: 'forged' },
    });
    expect(answer.json()).toMatchObject({
      id: expect.not.toBeOneOf([99_999]) as unknown,
      totalAmount: '60.00',
      isInvoiced: false,
      xeroInvoiceId: null,
      client: { name: 'Acme' },
    });
  });
});

describe('the rate of a new log', () => {
  test.each([
    [{ standardRate: '70.00', discountedRate: '50.00' }, '80.00', undefined, '70.00'],
    [{ standardRate: '0', discountedRate: '50.00' }, '80.00', undefined, '80.00'],
    [{ standardRate: '0' }, '0', undefined, '60.00'],
    [{ standardRate: '70.00' }, '80.00', '12.50', '12.50'],
    [{ standardRate: '70.00' }, '80.00', '', '70.00'],
    [{ standardRate: '70.00' }, '80.00', '0.00', '0.00'],
  ])('client %j, work type %s, given %j: %s', async (rates, hourlyRate, given, expected) => {
    const clientId = await addClient(rates);
    const workTypeId = await addWorkType({ hourlyRate });
    const answer = await addLog({ clientId, workTypeId, hourlyRate: given });
    expect(answer.json()).toMatchObject({ hourlyRate: expected, totalAmount: expected });
  });

  test('is copied, so that no later change of client or work type affects the log', async () => {
    const clientId = await addClient({ standardRate: '70.00' });
    const workTypeId = await addWorkType();
    const log = await addLog({ clientId, workTypeId });
    await call('PUT', `/api/clients/${clientId}`, { standardRate: '99.00', discountedRate: '1' });
    await call('PUT', `/api/work-types/${workTypeId}`, { hourlyRate: '99.00' });
    expect((await call('GET', `/api/work-logs/${idOf(log)}`)).json()).toEqual(log.json());
    // Nor does an edit of the log that leaves client and work type alone.
    const edited = await call('PUT', `/api/work-logs/${idOf(log)}`, { duration: 120 });
    expect(edited.json()).toMatchObject({ hourlyRate: '70.00', totalAmount: '140.00' });
  });
});

describe('what breaks a rule', () => {
  const SELECT = 'Please select client and work type';
  const ENTER = 'Please enter duration (hours or minutes)';
  const MINUTES = 'This should be a whole number of minutes.';
  const DATE = 'Enter a date as YYYY-MM-DD, or an ISO timestamp.';
  const OUTSIDE = 'Enter a date from 1970-01-01 to 9998-12-31.';
  const LONG = 'One work log can be at most 100 hours long. Split it into several.';

  test.each([
    [{ clientId: undefined }, 'clientId', SELECT],
    [{ clientId: '' }, 'clientId', SELECT],
    [{ clientId: 0 }, 'clientId', SELECT],
    [{ workTypeId: null }, 'workTypeId', SELECT],
    [{ clientId: 999_999 }, 'clientId', 'This client does not exist. Choose another.'],
    [{ workTypeId: 999_999 }, 'workTypeId', 'This work type does not exist. Choose another.'],
    [{ duration: undefined }, 'duration', ENTER],
    [{ duration: null }, 'duration', ENTER],
    [{ duration: 0 }, 'duration', ENTER],
    [{ duration: -5 }, 'duration', MINUTES],
    [{ duration: 1.5 }, 'duration', MINUTES],
    [{ duration: '60' }, 'duration', MINUTES],
    [{ duration: 1e300 }, 'duration', MINUTES],
    [{ duration: 6_001 }, 'duration', LONG],
    [{ date: '2026-02-30' }, 'date', DATE],
    [{ date: '1969-12-31' }, 'date', OUTSIDE],
    [{ date: '1969-12-31T23:00:00Z' }, 'date', OUTSIDE],
    [{ date: '9999-01-01' }, 'date', OUTSIDE],
    [{ date: '29/03/2026' }, 'date', DATE],
    [{ date: '2026-03-29T10:00:00' }, 'date', DATE],
    [{ date: '2026-02-30T10:00:00Z' }, 'date', DATE],
    [{ date: '+012026-01-01T00:00:00Z' }, 'date', DATE],
    [{ date: 1_774_785_600_000 }, 'date', DATE],
    [{ billable: 'perhaps' }, 'billable', 'This should be true or false.'],
    [{ description: 7 }, 'description', 'This should be text.'],
  ])('%j is refused at %s', async (wrong, path, message) => {
    const { db } = shared().server.services;
    const own = { clientId: await addClient(), workTypeId: await addWorkType() };
    const countLogs = () => db.select().from(workLogs).all().length;
    const before = countLogs();
    const refused = await addLog({ ...own, ...wrong });
    expect(refused.status).toBe(400);
    expect(refused.json()).toEqual({ message, issues: [{ path, message }] });
    expect(countLogs()).toBe(before);
    expect((await addLog(own)).status).toBe(201);
  });

  test('without client and work type, both are named', async () => {
    const answer = await call('POST', '/api/work-logs', { duration: 60 });
    expect(answer.json()).toEqual({
      message: SELECT,
      issues: [
        { path: 'clientId', message: SELECT },
        { path: 'workTypeId', message: SELECT },
      ],
    });
  });

  test('a log may have 6,000 minutes', async () => {
    const longest = await addLog({ duration: 6_000, hourlyRate: '1000000.00' });
    expect(longest.json()).toMatchObject({ duration: 6_000, totalAmount: '100000000.00' });
  });

  test('a deactivated client gets no new log', async () => {
    const clientId = await addClient();
    await call('DELETE', `/api/clients/${clientId}`);
    const refused = await addLog({ clientId });
    const message =
      'This client is inactive. Choose another, or reactivate it on the Clients screen.';
    expect(refused.status).toBe(400);
    expect(refused.json()).toEqual({ message, issues: [{ path: 'clientId', message }] });
  });

  test('a hardware log has no hours and no rate, whatever is sent', async () => {
    const workTypeId = await addWorkType({ isHardware: true });
    const hardware = await addLog({ workTypeId, duration: 90, hourlyRate: '50.00' });
    expect(hardware.status).toBe(201);
    expect(hardware.json()).toMatchObject({
      duration: 0,
      hourlyRate: '0.00',
      totalAmount: '0.00',
      hardwareItems: [],
    });
  });
});

describe('editing a log', () => {
  test('changes what is sent and leaves the rest as it was, to the millisecond', async () => {
    const log = await addLog({ date: '2026-03-29T01:02:03.004Z', description: 'Old' });
    const answer = await call('PUT', `/api/work-logs/${idOf(log)}`, { description: 'New' });
    expect(answer.status).toBe(200);
    expect(answer.json()).toEqual({ ...(log.json() as object), description: 'New' });
  });

  test('computes the total again, whatever total is sent', async () => {
    const log = await addLog();
    const change = { duration: 90, hourlyRate: '33.33', totalAmount: '1.00', confirm: 'day' };
    const answer = await call('PUT', `/api/work-logs/${idOf(log)}`, change);
    expect(answer.json()).toMatchObject({ hourlyRate: '33.33', totalAmount: '50.00' });
  });

  test.each([
    [{ discountedRate: '55.00' }, '55.00'],
    [{ discountedRate: '0' }, '80.00'],
    [{}, '80.00'],
  ])('to a client with %j takes the rate %s', async (rates, expected) => {
    const log = await addLog();
    const clientId = await addClient({ name: 'Other', standardRate: '71.00', ...rates });
    const workTypeId = await addWorkType();
    const path = `/api/work-logs/${idOf(log)}`;
    const answer = await call('PUT', path, { clientId, workTypeId });
    expect(answer.json()).toMatchObject({ client: { name: 'Other' }, hourlyRate: expected });
    const told = await call('PUT', path, { clientId: await addClient(), hourlyRate: '12.00' });
    expect(told.json()).toMatchObject({ client: { name: 'Acme' }, hourlyRate: '12.00' });
  });

  test('keeps a deactivated client and a deleted work type, but cannot change to one', async () => {
    const clientId = await addClient();
    const workTypeId = await addWorkType();
    const log = await addLog({ clientId, workTypeId });
    const other = await addLog();
    await call('DELETE', `/api/clients/${clientId}`);
    await call('DELETE', `/api/work-types/${workTypeId}`);
    const kept = await call('PUT', `/api/work-logs/${idOf(log)}`, { duration: 30 });
    expect(kept.json()).toMatchObject({ clientId, workTypeId, totalAmount: '30.00' });
    for (const change of [{ clientId }, { workTypeId }]) {
      const refused = await call('PUT', `/api/work-logs/${idOf(other)}`, change);
      expect(refused.status).toBe(400);
    }
  });
});

test('deleting a log leaves nothing of it', async () => {
  const id = idOf(await addLog());
  const answer = await call('DELETE', `/api/work-logs/${id}`);
  expect([answer.status, answer.text]).toEqual([204, '']);
  for (const method of ['GET', 'DELETE']) {
    expect((await call(method, `/api/work-logs/${id}`)).status).toBe(404);
  }
});

test('an invoiced log can be read, but neither edited nor deleted', async () => {
  const { db } = shared().server.services;
  const id = idOf(await addLog());
  const setInvoiced = (isInvoiced: boolean) =>
    db
      .update(workLogs)
      .set({ isInvoiced, xeroInvoiceId: 'b9f1', xeroInvoiceNumber: 'INV-1' })
      .where(eq(workLogs.id, id))
      .run();
  setInvoiced(true);
  const before = await call('GET', `/api/work-logs/${id}`);
  expect(before.json()).toMatchObject({
    isInvoiced: true,
    xeroInvoiceId: 'b9f1',
    xeroInvoiceNumber: 'INV-1',
  });
  for (const [method, body] of [['PUT', { description: 'Sneaked in' }], ['DELETE']] as const) {
    const refused = await call(method, `/api/work-logs/${id}`, body);
    expect(refused.status).toBe(409);
    expect(refused.json()).toEqual({
      message: 'This work log is on an invoice, so it cannot be edited or deleted.',
    });
  }
  expect((await call('GET', `/api/work-logs/${id}`)).json()).toEqual(before.json());
  setInvoiced(false);
  expect((await call('PUT', `/api/work-logs/${id}`, { description: 'Open' })).status).toBe(200);
  expect((await call('DELETE', `/api/work-logs/${id}`)).status).toBe(204);
});
