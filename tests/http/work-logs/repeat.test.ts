import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { hardwareItems, workLogs } from '#db/schema.ts';
import { addClient, addLog, addWorkType } from '../../support/data/entries.ts';
import { addPendingLog, pendingRow } from '../../support/data/pending-work-logs.ts';
import { fieldsOf } from '../../support/form.ts';
import { toastOf, visibleText } from '../../support/html.ts';
import { useServer } from '../../support/server/use-server.ts';
import { idOf, visitSignedIn, type Visitor } from '../../support/server/visitor.ts';

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

const log = async (more: object = {}) => {
  const body = { clientId, workTypeId, duration: 45, description: 'Backup', ...more };
  return idOf(await visitor.api('POST', '/api/work-logs', body));
};
const repeat = (id: number, body?: object) =>
  visitor.api('POST', `/api/work-logs/${id}/repeat`, body);
const logs = async () => {
  const answer = await visitor.api('GET', '/api/work-logs');
  return z.array(z.looseObject({ id: z.int() })).parse(answer.json());
};

describe('repeating a log', () => {
  test('logs the same work now', async () => {
    const id = await log({ date: '2026-11-02', billable: false });
    const answer = await repeat(id);
    expect(answer.status).toBe(201);
    expect(answer.json()).toMatchObject({
      clientId,
      workTypeId,
      duration: 45,
      description: 'Backup',
      billable: false,
      date: '2026-11-20T09:00:00.000Z',
      isInvoiced: false,
    });
    expect(idOf(answer)).not.toBe(id);
  });

  test("charges today's rate, unless the log had one of its own", async () => {
    const usual = await log();
    const own = await log({ hourlyRate: '55.00' });
    await visitor.api('PUT', `/api/clients/${clientId}`, { standardRate: '70.00' });
    expect((await repeat(usual)).json()).toMatchObject({
      hourlyRate: '70.00',
      totalAmount: '52.50',
    });
    expect((await repeat(own)).json()).toMatchObject({ hourlyRate: '55.00' });
  });

  test('keeps a rate that a person chose from the list, the discounted one', async () => {
    await visitor.api('PUT', `/api/clients/${clientId}`, {
      standardRate: '80.00',
      discountedRate: '50.00',
    });
    const chosen = await log({ hourlyRate: '50.00' });
    expect((await repeat(chosen)).json()).toMatchObject({ hourlyRate: '50.00' });
    const edited = await log();
    await visitor.api('PUT', `/api/work-logs/${edited}`, { hourlyRate: '50.00' });
    expect((await repeat(edited)).json()).toMatchObject({ hourlyRate: '50.00' });
  });

  test("takes today's rate for the log of a task, whose rate the rules gave", async () => {
    await visitor.api('PUT', `/api/clients/${clientId}`, {
      standardRate: '80.00',
      discountedRate: '50.00',
    });
    const task = (more: object = {}) =>
      addPendingLog(server(), {
        ...{ clientId, workTypeId, duration: 45, estimatedHourlyRatePence: 5_000 },
        ...more,
      });
    const confirmed = async (id: number) => {
      await visitor.api('POST', `/api/pending-worklogs/${id}/confirm`);
      return pendingRow(server(), id).workLogId ?? 0;
    };
    const usual = await repeat(await confirmed(task()));
    expect(usual.json()).toMatchObject({ hourlyRate: '80.00' });
    const typed = task({ setByPerson: '["estimatedHourlyRate"]' });
    expect((await repeat(await confirmed(typed))).json()).toMatchObject({ hourlyRate: '50.00' });
  });

  test('takes the usual rate where an edit for another client gave the discounted one', async () => {
    const other = addClient(server(), 'Quay Books');
    await visitor.api('PUT', `/api/clients/${other}`, {
      standardRate: '80.00',
      discountedRate: '50.00',
    });
    const moved = await log();
    const answer = await visitor.api('PUT', `/api/work-logs/${moved}`, { clientId: other });
    expect(answer.json()).toMatchObject({ hourlyRate: '50.00' });
    expect((await repeat(moved)).json()).toMatchObject({ hourlyRate: '80.00' });
  });

  test('knows a rate that was changed by an edit as its own', async () => {
    const id = await log();
    await visitor.api('PUT', `/api/work-logs/${id}`, { hourlyRate: '99.00' });
    await visitor.api('PUT', `/api/work-logs/${id}`, { description: 'Restore' });
    expect((await repeat(id)).json()).toMatchObject({ hourlyRate: '99.00' });
  });

  test('takes hardware along with its items', async () => {
    const hardware = addWorkType(server(), 'Hardware');
    const items = [{ itemName: 'Router', quantity: 2, unitPrice: '49.00' }];
    const id = await log({ workTypeId: hardware, duration: 0, hardwareItems: items });
    expect((await repeat(id, { confirm: 'hardware' })).json()).toMatchObject({
      isHardware: true,
      totalAmount: '98.00',
      hardwareItems: [{ itemName: 'Router', quantity: 2, unitPrice: '49.00' }],
    });
    expect(await logs()).toMatchObject([{ totalAmount: '98.00' }, { totalAmount: '98.00' }]);
  });

  test('with one key is one log', async () => {
    const id = await log();
    const key = { 'Idempotency-Key': 'again' };
    const path = `/api/work-logs/${id}/repeat`;
    const first = await visitor.api('POST', path, undefined, key);
    expect((await visitor.api('POST', path, undefined, key)).json()).toEqual(first.json());
    expect(await logs()).toHaveLength(2);
  });

  test('is refused for an inactive client, an unknown log and another method', async () => {
    const id = await log();
    await visitor.api('DELETE', `/api/clients/${clientId}`);
    expect((await repeat(id)).status).toBe(400);
    expect((await repeat(999)).status).toBe(404);
    expect((await visitor.api('GET', `/api/work-logs/${id}/repeat`)).status).toBe(405);
    expect(await logs()).toHaveLength(1);
  });
});

