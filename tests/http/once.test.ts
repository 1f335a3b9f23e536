import { describe, expect, test } from 'vitest';
import type { workLogs } from '#db/schema.ts';
import { clients } from '#db/schema.ts';
import { controlOf, toastOf } from '../support/html.ts';
import { useSharedServer } from '../support/shared-server.ts';
import { idOf } from '../support/visitor.ts';

const shared = useSharedServer();
const KEY = 'Idempotency-Key';
const countOf = (table: typeof clients | typeof workLogs) =>
  shared().server.services.db.select().from(table).all().length;

describe('an Idempotency-Key', () => {
  const post = (name: string, key: string) =>
    shared().visitor.api('POST', '/api/clients', { name }, { [KEY]: key });

  test('with the same body gives the stored answer, and adds nothing', async () => {
    const first = await post('Once', 'key-1');
    const count = countOf(clients);
    const again = await post('Once', 'key-1');
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
    expect(countOf(clients)).toBe(count);
    // The control: another key is another client.
    expect(idOf(await post('Once', 'key-2'))).not.toBe(idOf(first));
  });

  test('with another body is refused', async () => {
    await post('Mine', 'key-3');
    const count = countOf(clients);
    const refused = await post('Other', 'key-3');
    expect(refused.status).toBe(422);
    expect(countOf(clients)).toBe(count);
  });

  test('is still unused after a body that was wrong', async () => {
    expect((await post('', 'key-4')).status).toBe(400);
    expect((await post('Right', 'key-4')).status).toBe(201);
  });

  test('must be neither empty nor too long', async () => {
    expect((await post('Long', 'k'.repeat(256))).status).toBe(400);
    expect((await post('Long', 'k'.repeat(255))).status).toBe(201);
  });
});

describe('the one-time key of a form', () => {
  const keyOf = async (path: string) =>
    controlOf((await shared().visitor.get(path)).text, 'oneTimeKey').value ?? '';

  test('makes one client of twenty requests at once, all answered alike', async () => {
    const { visitor } = shared();
    const oneTimeKey = await keyOf('/clients/new');
    const count = countOf(clients);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        visitor.post('/clients/new', { name: 'Twenty', oneTimeKey }),
      ),
    );
    expect(new Set(answers.map(({ status, location }) => `${status} ${location}`))).toEqual(
      new Set(['303 /clients']),
    );
    expect(countOf(clients)).toBe(count + 1);
  });

  test('with other contents saves nothing, keeps what was typed, and offers to send it again', async () => {
    const { visitor } = shared();
    const oneTimeKey = await keyOf('/clients/new');
    await visitor.post('/clients/new', { name: 'First', oneTimeKey });
    const count = countOf(clients);
    const refused = await visitor.post('/clients/new', { name: 'Second', oneTimeKey });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('This form was saved once already');
    expect(controlOf(refused.text, 'name').value).toBe('Second');
    expect(countOf(clients)).toBe(count);
    const fresh = controlOf(refused.text, 'oneTimeKey').value ?? '';
    expect(fresh).not.toBe(oneTimeKey);
    const saved = await visitor.post('/clients/new', { name: 'Second', oneTimeKey: fresh });
    expect(saved.status).toBe(303);
    expect(countOf(clients)).toBe(count + 1);
  });

  test('stays the same when a wrong form comes back', async () => {
    const oneTimeKey = await keyOf('/clients/new');
    const wrong = await shared().visitor.post('/clients/new', { name: '', oneTimeKey });
    expect(wrong.status).toBe(400);
    expect(controlOf(wrong.text, 'oneTimeKey').value).toBe(oneTimeKey);
  });
});

describe('a deleted work log', () => {
  async function makeLog() {
    const { visitor } = shared();
    const clientId = idOf(await visitor.api('POST', '/api/clients', { name: 'Acme' }));
    const workTypeId = idOf(await visitor.api('POST', '/api/work-types', { name: 'Hardware' }));
    const hardwareItems = [
      { itemName: 'Laptop', unitPrice: '949.99', quantity: 2, vatIncluded: false, vatRate: 17.5 },
      { itemName: 'Cable', unitPrice: '3.50' },
    ];
    return idOf(
      await visitor.api('POST', '/api/work-logs', { clientId, workTypeId, hardwareItems }),
    );
  }

  const remove = async (id: number) => {
    const { visitor } = shared();
    const page = await visitor.get(`/work-logs/${id}/delete`);
    const oneTimeKey = controlOf(page.text, 'oneTimeKey').value ?? '';
    const sent = () => visitor.post(`/work-logs/${id}/delete`, { oneTimeKey });
    return { answer: await sent(), sendAgain: sent };
  };

  test('comes back whole with Undo, even when that is asked twice', async () => {
    const { visitor } = shared();
    const id = await makeLog();
    const before = (await visitor.api('GET', `/api/work-logs/${id}`)).text;
    const { answer, sendAgain } = await remove(id);
    expect(answer.location).toBe('/work-logs');
    expect((await sendAgain()).location, 'a second click is no fault').toBe('/work-logs');
    expect((await visitor.api('GET', `/api/work-logs/${id}`)).status).toBe(404);
    const list = await visitor.get('/work-logs');
    expect(toastOf(list.text)).toBe('Work log deleted successfully Undo');
    for (let click = 0; click < 2; click++) {
      const undone = await visitor.post(`/work-logs/${id}/restore`, {
        goTo: '/work-logs?clientId=1',
      });
      expect([undone.status, undone.location]).toEqual([303, '/work-logs?clientId=1']);
    }
    expect((await visitor.api('GET', `/api/work-logs/${id}`)).text).toBe(before);
  });

  test('does not come back after an hour, nor does Undo lead to another site', async () => {
    const { visitor, server } = shared();
    const [id, late] = [await makeLog(), await makeLog()];
    await remove(id);
    const undone = await visitor.post(`/work-logs/${id}/restore`, { goTo: '//evil.example' });
    expect(undone.location).toBe('/work-logs');
    const start = new Date();
    server.setClock(start);
    await remove(late);
    server.setClock(new Date(start.getTime() + 61 * 60 * 1000));
    expect((await visitor.post(`/work-logs/${late}/restore`)).status).toBe(404);
    server.setClock(start);
  });
});
