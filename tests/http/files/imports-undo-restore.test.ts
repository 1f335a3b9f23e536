import { describe, expect, test } from 'vitest';
import { importFile, ourFile } from '#tests/support/data/imports.ts';
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
