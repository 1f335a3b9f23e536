import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { clients, workLogs, workTypes } from '#db/schema.ts';
import { controlOf, toastOf, visibleText } from '../../support/html.ts';
import { plainFormsOf } from '../../support/plain-forms.ts';
import { useSharedServer } from '../../support/server/shared-server.ts';
import { idOf } from '../../support/server/visitor.ts';

const shared = useSharedServer();
const KEY = 'Idempotency-Key';
const countOf = (table: typeof clients | typeof workLogs | typeof workTypes) =>
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
    const count = countOf(clients);
    expect((await post('Long', 'k'.repeat(256))).status).toBe(400);
    for (const blank of ['', ' ']) expect((await post('Blank', blank)).status).toBe(400);
    expect(countOf(clients)).toBe(count);
    expect((await post('Long', 'k'.repeat(255))).status).toBe(201);
  });
});

test('What a form came to is told by the next page that arrives within ten minutes, as long as the same form is asked about', async () => {
  const { visitor } = shared();
  const { text } = await visitor.get('/clients/new');
  const oneTimeKey = controlOf(text, 'oneTimeKey').value ?? '';
  const fields = { name: 'Lost page', oneTimeKey };
  const saved = await visitor.post('/clients/new', fields);
  expect(saved.status).toBe(303);
  const toast = saved.headers.getSetCookie().filter((cookie) => /^(__Host-)?toast=./.test(cookie));
  expect(toast).toEqual([expect.stringContaining('Max-Age=600')]);
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
    expect(refused.text).toContain('This form was already saved');
    expect(controlOf(refused.text, 'name').value).toBe('Second');
    expect(countOf(clients)).toBe(count);
    const fresh = controlOf(refused.text, 'oneTimeKey').value ?? '';
    expect(fresh).not.toBe(oneTimeKey);
    const saved = await visitor.post('/clients/new', { name: 'Second', oneTimeKey: fresh });
    expect(saved.status).toBe(303);
    expect(countOf(clients)).toBe(count + 1);
  });

  describe('that edits a client,', () => {
    /** The edit form of a new client, as it was shown once: sends it with other contents. */
    async function openEdit(name: string) {
      const { visitor, server } = shared();
      const id = idOf(await visitor.api('POST', '/api/clients', { name }));
      const path = `/clients/${id}/edit`;
      const [form] = plainFormsOf((await visitor.get(path)).text).filter(({ fields }) =>
        fields.some(([field]) => field === 'madeFrom'),
      );
      const fields = Object.fromEntries(form?.fields ?? []);
      return {
        send: (changed: Record<string, string>) => visitor.post(path, { ...fields, ...changed }),
        changeElsewhere: (change: object) => visitor.api('PUT', `/api/clients/${id}`, change),
        stored: () => server.services.db.select().from(clients).where(eq(clients.id, id)).get(),
      };
    }

    test('saves it once more where it was changed and sent again before the answer came, and that once', async () => {
      const { send, stored } = await openEdit('Edited');
      expect((await send({ name: 'Edited once' })).status).toBe(303);
      const twice = { name: 'Edited twice', notes: 'Ask for Jo' };
      expect((await send(twice)).status).toBe(303);
      const thrice = { ...twice, notes: 'Ask for Sam' };
      expect((await send(thrice)).status).toBe(303);
      const saved = stored();
      expect(saved).toMatchObject(thrice);
      // All may arrive again, since the line lost their answers, with their cookies.
      shared().visitor.cookies.delete('answered');
      expect((await send(twice)).status).toBe(303);
      shared().visitor.cookies.delete('answered');
      expect((await send({ name: 'Edited once' })).status).toBe(303);
      expect(stored()).toEqual(saved);
    });

    test('saves what it saved first once more, where something else was saved after it and the answer to that has come', async () => {
      const { send, stored } = await openEdit('Edited back');
      for (const name of ['Edited once', 'Edited twice', 'Edited once']) {
        expect((await send({ name })).status).toBe(303);
        expect(stored()).toMatchObject({ name });
      }
      const saved = stored();
      expect((await send({ name: 'Edited once' })).status).toBe(303);
      expect(stored()).toEqual(saved);
    });

    test('asks where another window saved it between the two', async () => {
      const { send, changeElsewhere, stored } = await openEdit('Edited by two');
      await send({ name: 'Edited once' });
      await changeElsewhere({ name: 'Edited elsewhere' });
      expect((await send({ name: 'Edited twice' })).status).toBe(422);
      expect(stored()?.name).toBe('Edited elsewhere');
    });

    test('asks where another window had saved it before the first, so that nothing of that is undone', async () => {
      const { send, changeElsewhere, stored } = await openEdit('Edited by three');
      await changeElsewhere({ notes: 'Theirs' });
      expect((await send({ name: 'Edited once' })).status).toBe(303);
      expect((await send({ name: 'Edited twice' })).status).toBe(422);
      expect(stored()).toMatchObject({ name: 'Edited once', notes: 'Theirs' });
    });
  });

  test('takes the same text for the same, with the ends of lines that scripts send and with those of a document', async () => {
    const { visitor } = shared();
    const oneTimeKey = await keyOf('/clients/new');
    const count = countOf(clients);
    const fields = { name: 'Two lines', oneTimeKey };
    for (const notes of ['Rings first.\nThen writes.', 'Rings first.\r\nThen writes.']) {
      expect((await visitor.post('/clients/new', { ...fields, notes })).status).toBe(303);
    }
    expect(countOf(clients)).toBe(count + 1);
    // A control: another text is another form.
    const other = { ...fields, notes: 'Rings first. Then writes.' };
    expect((await visitor.post('/clients/new', other)).status).toBe(422);
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
    const tooLate = await visitor.post(`/work-logs/${late}/restore`, { goTo: '/work-logs' });
    expect([tooLate.status, tooLate.location]).toEqual([303, '/work-logs']);
    expect(toastOf((await visitor.get('/work-logs')).text)).toBe(
      'Error Failed to restore work log. You can undo for an hour only, and that has passed.',
    );
    expect((await visitor.api('GET', `/api/work-logs/${late}`)).status).toBe(404);
    server.setClock(start);
  });
});

