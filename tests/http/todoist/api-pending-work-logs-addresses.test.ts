import { describe, expect, test } from 'vitest';
import { addPendingLog, pendingRow, pendingRows } from '../../support/data/pending-work-logs.ts';
import { useSharedServer } from '../../support/server/shared-server.ts';
import { visit } from '../../support/server/visitor.ts';

const shared = useSharedServer();

const call = (method: string, path: string, body?: object) =>
  shared().visitor.api(method, path, body);
const add = () => addPendingLog(shared().server, { duration: 60 });
const rowOf = (id: number) => pendingRow(shared().server, id);

describe('an address of pending work logs', () => {
  const paths = (id: number): [string, string[]][] => [
    ['/api/pending-worklogs', ['GET', 'POST']],
    [`/api/pending-worklogs/${id}`, ['GET', 'PUT', 'DELETE']],
    [`/api/pending-worklogs/${id}/confirm`, ['POST']],
    [`/api/pending-worklogs/${id}/archive`, ['POST']],
    ['/api/todoist/config', ['GET', 'POST']],
    ['/api/todoist/sync', ['POST']],
    ['/api/todoist/sync-completed', ['POST']],
  ];
  const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
  const bodyFor = (method: string) => (method.startsWith('P') ? { duration: 5 } : undefined);

  test('answers a stranger 401, whatever the method, and changes nothing', async () => {
    const id = add();
    const before = pendingRows(shared().server);
    const stranger = visit(shared().server);
    for (const [path] of paths(id)) {
      for (const method of METHODS) {
        const answer = await stranger.api(method, path, bodyFor(method));
        expect([method, path, answer.status, answer.text]).toEqual([
          method,
          path,
          401,
          '{"message":"Unauthorized"}',
        ]);
      }
    }
    expect(pendingRows(shared().server)).toEqual(before);
  });

  test('answers a wrong method 405, and says what it takes', async () => {
    const id = add();
    const before = pendingRows(shared().server);
    for (const [path, methods] of paths(id)) {
      for (const method of METHODS.filter((name) => !methods.includes(name))) {
        const answer = await call(method, path, bodyFor(method));
        expect([method, path, answer.status]).toEqual([method, path, 405]);
        expect(answer.headers.get('Allow')).toBe(methods.join(', '));
        expect(answer.json()).toEqual({ message: `This address takes ${methods.join(', ')}.` });
      }
    }
    expect(pendingRows(shared().server)).toEqual(before);
  });

  test('answers 404 for an entry that does not exist', async () => {
    for (const id of ['999999', '0', '-1', '1.5', 'x', '01', '99999999999999999999']) {
      for (const [method, path] of [
        ['GET', ''],
        ['PUT', ''],
        ['DELETE', ''],
        ['POST', '/confirm'],
        ['POST', '/archive'],
      ] as const) {
        const answer = await call(method, `/api/pending-worklogs/${id}${path}`, bodyFor(method));
        expect([method, id, path, answer.status]).toEqual([method, id, path, 404]);
        expect(answer.json()).toEqual({
          message: 'The pending work log was not found. It may have been removed.',
        });
      }
    }
  });

  test('takes a change only as JSON', async () => {
    const id = add();
    const before = rowOf(id);
    const send = (body: string, type: string) =>
      shared().visitor.send(`/api/pending-worklogs/${id}`, {
        method: 'PUT',
        body,
        headers: { 'Content-Type': type },
      });
    for (const type of ['text/json', 'application/xml', 'application/jsonp']) {
      const refused = await send('{"duration":5}', type);
      expect([type, refused.status, refused.json()]).toEqual([
        type,
        415,
        { message: 'Send the body as JSON, with Content-Type: application/json.' },
      ]);
    }
    for (const body of ['', '{"duration":', 'duration=5', '[]', 'null']) {
      const refused = await send(body, 'application/json');
      expect([body, refused.status]).toEqual([body, 400]);
    }
    expect(rowOf(id)).toEqual(before);
    expect((await send('{"duration":5}', 'application/json; charset=utf-8')).status).toBe(200);
  });
});
