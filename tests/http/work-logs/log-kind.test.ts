import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { workTypes } from '#db/schema.ts';
import { addClient, addLog, addWorkType } from '../../support/data/entries.ts';
import { controlOf, visibleText } from '../../support/html.ts';
import { useSharedServer } from '../../support/server/shared-server.ts';
import { idOf } from '../../support/server/visitor.ts';

const shared = useSharedServer();

const call = (method: string, path: string, body?: object) =>
  shared().visitor.api(method, path, body);
const read = async (path: string) => (await call('GET', path)).json();

/** 90 minutes at £75.00, or a laptop for £500.00. */
async function addWork(kind: 'time' | 'hardware') {
  const { server } = shared();
  const clientId = addClient(server, 'Acme');
  const workTypeId = addWorkType(server, kind === 'time' ? 'Support' : 'Hardware');
  const log = await call('POST', '/api/work-logs', {
    clientId,
    workTypeId,
    ...(kind === 'time'
      ? { duration: 90, hourlyRate: '75.00' }
      : { hardwareItems: [{ itemName: 'Laptop', unitPrice: '500.00' }] }),
  });
  return { id: idOf(log), path: `/api/work-logs/${idOf(log)}`, clientId, workTypeId };
}

/** Changes the kind of a work type in the database, which no address allows. */
function turn(workTypeId: number, isHardware: boolean): void {
  const { db } = shared().server.services;
  db.update(workTypes).set({ isHardware }).where(eq(workTypes.id, workTypeId)).run();
}

const STAYS =
  'Work logs use this work type, so you cannot switch it between time and hardware. Add another work type instead.';

describe('a work type that a log uses', () => {
  test('stays time or hardware, but can be changed otherwise', async () => {
    for (const kind of ['time', 'hardware'] as const) {
      const { workTypeId } = await addWork(kind);
      const path = `/api/work-types/${workTypeId}`;
      const before = await read(path);
      const refused = await call('PUT', path, { name: 'Other', isHardware: kind === 'time' });
      expect(refused.status).toBe(409);
      expect(refused.json()).toEqual({ message: STAYS });
      expect(await read(path)).toEqual(before);
      const same = { name: 'Other', isHardware: kind === 'hardware' };
      expect((await call('PUT', path, same)).json()).toMatchObject(same);
    }
  });

  test('says so on its form, which keeps all that was typed', async () => {
    const { workTypeId } = await addWork('time');
    const typed = { name: 'Kit', hourlyRate: '81.00', description: 'Bought in', isHardware: 'on' };
    const before = await read(`/api/work-types/${workTypeId}`);
    const answer = await shared().visitor.post(`/settings/work-types/${workTypeId}/edit`, typed);
    expect(answer.status).toBe(409);
    expect(controlOf(answer.text, 'isHardware')).toMatchObject({
      isChecked: true,
      isInvalid: true,
      descriptions: [expect.any(String), STAYS],
    });
    expect(controlOf(answer.text, 'name').value).toBe('Kit');
    expect(controlOf(answer.text, 'description').value).toBe('Bought in');
    expect(await read(`/api/work-types/${workTypeId}`)).toEqual(before);
  });

  test('may become the other kind while no log uses it', async () => {
    const path = `/api/work-types/${addWorkType(shared().server, 'Support')}`;
    expect((await call('PUT', path, { isHardware: true })).json()).toMatchObject({
      isHardware: true,
    });
  });
});

