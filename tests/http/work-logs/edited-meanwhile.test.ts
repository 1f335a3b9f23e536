import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { clients, pendingWorkLogs, workLogs, workTypes } from '#db/schema.ts';
import { addClient, addLog, addWorkType } from '../../support/data/entries.ts';
import { controlOf, toastOf, visibleText } from '../../support/html.ts';
import { addPendingLog } from '../../support/data/pending-work-logs.ts';
import { useSharedServer } from '../../support/server/shared-server.ts';

const shared = useSharedServer();

type Fields = Record<string, string>;

function everything() {
  const { db } = shared().server.services;
  return [workLogs, workTypes, pendingWorkLogs].map((table) => db.select().from(table).all());
}

/** Sends an edit form; expects it back with all that was typed and the reason, and nothing changed. */
async function expectKept(
  path: string,
  typed: Fields,
  [status, why, toast]: [number, string, string],
): Promise<void> {
  const before = everything();
  const answer = await shared().visitor.post(path, typed);
  expect(answer.status).toBe(status);
  for (const [name, value] of Object.entries(typed)) {
    const control = controlOf(answer.text, name);
    if (name === 'billable') expect(control.isChecked).toBe(true);
    else expect([name, control.value]).toEqual([name, value]);
  }
  const kept = 'Not saved. What you typed is still here.';
  expect(visibleText(answer.text)).toContain(`${why} ${kept}`);
  expect(toastOf(answer.text)).toBe(`Error ${toast}`);
  expect(everything()).toEqual(before);
}

/** A work log, its form's address, and what somebody types there. */
function openLog() {
  const { server } = shared();
  const clientId = addClient(server, 'Acme');
  const workTypeId = addWorkType(server, 'Support');
  const id = addLog(server, { clientId, workTypeId });
  const typed = {
    clientId: String(clientId),
    workTypeId: String(workTypeId),
    duration: '2.25',
    description: 'Half an hour of typing',
    hourlyRate: '61.00',
    date: '2026-03-29',
    billable: 'on',
  };
  return { id, path: `/work-logs/${id}/edit`, typed };
}

const UPDATE_FAILED = 'Failed to update work log';

describe('a form that was open while somebody else', () => {
  test('deleted its work log comes back with all that was typed', async () => {
    const { id, path, typed } = openLog();
    await shared().visitor.api('DELETE', `/api/work-logs/${id}`);
    const why = 'The work log was not found. It may have been removed.';
    await expectKept(path, typed, [404, why, UPDATE_FAILED]);
  });

  test('invoiced its work log comes back with all that was typed', async () => {
    const { id, path, typed } = openLog();
    const { db } = shared().server.services;
    db.update(workLogs).set({ isInvoiced: true }).where(eq(workLogs.id, id)).run();
    const why = 'This work log is on an invoice, so it cannot be edited or deleted.';
    await expectKept(path, typed, [409, why, UPDATE_FAILED]);
  });

  test('deleted its work log first says what was typed wrongly, and keeps it', async () => {
    const { id, path, typed } = openLog();
    await shared().visitor.api('DELETE', `/api/work-logs/${id}`);
    const answer = await shared().visitor.post(path, { ...typed, duration: 'some hours' });
    expect(answer.status).toBe(400);
    expect(controlOf(answer.text, 'duration')).toMatchObject({
      value: 'some hours',
      isInvalid: true,
    });
    expect(controlOf(answer.text, 'description').value).toBe(typed.description);
  });

  test('deleted its work type comes back with all that was typed', async () => {
    const id = addWorkType(shared().server, 'Support');
    await shared().visitor.api('DELETE', `/api/work-types/${id}`);
    const typed = { name: 'Support, remote', hourlyRate: '81.00', description: 'By telephone' };
    const why = 'The work type was not found. It may have been removed.';
    await expectKept(`/settings/work-types/${id}/edit`, typed, [
      404,
      why,
      'Failed to update work type',
    ]);
  });

  test('took its client back with an import comes back with all that was typed', async () => {
    const { server } = shared();
    const id = addClient(server, 'Acme');
    server.services.db.delete(clients).where(eq(clients.id, id)).run();
    const typed = {
      name: 'Acme Holdings',
      standardRate: '81.00',
      premiumRate: '121.00',
      notes: 'Wants a purchase order',
    };
    const why = 'The client was not found. It may have been removed.';
    const path = `/clients/${id}/edit`;
    await expectKept(path, typed, [404, why, 'Failed to update client']);
    expect((await shared().visitor.get(path)).status).toBe(404);
    expect((await shared().visitor.post('/clients/999999/edit', typed)).status).toBe(404);
  });

  test('archived its task comes back with all that was typed', async () => {
    const id = addPendingLog(shared().server);
    await shared().visitor.api('POST', `/api/pending-worklogs/${id}/archive`);
    const typed = {
      taskName: 'Reset both routers',
      description: 'And the switch',
      duration: '1.5',
      estimatedHourlyRate: '62.00',
      billable: 'on',
    };
    const why = 'This task was archived already. Move it back to review to change it.';
    const path = `/pending-work-logs/${id}/edit`;
    await expectKept(path, typed, [409, why, 'Failed to update pending work log']);
    const confirmed = await shared().visitor.post(path, { ...typed, then: 'confirm' });
    expect(confirmed.status).toBe(409);
    expect(toastOf(confirmed.text)).toBe('Error Failed to confirm pending work log');
  });
});