describe('what is sent from a screen again with a new key, as after Back', () => {
  const LINE = '/work-logs/line';
  const logLine = async (line: string, key?: string) => {
    const { visitor } = shared();
    const oneTimeKey = key ?? controlOf((await visitor.get('/work-logs')).text, 'oneTimeKey').value;
    return visitor.post(LINE, { line, back: '/work-logs', oneTimeKey: oneTimeKey ?? '' });
  };

  test('is saved once, and once more for whoever says so', async () => {
    const { visitor } = shared();
    await visitor.api('POST', '/api/clients', { name: 'Quay' });
    await visitor.api('POST', '/api/work-types', { name: 'Diving' });
    const line = '1h Quay diving: hull';
    const before = countOf(workLogs);
    expect((await logLine(line)).status).toBe(303);
    // The first answer was lost, with its cookies.
    visitor.cookies.delete('answered');
    const asked = await logLine(line);
    expect(asked.status).toBe(409);
    expect(visibleText(asked.text)).toContain(
      'Already saved less than a minute ago. Press again to save a second copy.',
    );
    expect(controlOf(asked.text, 'line').value).toBe(line);
    expect(countOf(workLogs)).toBe(before + 1);
    // The question answered twice, as on a bad line, is one answer.
    const onceMore = controlOf(asked.text, 'oneTimeKey').value ?? '';
    for (let time = 0; time < 2; time += 1) {
      expect((await logLine(line, onceMore)).status).toBe(303);
      expect(countOf(workLogs)).toBe(before + 2);
    }
    // The controls: other words are another log, so are the same with an answer, and those after ten minutes.
    expect((await logLine('1h Quay diving: keel')).status).toBe(303);
    expect(countOf(workLogs)).toBe(before + 3);
    expect((await logLine('1h Quay diving: keel')).status).toBe(303);
    expect(countOf(workLogs)).toBe(before + 4);
    visitor.cookies.delete('answered');
    const now = new Date();
    shared().server.setClock(new Date(now.getTime() + 11 * 60_000));
    expect((await logLine(line)).status).toBe(303);
    expect(countOf(workLogs)).toBe(before + 5);
    shared().server.setClock(now);
  });

  test.each([
    ['a client', '/clients/new', clients],
    ['a work type', '/settings/work-types/new', workTypes],
  ] as const)('is asked about when it adds %s', async (_, path, table) => {
    const { visitor } = shared();
    const send = async (sent = '') => {
      const { text } = sent === '' ? await visitor.get(path) : { text: sent };
      const form = plainFormsOf(text).find(({ fields }) =>
        fields.some(([name]) => name === 'name'),
      );
      return visitor.post(path, { ...Object.fromEntries(form?.fields ?? []), name: 'Lockkeepers' });
    };
    const before = countOf(table);
    expect((await send()).status).toBe(303);
    visitor.cookies.delete('answered');
    const asked = await send();
    expect(asked.status).toBe(409);
    expect(visibleText(asked.text)).toContain('Already saved less than a minute ago');
    expect(countOf(table)).toBe(before + 1);
    expect((await send(asked.text)).status).toBe(303);
    expect(countOf(table)).toBe(before + 2);
  });

  test('is asked about again when the answer to the second sending was lost, too', async () => {
    const { visitor } = shared();
    await visitor.api('POST', '/api/clients', { name: 'Towpath' });
    await visitor.api('POST', '/api/work-types', { name: 'Hedging' });
    const before = countOf(workLogs);
    const now = new Date();
    /** Is asked, and says that it is meant. */
    const insist = async (line: string) => {
      visitor.cookies.delete('answered');
      const asked = await logLine(line);
      expect(asked.status).toBe(409);
      shared().server.setClock(new Date(now.getTime() + 1_000));
      await logLine(line, controlOf(asked.text, 'oneTimeKey').value ?? '');
    };
    const [other, line] = ['1h Towpath hedging: left', '1h Towpath hedging: right'];
    const answered: string[] = [];
    for (const one of [other, line]) {
      shared().server.setClock(now);
      await logLine(one);
      await insist(one);
      answered.push(visitor.cookies.get('answered') ?? '');
    }
    expect(countOf(workLogs)).toBe(before + 4);
    // The browser has the answer to the other line's second sending alone.
    visitor.cookies.set('answered', answered[0] ?? '');
    expect((await logLine(line)).status).toBe(409);
    expect(countOf(workLogs)).toBe(before + 4);
  });

  test('is asked about in Add Log, too, where the browser did not keep its page', async () => {
    const { visitor } = shared();
    const clientId = idOf(await visitor.api('POST', '/api/clients', { name: 'Weir' }));
    const workTypeId = idOf(await visitor.api('POST', '/api/work-types', { name: 'Sluicing' }));
    const before = countOf(workLogs);
    const send = async (key?: string | null, description = 'Gates') => {
      const { text } = await visitor.get('/work-logs/new');
      const oneTimeKey = key ?? controlOf(text, 'oneTimeKey').value ?? '';
      const work = { clientId: String(clientId), workTypeId: String(workTypeId), duration: '2' };
      return visitor.post('/work-logs/new', { ...work, description, oneTimeKey });
    };
    expect((await send()).status).toBe(303);
    // The first answer was lost, with its cookies.
    visitor.cookies.delete('answered');
    const asked = await send();
    expect(asked.status).toBe(409);
    expect(visibleText(asked.text)).toContain('Already saved less than a minute ago');
    expect(controlOf(asked.text, 'description').value).toBe('Gates');
    expect(countOf(workLogs)).toBe(before + 1);
    expect((await send(controlOf(asked.text, 'oneTimeKey').value ?? undefined)).status).toBe(303);
    expect(countOf(workLogs)).toBe(before + 2);
    // The control: who has the answer logs the same again.
    for (const times of [3, 4]) {
      expect((await send(undefined, 'Locks')).status).toBe(303);
      expect(countOf(workLogs)).toBe(before + times);
    }
  });

  const DATA = '?_data=work-logs%2Fline%2Fline.route';

  test.each([
    ['without its scripts, then with them', '', DATA],
    ['with scripts whose page was closed, then with those of a new one', DATA, DATA],
  ])('is asked about when the page came %s', async (_, first, then) => {
    const { visitor } = shared();
    const word = first === '' ? 'Towing' : 'Pushing';
    await visitor.api('POST', '/api/clients', { name: `${word} Ltd` });
    await visitor.api('POST', '/api/work-types', { name: `${word} barges` });
    const send = async (sentWith: string, description = 'at noon') => {
      const { text } = await visitor.get('/work-logs');
      const oneTimeKey = controlOf(text, 'oneTimeKey').value ?? '';
      const line = `1h ${word} Ltd ${word} barges: ${description}`;
      return visitor.post(LINE + sentWith, { line, back: '/work-logs', oneTimeKey });
    };
    const before = countOf(workLogs);
    expect((await send(first)).status).toBeLessThan(400);
    expect(countOf(workLogs)).toBe(before + 1);
    // The first answer was lost, with its cookies.
    visitor.cookies.delete('answered');
    const asked = await send(then);
    expect([asked.status, asked.text]).toEqual([409, expect.stringContaining('Already saved')]);
    expect(countOf(workLogs)).toBe(before + 1);
    // The control: scripts that have the answer log the same again.
    for (const times of [2, 3]) {
      expect((await send(DATA, 'at night')).status).toBeLessThan(400);
      expect(countOf(workLogs)).toBe(before + times);
    }
  });

  /** The tests of this file log more than a day of work. */
  const FULL_DAY = { confirm: 'day' };

  test('is one repetition of a log, and a toast says so', async () => {
    const { visitor } = shared();
    const id = idOf(await visitor.api('POST', '/api/clients', { name: 'Slip' }));
    const workTypeId = idOf(await visitor.api('POST', '/api/work-types', { name: 'Caulking' }));
    const body = { clientId: id, workTypeId, duration: 45, description: 'Seams', ...FULL_DAY };
    const logged = idOf(await visitor.api('POST', '/api/work-logs', body));
    const before = countOf(workLogs);
    const press = async () => {
      const oneTimeKey = controlOf((await visitor.get('/work-logs')).text, 'oneTimeKey').value;
      const fields = {
        repeat: String(logged),
        back: '/work-logs',
        oneTimeKey: oneTimeKey ?? '',
        ...FULL_DAY,
      };
      return visitor.post('/work-logs/repeat', fields);
    };
    await press();
    // The first answer was lost, with its cookies.
    visitor.cookies.delete('answered');
    expect((await press()).location).toBe('/work-logs');
    expect(toastOf((await visitor.get('/work-logs')).text)).toContain(
      'Already saved less than a minute ago. To save a second copy, wait two minutes.',
    );
    expect(countOf(workLogs)).toBe(before + 1);
  });

  test('is another repetition for whoever has the answer to the first one', async () => {
    const { visitor } = shared();
    const id = idOf(await visitor.api('POST', '/api/clients', { name: 'Jetty' }));
    const workTypeId = idOf(await visitor.api('POST', '/api/work-types', { name: 'Planking' }));
    const body = { clientId: id, workTypeId, duration: 45, description: 'Deck', ...FULL_DAY };
    const logged = idOf(await visitor.api('POST', '/api/work-logs', body));
    const before = countOf(workLogs);
    for (const times of [1, 2, 3]) {
      const oneTimeKey = controlOf((await visitor.get('/work-logs')).text, 'oneTimeKey').value;
      const fields = {
        repeat: String(logged),
        back: '/work-logs',
        oneTimeKey: oneTimeKey ?? '',
        ...FULL_DAY,
      };
      await visitor.post('/work-logs/repeat', fields);
      expect(countOf(workLogs)).toBe(before + times);
    }
  });
});