describe('a log', () => {
  test('stays what it was made as, whatever its work type became', async () => {
    const time = await addWork('time');
    turn(time.workTypeId, true);
    expect((await call('PUT', time.path, { description: 'x' })).json()).toMatchObject({
      isHardware: false,
      duration: 90,
      totalAmount: '112.50',
      description: 'x',
    });
    const hardware = await addWork('hardware');
    turn(hardware.workTypeId, false);
    expect((await call('PUT', hardware.path, { description: 'x' })).json()).toMatchObject({
      isHardware: true,
      duration: 0,
      totalAmount: '500.00',
      hardwareItems: [{ itemName: 'Laptop' }],
    });
    const form = (await shared().visitor.get(`/work-logs/${time.id}/edit`)).text;
    expect(controlOf(form, 'duration').value).toBe('1.5');
  });

  test('for time cannot take a hardware type, nor the reverse', async () => {
    const time = await addWork('time');
    const hardware = await addWork('hardware');
    for (const [log, other, message] of [
      [
        time,
        hardware,
        'This work log is for time, and stays that. Choose a work type that is not hardware.',
      ],
      [
        hardware,
        time,
        'This work log is for hardware, and stays that. Choose a work type that is hardware.',
      ],
    ] as const) {
      const before = await read(log.path);
      const change = { workTypeId: other.workTypeId, duration: 60, description: 'x' };
      const refused = await call('PUT', log.path, change);
      expect(refused.status).toBe(409);
      expect(refused.json()).toEqual({ message });
      expect(await read(log.path)).toEqual(before);
      const forced = await shared().visitor.post(`/work-logs/${log.id}/edit`, {
        workTypeId: String(other.workTypeId),
        clientId: String(log.clientId),
        description: 'Typed',
      });
      expect(forced.status).toBe(409);
      expect(visibleText(forced.text)).toContain(message);
      expect(controlOf(forced.text, 'description').value).toBe('Typed');
      expect(await read(log.path)).toEqual(before);
    }
  });

  test('offers only work types of its kind on its form', async () => {
    const { server, visitor } = shared();
    const time = await addWork('time');
    const hardware = await addWork('hardware');
    const offers = async (id: number, workTypeId: number) => {
      const { text } = await visitor.get(`/work-logs/${id}/edit`);
      const picker = /<select[^>]*name="workTypeId"[\s\S]*?<\/select>/.exec(text)?.[0] ?? '';
      return picker.includes(`value="${workTypeId}"`);
    };
    const support = addWorkType(server, 'More support');
    expect(await offers(time.id, support)).toBe(true);
    expect(await offers(time.id, hardware.workTypeId)).toBe(false);
    expect(await offers(hardware.id, support)).toBe(false);
    expect(await offers(hardware.id, hardware.workTypeId)).toBe(true);
  });

  test('of hardware without items is hardware, too', async () => {
    const { server } = shared();
    const answer = await call('POST', '/api/work-logs', {
      clientId: addClient(server, 'Acme'),
      workTypeId: addWorkType(server, 'Hardware'),
    });
    expect(answer.json()).toMatchObject({ isHardware: true, hardwareItems: [] });
  });
});

describe('a date more than a year ahead', () => {
  const TOO_FAR =
    'This date is more than a year ahead. Check the year, and enter the day on which the work was done.';

  test('is refused by the API and the forms, and the log stays as it was', async () => {
    const { server, visitor } = shared();
    server.setClock(new Date('2026-03-29T12:00:00Z'));
    const { id, path, clientId, workTypeId } = await addWork('time');
    const issues = [{ path: 'date', message: TOO_FAR }];
    const before = await read(path);
    for (const date of ['2206-03-29', '2027-03-30', '2027-03-30T00:30:00+01:00']) {
      for (const refused of [
        await call('PUT', path, { date }),
        await call('POST', '/api/work-logs', { clientId, workTypeId, duration: 60, date }),
      ]) {
        expect(refused.status).toBe(400);
        expect(refused.json()).toEqual({ message: TOO_FAR, issues });
      }
    }
    const typed = {
      clientId: String(clientId),
      workTypeId: String(workTypeId),
      duration: '1.5',
      date: '2206-03-29',
    };
    for (const form of ['/work-logs/new', `/work-logs/${id}/edit`]) {
      const refused = await visitor.post(form, typed);
      expect(refused.status).toBe(400);
      expect(controlOf(refused.text, 'date')).toMatchObject({
        value: '2206-03-29',
        descriptions: [TOO_FAR],
      });
    }
    expect(await read(path)).toEqual(before);
    expect((await call('PUT', path, { date: '2027-03-29' })).status).toBe(200);
    server.setClock(new Date());
  });

  test('does not prevent the edit of a log that already has one', async () => {
    const { server } = shared();
    server.setClock(new Date('2206-03-29T12:00:00Z'));
    const clientId = addClient(server, 'Acme');
    const id = addLog(server, { clientId, workTypeId: addWorkType(server, 'Support') });
    server.setClock(new Date());
    const path = `/api/work-logs/${id}`;
    expect((await call('PUT', path, { description: 'x' })).status).toBe(200);
  });
});
