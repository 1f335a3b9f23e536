import { describe, expect, test } from 'vitest';
import { settings } from '#db/schema.ts';
import { controlOf, toastOf, visibleText } from '../../support/html.ts';
import { accountOf } from '../../support/server/todoist.ts';
import { NOW, startImporting, type ImportingServer } from '../../support/server/todoist-server.ts';

const SAVE_FAILED = 'Failed to save Todoist settings';
const SYNC_NOW_FAILED = 'Failed to sync Todoist tasks. Please check your API configuration.';

/** A connected server whose database can be read, but refuses to write to one table. */
async function startUnwritable(table: 'settings' | 'todoist_imports') {
  const account = accountOf([{ id: 'a' }], [['a', NOW.toISOString()]]);
  const started = await startImporting({ account });
  started.server.services.db.$client.exec(
    `create trigger no_room before insert on ${table}
     begin select raise(abort, 'no room is left'); end`,
  );
  return started;
}

const faultsOf = ({ server }: ImportingServer) =>
  server.logLines().filter(({ level }) => Number(level) >= 50);
const stored = ({ server }: ImportingServer) => server.services.db.select().from(settings).all();

describe('A database fault', () => {
  test('while the token is saved is said in its form, which comes back without the token', async () => {
    const started = await startUnwritable('settings');
    const before = stored(started);
    const { token } = started.todoist;
    const answer = await started.visitor.post('/settings/todoist/token', { apiToken: token });
    expect(answer.status).toBe(500);
    expect(toastOf(answer.text)).toContain(SAVE_FAILED);
    expect(visibleText(answer.text)).toContain(`${SAVE_FAILED}. `);
    expect(controlOf(answer.text, 'apiToken').value).toBe('•'.repeat(16));
    expect(answer.text).not.toContain(token);
    expect(stored(started)).toEqual(before);
    expect(faultsOf(started)).toHaveLength(1);
  });

  test('while the schedule is saved is said in its form, which keeps what was chosen', async () => {
    const started = await startUnwritable('settings');
    const before = stored(started);
    const answer = await started.visitor.post('/settings/todoist/schedule', { schedule: 'daily' });
    expect(answer.status).toBe(500);
    expect(toastOf(answer.text)).toContain(SAVE_FAILED);
    expect(visibleText(answer.text)).toContain(`${SAVE_FAILED}. Your entries are kept here`);
    expect(controlOf(answer.text, 'schedule').value).toBe('daily');
    expect(stored(started)).toEqual(before);
    expect(faultsOf(started)).toHaveLength(1);
  });

  test('while an import is started is said in its form, which keeps the days', async () => {
    const started = await startUnwritable('todoist_imports');
    const range = { startDate: '2026-05-20', endDate: '2026-06-21' };
    const answer = await started.visitor.post('/pending-work-logs/sync', range);
    expect(answer.status).toBe(500);
    expect(toastOf(answer.text)).toContain('Todoist Sync Failed');
    expect(visibleText(answer.text)).toContain('Your entries are kept here; try again.');
    expect(controlOf(answer.text, 'startDate').value).toBe(range.startDate);
    expect(controlOf(answer.text, 'endDate').value).toBe(range.endDate);
    expect(faultsOf(started)).toHaveLength(1);
  });

  test('at Sync Now is reported by the toast of any failure, on the screen where it was pressed', async () => {
    const started = await startUnwritable('todoist_imports');
    const { visitor } = started;
    const answer = await visitor.post('/settings/todoist/sync');
    expect([answer.status, answer.location]).toEqual([303, '/settings']);
    expect(toastOf((await visitor.get('/settings')).text)).toContain(SYNC_NOW_FAILED);
    expect(faultsOf(started)).toHaveLength(1);
  });
});

test('A schedule that does not exist is refused in its form', async () => {
  const { visitor } = await startImporting({ account: accountOf([], []) });
  const answer = await visitor.post('/settings/todoist/schedule', { schedule: 'weekly' });
  expect(answer.status).toBe(400);
  expect(toastOf(answer.text)).toContain(SAVE_FAILED);
  expect(controlOf(answer.text, 'schedule')).toMatchObject({
    isInvalid: true,
    descriptions: ['Choose off, hourly or daily.'],
  });
});
