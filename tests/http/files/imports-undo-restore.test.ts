import { describe, expect, test } from 'vitest';
import { importFile, ourFile } from '#tests/support/data/imports.ts';
import { addPendingLog, pendingRow } from '#tests/support/data/pending-work-logs.ts';
import { toastOf } from '#tests/support/html.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn } from '#tests/support/server/visitor.ts';

const server = useServer();
const rows = (sql: string) => server().services.db.$client.prepare(sql).all();

describe('An import that is undone', () => {
  const setUp = async () => {
    const visitor = await visitSignedIn(server());
    const { id } = await importFile(visitor, ourFile('2026-03-02,Acme,Support,60,,true,,false,'));
    const { status, text } = await visitor.api('POST', '/api/work-logs', {
      clientId: 1,
      workTypeId: 1,
      duration: 30,
    });
    expect(status, text).toBe(201);
    expect((await visitor.api('DELETE', '/api/work-logs/2')).status).toBe(204);
    const undoImport = async () => {
      const answer = await visitor.api('DELETE', `/api/imports/${id}`);
      expect(answer.status).toBe(204);
    };
    return { visitor, undoImport };
  };

  test('leaves the client and the work type of a log whose deletion can still be undone', async () => {
    const { visitor, undoImport } = await setUp();
    await undoImport();
    expect((await visitor.post('/work-logs/2/restore')).status).toBe(303);
    expect(toastOf((await visitor.get('/work-logs')).text)).toBe('Work log restored');
    expect(rows('select id, client_id, work_type_id from work_logs')).toEqual([
      { id: 2, client_id: 1, work_type_id: 1 },
    ]);
  });

  test('takes them once that hour is over', async () => {
    const { undoImport } = await setUp();
    server().setClock(new Date(Date.now() + 61 * 60_000));
    await undoImport();
    expect(rows('select id from clients union all select id from work_types')).toEqual([]);
  });
});

describe('An import whose client is suggested for a task in review', () => {
  const setUp = async () => {
    const visitor = await visitSignedIn(server());
    const task = addPendingLog(server(), { taskName: 'Acme router' });
    const { id } = await importFile(visitor, ourFile('2026-03-02,Acme,Support,60,,true,,false,'));
    expect(pendingRow(server(), task)).toMatchObject({ clientId: 1, setByPerson: '[]' });
    const undo = async () => {
      expect((await visitor.post(`/import/${id}/undo`)).status).toBe(303);
      return toastOf((await visitor.get('/import')).text);
    };
    return { visitor, task, undo };
  };
  const left = () => rows('select name from clients union all select name from work_types');

  test('is undone whole, and the suggestion goes', async () => {
    const { task, undo } = await setUp();
    // As what was chosen for such tasks before suggests it.
    server()
      .services.db.$client.prepare('update pending_work_logs set work_type_id = 1, suggestions = ?')
      .run('{"clientId":{"reason":"by name"},"workTypeId":{"reason":"as usual"}}');
    expect(await undo()).toBe('1 work log deleted; 2 clients and work types deleted');
    expect(left()).toEqual([]);
    expect(pendingRow(server(), task)).toMatchObject({
      clientId: null,
      workTypeId: null,
      suggestions: '{}',
      status: 'pending_review',
    });
  });

  test('leaves what a person set in the task, and says of how many', async () => {
    const { visitor, task, undo } = await setUp();
    const set = await visitor.api('PUT', `/api/pending-worklogs/${task}`, { clientId: 1 });
    expect(set.status, set.text).toBe(200);
    expect(await undo()).toBe(
      '1 work log deleted; 1 client or work type deleted; 1 stays, since other work uses it',
    );
    expect(left()).toEqual([{ name: 'Acme' }]);
    expect(pendingRow(server(), task)).toMatchObject({ clientId: 1 });
  });
});
