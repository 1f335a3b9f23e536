import { describe, expect, test } from 'vitest';
import { toastOf } from '../../support/html.ts';
import { pendingApi } from '../../support/data/pending-work-logs.ts';
import { useSharedServer } from '../../support/server/shared-server.ts';

const shared = useSharedServer();
const { call, path, addReady, confirm, archive, reject, logOf, rowOf, countLogs, setInvoiced } =
  pendingApi(shared);

describe('the work log of a confirmed entry', () => {
  const undo = async (logId: number) => {
    const { visitor } = shared();
    const { status } = await visitor.post(`/work-logs/${logId}/restore`);
    return { status, toast: toastOf((await visitor.get('/work-logs')).text) };
  };

  async function confirmAndDelete() {
    const id = await addReady();
    await confirm(id);
    const logId = await logOf(id);
    const text = (await call('GET', `/api/work-logs/${logId}`)).text;
    expect((await call('DELETE', `/api/work-logs/${logId}`)).status).toBe(204);
    return { id, logId, text };
  }

  test('puts the entry back into review when it is deleted, to be changed and confirmed again', async () => {
    const { id, logId } = await confirmAndDelete();
    expect((await call('GET', path(id))).json()).toMatchObject({
      status: 'pending_review',
      workLogId: null,
    });
    expect((await call('PUT', path(id), { duration: 15 })).status).toBe(200);
    expect((await confirm(id)).status).toBe(200);
    expect(await logOf(id)).not.toBe(logId);
  });

  test('confirms the entry again when it is brought back, even if that is asked twice', async () => {
    const { id, logId, text } = await confirmAndDelete();
    for (let click = 0; click < 2; click += 1) {
      expect(await undo(logId)).toEqual({ status: 303, toast: 'Work log restored' });
    }
    expect((await call('GET', `/api/work-logs/${logId}`)).text).toBe(text);
    expect(rowOf(id)).toMatchObject({ status: 'confirmed', workLogId: logId });
  });

  test.each([
    ['confirmed', confirm],
    ['archived', archive],
    ['rejected', reject],
  ] as const)('stays deleted when the entry was %s meanwhile', async (status, act) => {
    const { id, logId } = await confirmAndDelete();
    await act(id);
    const before = [rowOf(id), countLogs()];
    expect((await undo(logId)).toast).toBe(
      'Error Failed to restore work log. The work log cannot be restored: its task was confirmed, archived or rejected since.',
    );
    expect([rowOf(id), countLogs()]).toEqual(before);
    expect(rowOf(id).status).toBe(status);
    expect((await call('GET', `/api/work-logs/${logId}`)).status).toBe(404);
  });

  test('makes the entry converted when it is invoiced, and confirmed again when it is released', async () => {
    const id = await addReady();
    await confirm(id);
    const logId = await logOf(id);
    setInvoiced(logId, true);
    expect((await call('GET', path(id))).json()).toMatchObject({
      status: 'converted',
      workLogId: logId,
    });
    expect((await call('DELETE', `/api/work-logs/${logId}`)).status).toBe(409);
    setInvoiced(logId, false);
    expect((await call('GET', path(id))).json()).toMatchObject({
      status: 'confirmed',
      workLogId: logId,
    });
  });

  test('leaves the entry as it was when it is edited', async () => {
    const id = await addReady({ description: 'As imported' });
    await confirm(id);
    const before = rowOf(id);
    await call('PUT', `/api/work-logs/${await logOf(id)}`, { duration: 15, description: 'New' });
    expect(rowOf(id)).toEqual(before);
  });
});
