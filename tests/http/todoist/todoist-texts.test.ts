import { describe, expect, test } from 'vitest';
import { pendingWorkLogs, workLogs } from '#db/schema.ts';
import { importFile } from '#tests/support/data/imports.ts';
import { pendingApi, pendingRow, pendingRows } from '#tests/support/data/pending-work-logs.ts';
import { accountOf, type TodoistTask } from '#tests/support/server/todoist.ts';
import { countsOf, startImporting } from '#tests/support/server/todoist-server.ts';

const AT = '2026-06-25T10:00:00Z';

/** Syncs one task, and gives its entry, and what confirms it and brings the logs in again from their file. */
async function importTask(task: Partial<TodoistTask>, project = 'Harbour View Dental') {
  const account = accountOf([{ id: 'a', ...task }], [['a', AT]]);
  const started = await startImporting({
    account: { ...account, projects: [{ id: 'p1', name: project, isArchived: false }] },
  });
  countsOf(await started.sync('2026-06-25', '2026-06-25'));
  const [row] = pendingRows(started.server);
  if (!row) throw new Error('Nothing was imported');
  return { ...started, row };
}

async function confirmAndBringBack({ server, visitor }: Awaited<ReturnType<typeof importTask>>) {
  const { addPair, confirm, path, call } = pendingApi(() => ({ server, visitor }));
  const [row] = pendingRows(server);
  const id = row?.id ?? 0;
  expect((await call('PUT', path(id), { ...(await addPair()), duration: 60 })).status).toBe(200);
  expect((await confirm(id)).status).toBe(200);
  const [log] = server.services.db.select().from(workLogs).all();
  const file = (await visitor.get('/work-logs.csv')).text;
  return { log, again: await importFile(visitor, file) };
}

const RAW = ' first\r\nsecond\0 half\ud83d \r\n';
const CLEAN = 'first\nsecond half\ufffd';

describe('The texts of Todoist', () => {
  test('are cleaned as all others are, when they are read', async () => {
    const { row } = await importTask(
      {
        content: 'Reset\r\nthe\0 router\u2028\n',
        description: RAW,
        labels: ['on\tsite\0', ' \u200b'],
      },
      'Harbour\nView\0 ',
    );
    expect(row).toMatchObject({
      taskName: 'Reset the router',
      description: CLEAN,
      labels: '["on site"]',
      projectName: 'Harbour View',
    });
    expect(JSON.parse(row.metadata)).toMatchObject({
      project: 'Harbour View',
      labels: ['on site'],
    });
  });

  test.each([RAW, 'one line\n', '\u200b'])(
    'make a log that our own file brings in as known: %j',
    async (description) => {
      const started = await importTask({ description });
      const { again } = await confirmAndBringBack(started);
      expect(again).toMatchObject({ status: 'done', new: 0, known: 1 });
    },
  );

  test.each([' \r\n ', '\u200b', '\0'])(
    'show the name where the description is %j',
    async (description) => {
      const started = await importTask({ content: 'Reset the router', description });
      expect(started.row.description).toBe('');
      const { log } = await confirmAndBringBack(started);
      expect(log?.description).toBe('Reset the router');
    },
  );

  test.each(['\u200b', ' \0\n'])('are no name where nothing shows: %j', async (content) => {
    const { row } = await importTask({ content });
    expect(row.taskName).toBe('Untitled task');
  });

  test('in recurring tasks, too, of which the log of activities tells', async () => {
    const { row } = await importTask({
      content: 'Back\r\nup\0',
      description: RAW,
      labels: ['on\nsite'],
      repeats: 'every day',
    });
    expect(row).toMatchObject({ taskName: 'Back up', description: CLEAN, labels: '["on site"]' });
  });
});

describe('An entry from before', () => {
  test.each([
    [RAW, CLEAN],
    ['\u200b\0', 'Reset the router'],
  ])('is cleaned when it is confirmed: %j', async (description, expected) => {
    const started = await importTask({ content: 'Reset the router' });
    started.server.services.db.update(pendingWorkLogs).set({ description }).run();
    const { log, again } = await confirmAndBringBack(started);
    expect(log?.description).toBe(expected);
    expect(again).toMatchObject({ new: 0, known: 1 });
    expect(pendingRow(started.server, started.row.id).status).toBe('confirmed');
  });
});

describe('A log from before', () => {
  test.each(['a\r\nb', 'a\n', ' a', 'a\0b', '\ufeffa\u2028', 'a\rb'])(
    'is known by its own file, which can be read: %j',
    async (description) => {
      const started = await importTask({});
      await confirmAndBringBack(started);
      const { db } = started.server.services;
      db.update(workLogs).set({ description }).run();
      const file = (await started.visitor.get('/work-logs.csv')).text;
      expect(file).not.toContain('\0');
      expect(await importFile(started.visitor, file)).toMatchObject({ new: 0, known: 1 });
    },
  );
});
