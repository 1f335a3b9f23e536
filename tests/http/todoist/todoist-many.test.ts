import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { pendingWorkLogs, workLogs } from '#db/schema.ts';
import { addClient, addWorkType } from '../../support/data/entries.ts';
import { addPendingLog, pendingRow } from '../../support/data/pending-work-logs.ts';
import { toastOf, visibleText } from '../../support/html.ts';
import { useServer } from '../../support/server/use-server.ts';
import { visitSignedIn, type Visitor } from '../../support/server/visitor.ts';

const REVIEW = '/pending-work-logs/review';
const server = useServer();

const logs = () => server().services.db.select().from(workLogs).all();
const NAMED = JSON.stringify({ clientId: { reason: 'named in the task' } });

/** Presses a button for these tasks; gives the page that it leads to. */
async function press(visitor: Visitor, button: string, ids: number[], typed = {}) {
  const sent = new URLSearchParams({ do: button, ...typed });
  for (const id of ids) sent.append('ids', String(id));
  const answer = await visitor.post(REVIEW, sent);
  expect(answer.status).toBe(303);
  return (await visitor.get(answer.location ?? '')).text;
}

/** Two tasks of one project in which nobody chose anything yet, each named after its own client. */
function addInbox(more: object = {}) {
  const workTypeId = addWorkType(server(), 'Support');
  return ['Acme', 'Thornbury'].map((name) => {
    const clientId = addClient(server(), name);
    const shared = { projectId: 'inbox', projectName: 'Inbox', workTypeId, duration: 30 };
    const taskName = `${name}: mail`;
    const columns = { ...shared, taskName, clientId, suggestions: NAMED, ...more };
    return { clientId, id: addPendingLog(server(), columns) };
  });
}

