import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { addClient, addLog } from '../../support/data/entries.ts';
import { useSharedServer } from '../../support/server/shared-server.ts';
import { idOf } from '../../support/server/visitor.ts';

const shared = useSharedServer();

/** Adds a work type through the API; gives its id. */
async function addWorkType(body: object): Promise<number> {
  return idOf(await shared().visitor.api('POST', '/api/work-types', body));
}

/** The names in the list of work types. */
async function listNames(): Promise<string[]> {
  const answer = await shared().visitor.api('GET', '/api/work-types');
  expect(answer.status).toBe(200);
  return z
    .array(z.object({ name: z.string() }))
    .parse(answer.json())
    .map(({ name }) => name);
}

describe('adding a work type', () => {
  test('with a name alone gives it £60 an hour', async () => {
    const answer = await shared().visitor.api('POST', '/api/work-types', { name: 'Support' });
    expect(answer.status).toBe(201);
    expect(answer.json()).toEqual({
      id: idOf(answer),
      name: 'Support',
      hourlyRate: '60.00',
      description: null,
      isHardware: false,
      itemsName: null,
    });
  });

  test('keeps every field that is sent', async () => {
    const workType = {
      name: 'Consultancy',
      hourlyRate: '90.50',
      description: 'By the hour,\nin person',
      isHardware: true,
      itemsName: 'Expenses',
    };
    const answer = await shared().visitor.api('POST', '/api/work-types', workType);
    expect(answer.json()).toEqual({ id: idOf(answer), ...workType });
    const read = await shared().visitor.api('GET', `/api/work-types/${idOf(answer)}`);
    expect(read.json()).toEqual(answer.json());
  });

  test.each([
    [{ name: 'Hardware sales' }, true],
    [{ name: 'Used HARDWARE' }, true],
    [{ name: 'Used hardware', isHardware: false }, false],
    [{ name: 'Hard wear' }, false],
    [{ name: 'Things', isHardware: true }, true],
  ])('%j is hardware: %s', async (body, isHardware) => {
    const answer = await shared().visitor.api('POST', '/api/work-types', body);
    expect(answer.json()).toMatchObject({ isHardware });
  });

  test.each([
    [{}, 'name', 'Enter a name for the work type.'],
    [{ name: ' ' }, 'name', 'Enter a name for the work type.'],
    [
      { name: 'A', hourlyRate: 'x' },
      'hourlyRate',
      'Enter an amount from 0 to £1,000,000.00 with at most two decimals, such as 60.00.',
    ],
    [
      { name: 'A', description: 'd'.repeat(2_001) },
      'description',
      'Keep this to 2,000 characters or fewer.',
    ],
    [{ name: 'A', itemsName: 'n'.repeat(31) }, 'itemsName', 'Keep this to 30 characters or fewer.'],
    [{ name: 'A', isHardware: 'maybe' }, 'isHardware', 'This should be true or false.'],
  ])('%j is refused at %s', async (body, path, message) => {
    const before = await listNames();
    const answer = await shared().visitor.api('POST', '/api/work-types', body);
    expect(answer.status).toBe(400);
    expect(answer.json()).toEqual({ message, issues: [{ path, message }] });
    expect(await listNames()).toEqual(before);
  });
});

describe('changing a work type', () => {
  test('changes what is sent and leaves the rest as it was', async () => {
    const id = await addWorkType({ name: 'Hardware', hourlyRate: '10.00', description: 'Old' });
    const answer = await shared().visitor.api('PUT', `/api/work-types/${id}`, {
      id: 99_999,
      name: 'Things',
      description: '',
    });
    expect(answer.status).toBe(200);
    expect(answer.json()).toEqual({
      id,
      name: 'Things',
      hourlyRate: '10.00',
      description: null,
      isHardware: true,
      itemsName: null,
    });
  });

  test('to a name with “hardware” does not by itself make it hardware', async () => {
    const id = await addWorkType({ name: 'Support' });
    const answer = await shared().visitor.api('PUT', `/api/work-types/${id}`, {
      name: 'Hardware support',
    });
    expect(answer.json()).toMatchObject({ name: 'Hardware support', isHardware: false });
  });

  test('that breaks a rule changes nothing', async () => {
    const id = await addWorkType({ name: 'Firm' });
    const answer = await shared().visitor.api('PUT', `/api/work-types/${id}`, { name: '' });
    expect(answer.status).toBe(400);
    const read = await shared().visitor.api('GET', `/api/work-types/${id}`);
    expect(read.json()).toMatchObject({ name: 'Firm' });
  });
});

describe('deleting a work type', () => {
  test('erases it when no log uses it', async () => {
    const id = await addWorkType({ name: 'Unused' });
    const answer = await shared().visitor.api('DELETE', `/api/work-types/${id}`);
    expect(answer.status).toBe(204);
    expect(answer.text).toBe('');
    expect(await listNames()).not.toContain('Unused');
    for (const method of ['GET', 'DELETE']) {
      expect((await shared().visitor.api(method, `/api/work-types/${id}`)).status).toBe(404);
    }
  });

  test('takes it out of the list when a log uses it, and the log keeps the name', async () => {
    const { server, visitor } = shared();
    const workTypeId = await addWorkType({ name: 'Retired work' });
    const clientId = addClient(server, 'Keeper');
    const logId = addLog(server, { clientId, workTypeId });
    expect((await visitor.api('DELETE', `/api/work-types/${workTypeId}`)).status).toBe(204);
    expect(await listNames()).not.toContain('Retired work');
    const log = await visitor.api('GET', `/api/work-logs/${logId}`);
    expect(log.json()).toMatchObject({ workTypeId, workType: { name: 'Retired work' } });
    // New logs and changes cannot use it, and by its own address it is no longer there.
    const again = await visitor.api('POST', '/api/work-logs', {
      clientId,
      workTypeId,
      duration: 60,
    });
    const message = 'This work type was deleted. Choose another, or restore it in Settings.';
    expect(again.status).toBe(400);
    expect(again.json()).toEqual({ message, issues: [{ path: 'workTypeId', message }] });
    for (const [method, body] of [
      ['GET', undefined],
      ['DELETE', undefined],
      ['PUT', { name: 'Back' }],
    ] as const) {
      const answer = await visitor.api(method, `/api/work-types/${workTypeId}`, body);
      expect(answer.status).toBe(404);
    }
  });

  test('can be undone, and the work type can be used again', async () => {
    const { server, visitor } = shared();
    const workTypeId = await addWorkType({ name: 'Returning work' });
    const clientId = addClient(server, 'Keeper');
    addLog(server, { clientId, workTypeId });
    await visitor.api('DELETE', `/api/work-types/${workTypeId}`);
    expect((await visitor.post(`/settings/work-types/${workTypeId}/restore`)).status).toBe(303);
    expect(await listNames()).toContain('Returning work');
    const again = await visitor.api('POST', '/api/work-logs', {
      clientId,
      workTypeId,
      duration: 60,
    });
    expect(again.status).toBe(201);
  });
});