describe('Undo of one log', () => {
  const ITEM = {
    itemName: 'Cable',
    quantity: 1,
    unitPrice: '9.99',
    vatIncluded: false,
    vatRate: '20',
    taxCode: 'OUTPUT2',
  };
  const cables = () =>
    log({
      workTypeId: addWorkType(server(), 'Hardware'),
      duration: undefined,
      hardwareItems: [ITEM, { ...ITEM, itemName: 'Plug' }],
    });

  /** Repeats a log with a press; gives the new log and the address of its toast's Undo. */
  async function logged(from: number): Promise<{ id: number; undo: string }> {
    const press = fieldsOf((await visitor.get('/work-logs')).text, 'work-logs');
    await visitor.post('/work-logs/repeat', {
      ...press,
      repeat: String(from),
      // What hardware is asked about.
      confirm: 'hardware',
    });
    const { text } = await visitor.get('/work-logs');
    const undo = /action="(\/work-logs\/\d+\/undo)"/.exec(text)?.[1] ?? 'no Undo';
    return { id: Number(/\d+/.exec(undo)?.[0]), undo };
  }

  /** Presses Undo; gives the toast, and whether the log is there. */
  async function takenBack({ id, undo }: { id: number; undo: string }) {
    expect((await visitor.post(undo)).status).toBe(303);
    const toast = toastOf((await visitor.get('/work-logs')).text);
    return { toast, isThere: (await logs()).some((one) => one.id === id) };
  }
  const KEPT = {
    toast: expect.stringContaining('The log was changed since, so no changes were made.') as string,
    isThere: true,
  };
  const GONE = {
    toast: expect.stringContaining('Work log deleted successfully') as string,
    isThere: false,
  };

  test('leaves what somebody wrote into it since, and says so', async () => {
    const made = await logged(await log());
    const colleague = await visitSignedIn(server());
    await colleague.api('PUT', `/api/work-logs/${made.id}`, { description: 'Restore, too' });
    expect(await takenBack(made)).toEqual(KEPT);
  });

  test('leaves what is on an invoice, and says so', async () => {
    const made = await logged(await log());
    server().services.db.update(workLogs).set({ isInvoiced: true }).run();
    const { toast, isThere } = await takenBack(made);
    expect(toast).toContain('This work log is on an invoice');
    expect(isThere).toBe(true);
  });

  test('takes back hardware as it was logged, and a second press changes nothing', async () => {
    const made = await logged(await cables());
    expect(await takenBack(made)).toEqual(GONE);
    expect(await takenBack(made)).toEqual(GONE);
  });

  test.each([
    ['added', 'POST', ITEM],
    ['changed', 'PUT', { ...ITEM, itemName: 'Better plug' }],
    ['removed', 'DELETE', undefined],
  ] as const)('leaves hardware of which an item was %s since', async (_, method, body) => {
    const made = await logged(await cables());
    server().setClock(new Date('2026-11-20T09:01:00Z'));
    const path = `/api/worklogs/${made.id}/hardware-items`;
    const stored = server().services.db.select().from(hardwareItems).all();
    const at = method === 'POST' ? path : `${path}/${stored.at(-1)?.id ?? 0}`;
    expect((await visitor.api(method, at, body)).status).toBeLessThan(300);
    expect(await takenBack(made)).toEqual(KEPT);
  });
});