test('none of these forms can be opened afterwards', async () => {
  const { visitor, server } = shared();
  const { id, path } = openLog();
  const workTypeId = addWorkType(server, 'Support');
  expect((await visitor.get(path)).status).toBe(200);
  await visitor.api('DELETE', `/api/work-logs/${id}`);
  await visitor.api('DELETE', `/api/work-types/${workTypeId}`);
  expect((await visitor.get(path)).status).toBe(404);
  expect((await visitor.get(`/settings/work-types/${workTypeId}/edit`)).status).toBe(404);
  expect((await visitor.post('/work-logs/nonsense/edit', { duration: '1' })).status).toBe(404);
});

describe('the toast of a button that failed', () => {
  test('names what failed, and why', async () => {
    const { visitor, server } = shared();
    const id = addPendingLog(server);
    const press = async (action: string, fields: Fields = {}) => {
      const named = Object.entries(fields).map(([name, value]) => [`${id}:${name}`, value]);
      const sent = { do: `${id}:${action}`, ...(Object.fromEntries(named) as Fields) };
      const answer = await visitor.post('/pending-work-logs/review', sent);
      const shown = answer.status === 400 ? answer : await visitor.get('/pending-work-logs');
      return toastOf(shown.text);
    };
    expect(await press('save', { duration: '0', shown: '||' })).toBe(
      'Error Failed to update pending work log. Enter a positive number of hours, such as 1.5, or a duration such as 1h 30m or 90m.',
    );
    await visitor.api('DELETE', `/api/pending-worklogs/${id}`);
    const why = 'This task was rejected already.';
    expect(await press('confirm')).toBe(`Error Failed to confirm pending work log. ${why}`);
    expect(await press('archive')).toBe(`Error Failed to archive pending work log. ${why}`);
    expect(await press('reject')).toBe(`Error Failed to delete pending work log. ${why}`);
  });

  test('does so for a button of Xero, too', async () => {
    const { visitor } = shared();
    await visitor.post('/work-logs/backfill');
    expect(toastOf((await visitor.get('/work-logs')).text)).toBe(
      'Error Failed to backfill invoice numbers. No active Xero connection found. Please connect to Xero first.',
    );
  });

  test('does so for a button of Todoist, too', async () => {
    const { visitor } = shared();
    await visitor.post('/settings/todoist/sync');
    expect(toastOf((await visitor.get('/settings')).text)).toBe(
      'Error Failed to sync Todoist tasks. Please check your API configuration. Todoist is not connected. Add your API token in Settings.',
    );
    const empty = await visitor.post('/settings/todoist/token', { apiToken: '' });
    expect(toastOf(empty.text)).toBe('Error Failed to save Todoist settings');
  });
});

test('the quick log says that fields are missing only when some are', async () => {
  const { visitor } = shared();
  const { typed } = openLog();
  const path = '/work-logs/quick-log';
  const { clientId, workTypeId } = typed;
  const incomplete: Fields[] = [{}, { clientId, workTypeId }, { clientId, duration: '1' }];
  for (const missing of incomplete) {
    expect(toastOf((await visitor.post(path, missing)).text)).toBe(
      'Validation Error Please fill in all required fields',
    );
  }
  const wrong = await visitor.post(path, { clientId, workTypeId, duration: 'some hours' });
  expect(toastOf(wrong.text)).toBe(
    'Validation Error Enter a number of hours, such as 1.5, or a duration such as 1:30, 1h 30m or 90m.',
  );
});

test('an empty list says how to begin even after its filter form was sent empty', async () => {
  const { visitor } = shared();
  const { db } = shared().server.services;
  db.delete(pendingWorkLogs).run();
  const begin = 'No pending work logs found New automation entries will appear here';
  const adjust = 'No pending work logs found Try adjusting your filters';
  const textOf = async (query: string) =>
    visibleText((await visitor.get(`/pending-work-logs${query}`)).text);
  expect(await textOf('')).toContain(begin);
  expect(await textOf('?status=pending_review&clientId=&startDate=&endDate=')).toContain(begin);
  expect(await textOf('?status=confirmed')).toContain(adjust);
  expect(await textOf('?status=pending_review&startDate=2026-01-01')).toContain(adjust);
});