describe('Many tasks at once', () => {
  test('are confirmed with what each had when the button was pressed', async () => {
    const visitor = await visitSignedIn(server());
    const tasks = addInbox();
    const ids = tasks.map(({ id }) => id);
    const html = await press(visitor, 'confirm', ids);
    expect(toastOf(html)).toContain('2 work logs confirmed');
    expect(logs().map(({ clientId }) => clientId)).toEqual(tasks.map(({ clientId }) => clientId));
  });

  test('that lack something are not filled by those confirmed in the same press', async () => {
    const visitor = await visitSignedIn(server());
    const [full] = addInbox();
    const bare = addPendingLog(server(), {
      ...{ projectId: 'inbox', projectName: 'Inbox', taskName: 'Call back' },
      ...{ workTypeId: pendingRow(server(), full?.id ?? 0).workTypeId, duration: 15 },
    });
    const html = await press(visitor, 'confirm', [full?.id ?? 0, bare]);
    expect(toastOf(html)).toContain('1 confirmed, 1 needs a client');
    expect(logs()).toHaveLength(1);
    // It is offered afterwards, for somebody to look at.
    expect(pendingRow(server(), bare).clientId).toBe(full?.clientId);
  });

  test('are put back with what others had learned from them', async () => {
    const visitor = await visitSignedIn(server());
    const columns = { projectId: 'inbox', projectName: 'Inbox' };
    const [one, other] = ['Call back', 'Order toner'].map((taskName) =>
      addPendingLog(server(), { ...columns, taskName }),
    );
    addClient(server(), 'Acme');
    const html = await press(visitor, 'assign', [one ?? 0], { client: 'Acme' });
    expect(pendingRow(server(), other ?? 0).clientId).not.toBeNull();
    const [, undo = ''] = /action="(\/pending-work-logs\/undo\/\d+)"/.exec(html) ?? [];
    await visitor.post(undo);
    expect(pendingRow(server(), one ?? 0).clientId).toBeNull();
    expect(pendingRow(server(), other ?? 0).clientId).toBeNull();
  });

  test('can be two thousand, and one more is said to be too many', async () => {
    const visitor = await visitSignedIn(server());
    const ids = Array.from({ length: 2_000 }, () => addPendingLog(server()));
    const rows = Object.fromEntries(
      ids
        .slice(0, 50)
        .flatMap((id) => [
          ...['shown', 'client', 'workType', 'duration'].map((name) => [`${id}:${name}`, '']),
          [`${id}:shown`, '||'],
        ]),
    ) as Record<string, string>;
    const more = addPendingLog(server());
    const refused = await press(visitor, 'archive', [...ids, more], rows);
    expect(toastOf(refused)).toContain('More than 2,000 tasks are selected');
    expect(pendingRow(server(), more).status).toBe('pending_review');
    const html = await press(visitor, 'archive', ids, rows);
    expect(toastOf(html)).toContain('2000 pending work logs archived');
  });

  test('of one name are one group, however long their ids are together', async () => {
    const visitor = await visitSignedIn(server());
    const ids = Array.from({ length: 50 }, (_, index) =>
      addPendingLog(server(), { id: 1_000_000 + index }),
    );
    const key = ids.join('-');
    const fields = { [`${key}:shown`]: '||', [`${key}:duration`]: '0:30' };
    await press(visitor, `${key}:save`, [], fields);
    expect(ids.map((id) => pendingRow(server(), id).duration)).toEqual(ids.map(() => 30));
  });

  test('leave the page before them when a last page is done', async () => {
    const visitor = await visitSignedIn(server());
    for (let hour = 0; hour < 51; hour += 1) {
      const completedAt = new Date(Date.UTC(2026, 2, 20, 8, hour));
      addPendingLog(server(), { taskName: `Task ${hour}`, completedAt });
    }
    const first = (await visitor.get('/pending-work-logs')).text;
    const [, older = ''] =
      /href="(\/pending-work-logs)?(\?[^"]*older=[^"]*)"/.exec(first)?.slice(1) ?? [];
    expect(older).not.toBe('');
    const address = `/pending-work-logs${older.replaceAll('&amp;', '&')}`;
    const [last] = /Task \d+/.exec(visibleText((await visitor.get(address)).text)) ?? [];
    expect(last).toBe('Task 0');
    const { db } = server().services;
    db.delete(pendingWorkLogs).where(eq(pendingWorkLogs.taskName, 'Task 0')).run();
    const text = visibleText((await visitor.get(address)).text);
    expect(text).toContain('Task 50');
    expect(text).not.toContain('No pending work logs found');
  });
});

describe('A name', () => {
  test('of one word is found where a task writes it as two', async () => {
    const visitor = await visitSignedIn(server());
    const id = addPendingLog(server(), { taskName: 'Oak field: mail' });
    await visitor.api('POST', '/api/clients', { name: 'Oakfield' });
    expect(pendingRow(server(), id).clientId).not.toBeNull();
  });
});

describe('A long name', () => {
  test('of a client is found whole, and no shorter one within it', async () => {
    const visitor = await visitSignedIn(server());
    const name = 'St. Leonards-on-Sea & Hastings Y.M.C.A. Swimming Club Ltd';
    const id = addPendingLog(server(), { taskName: 'Mail', projectId: 'p', projectName: name });
    await visitor.api('POST', '/api/clients', { name: 'Hastings' });
    await visitor.api('POST', '/api/clients', { name });
    const entry = await visitor.api('GET', `/api/pending-worklogs/${id}`);
    expect(entry.text).toContain(`"client":{"name":${JSON.stringify(name)}`);
  });

  test('of a task makes a rule of whole words, which fits the task', async () => {
    const visitor = await visitSignedIn(server());
    const taskName = Array.from({ length: 40 }, (_, index) => `word${index}`).join(' ');
    const id = addPendingLog(server(), { taskName });
    const { text } = await visitor.get(`/settings/rules/new?from=${id}`);
    const [, words = ''] = /name="words"[^>]*value="([^"]*)"/.exec(text) ?? [];
    expect(words.length).toBeGreaterThan(150);
    expect(`${taskName} `).toContain(`${words} `);
  });
});