describe('on the screens', () => {
  test.each([
    ['/work-logs?billable=true', 'work-logs'],
    ['/dashboard', 'recent-activity'],
  ])('%s repeats a log with one press, and can take it back', async (path, form) => {
    const id = await log();
    const page = await visitor.get(path);
    const press = { ...fieldsOf(page.text, form), repeat: String(id) };
    const answer = await visitor.post('/work-logs/repeat', press);
    expect(answer.location).toBe(path);
    // A second click sends the same key.
    await visitor.post('/work-logs/repeat', press);
    expect(await logs()).toHaveLength(2);
    const after = await visitor.get(path);
    expect(toastOf(after.text)).toContain('0h 45m for Thorn, Support: £45.00');
    const undo = /action="(\/work-logs\/\d+\/undo)"/.exec(after.text)?.[1] ?? '';
    await visitor.post(undo, { goTo: path });
    expect(await logs()).toHaveLength(1);
  });

  test('work that is logged again and again is offered on the Dashboard and in the quick log', async () => {
    await log({ description: 'Check backups' });
    const before = await visitor.get('/dashboard');
    expect(before.text.includes('id="usual-work"')).toBe(false);
    await log({ description: 'Check backups' });
    for (const path of ['/dashboard', '/work-logs/quick-log?back=%2Fclients']) {
      const page = await visitor.get(path);
      expect(visibleText(page.text)).toContain('0h 45m · Support · Check backups');
      const fields = fieldsOf(page.text, 'usual-work');
      const newest = /name="repeat" value="(\d+)"/.exec(page.text)?.[1] ?? '';
      const answer = await visitor.post('/work-logs/repeat', { ...fields, repeat: newest });
      expect(answer.location).toBe(path === '/dashboard' ? path : '/clients');
    }
    expect(await logs()).toHaveLength(4);
  });

  test('usual work with changing descriptions is logged without one', async () => {
    await log({ description: 'Check backups' });
    const id = await log({ description: 'Move mailbox' });
    const page = await visitor.get('/dashboard');
    expect(page.text).toContain(`name="bare" value="${id}"`);
    const fields = fieldsOf(page.text, 'usual-work');
    await visitor.post('/work-logs/repeat', { ...fields, bare: String(id) });
    expect(await logs()).toMatchObject([{ description: '' }, {}, {}]);
  });

  test('its timer is started with one press, too', async () => {
    const id = await log();
    await log();
    const page = await visitor.get('/dashboard');
    const fields = fieldsOf(page.text, 'usual-work');
    await visitor.post('/work-logs/repeat', { ...fields, time: String(id) });
    const timer = (await visitor.api('GET', '/api/timer')).json();
    expect(timer).toMatchObject({ running: true, clientId, workTypeId, description: '' });
  });

  test('a form without a pressed button repeats nothing', async () => {
    await log();
    expect((await visitor.post('/work-logs/repeat', { back: '/work-logs' })).status).toBe(303);
    expect(await logs()).toHaveLength(1);
  });

  test('Save and add another comes back to the empty form, with the filters', async () => {
    const path = '/work-logs/new?isInvoiced=false';
    const page = await visitor.get(path);
    const fields = { clientId: String(clientId), workTypeId: String(workTypeId), duration: '1' };
    const answer = await visitor.post(path, {
      ...fieldsOf(page.text, 'work-log'),
      ...fields,
      then: 'another',
    });
    expect(answer.location).toBe(path);
    expect(await logs()).toHaveLength(1);
  });

  test('a long list of clients begins with those used last', async () => {
    for (const name of ['Ash', 'Birch', 'Cedar', 'Elm', 'Fir', 'Oak']) addClient(server(), name);
    addLog(server(), { clientId, workTypeId });
    const page = await visitor.get('/work-logs/new');
    expect(page.text).toMatch(
      /<optgroup label="Recent"><option value="\d+">Thorn<\/option><\/optgroup><optgroup label="All others">/,
    );
  });
});
