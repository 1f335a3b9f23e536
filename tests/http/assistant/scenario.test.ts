import { beforeEach, describe, expect, test } from 'vitest';
import { historyEntries, workLogs } from '#db/schema.ts';
import { addClient, addJob, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { addPendingLog, pendingRows } from '#tests/support/data/pending-work-logs.ts';
import { connectAssistant, type ToolAnswer } from '#tests/support/server/assistant.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn } from '#tests/support/server/visitor.ts';

const server = useServer();

/** A Friday. */
const NOW = new Date('2026-11-20T12:00:00Z');

let thorn: number;
let remote: number;

beforeEach(async () => {
  server().setClock(NOW);
  await visitSignedIn(server());
  thorn = addClient(server(), 'Thorn Ltd');
  addClient(server(), 'Harbour Dental');
  addClient(server(), 'Harbour Foods');
  remote = addWorkType(server(), 'Remote Support');
});

const stored = () => server().services.db.select().from(workLogs).all();

/** The log in an answer. */
const logOf = ({ data }: ToolAnswer) =>
  data.workLog as { id: number; version: number; duration: number; description: string };

describe.each(['auto', 'legacy'] as const)(
  'An assistant by the protocol’s own client (%s)',
  (mode) => {
    test('logs, is asked, corrects, sees the week and what is unbilled, and deletes', async () => {
      const { call, client } = await connectAssistant(server(), ['read', 'log'], mode);
      expect(client.getServerVersion()?.name).toBe('tallyhour');
      const logged = await call('log_work', { line: '1h30 thorn remote mailbox full yesterday' });
      expect(logged).toMatchObject({
        isError: false,
        say: 'Done.',
        data: {
          workLog: { clientId: thorn, duration: 90, version: 1, loggedBy: 'alex@example.com' },
        },
      });
      const asked = await call('log_work', { line: '1h harbour remote' });
      expect(asked.isError).toBe(true);
      expect(asked.data.message).toContain('Harbour');
      const long = await call('log_work', { line: '17h thorn remote' });
      expect(long.data).toMatchObject({ confirm: 'hours' });
      expect(stored()).toHaveLength(1);
      expect((await call('log_work', { line: '17h thorn remote', confirm: 'hours' })).say).toBe(
        'Done.',
      );
      const { id, version } = logOf(logged);
      const corrected = await call('correct_work_log', {
        id,
        version,
        duration: 60,
        description: 'Mailbox',
      });
      expect(logOf(corrected)).toMatchObject({ duration: 60, description: 'Mailbox', version: 2 });
      const stale = await call('correct_work_log', { id, version, duration: 30 });
      expect([stale.isError, String(stale.data.message)]).toEqual([
        true,
        expect.stringContaining('changed since'),
      ]);
      expect((await call('week')).data).toMatchObject({ total: '18h 0m' });
      expect((await call('unbilled')).data).toMatchObject({
        amount: '1080.00',
        clients: [{ clientId: thorn, client: 'Thorn Ltd', minutes: 1080, oldestDay: '2026-11-19' }],
      });
      expect((await call('delete_work_log', { id, version: 1 })).isError).toBe(true);
      expect((await call('delete_work_log', { id, version: 2 })).isError).toBe(false);
      expect(stored()).toHaveLength(1);
      const by = server().services.db.select({ by: historyEntries.by }).from(historyEntries).all();
      expect(by.at(-1)?.by).toContain('by the token “Assistant (read log)”');
    });

    test('finds, by pages', async () => {
      addJob(server(), thorn, 'Migration');
      for (const description of ['Router', 'Printer', 'Printer again']) {
        addLog(server(), { clientId: thorn, workTypeId: remote, description, day: '2026-11-18' });
      }
      const { call } = await connectAssistant(server(), ['read'], mode);
      const first = await call('find_work_logs', { limit: 2 });
      expect(first.data.workLogs).toHaveLength(2);
      const second = await call('find_work_logs', { limit: 2, cursor: first.data.next });
      expect(second.data).toMatchObject({ workLogs: [{ description: 'Router' }], next: null });
      expect(
        (await call('find_work_logs', { q: 'printer', clientId: null })).data.workLogs,
      ).toHaveLength(2);
      expect((await call('find_names', { words: 'harbour' })).data.clients).toHaveLength(2);
      expect((await call('find_names', { words: 'thorn' })).data).toMatchObject({
        clients: [{ id: thorn }],
        jobs: [{ name: 'Migration' }],
        workTypes: [],
      });
      expect((await call('find_names')).data.workTypes).toMatchObject([{ id: remote }]);
      const wrong = await call('find_work_logs', { startDate: 'yesterday' });
      expect(wrong).toMatchObject({
        isError: true,
        data: { message: 'Enter a real date as YYYY-MM-DD.' },
      });
    });

    test('reviews', async () => {
      const open = { clientId: thorn, workTypeId: remote, duration: 30 };
      const one = addPendingLog(server(), open);
      const other = addPendingLog(server(), { taskName: 'Lunch' });
      const { call } = await connectAssistant(server(), ['read', 'review'], mode);
      const { data } = await call('list_review');
      expect(data.tasks).toMatchObject([{ id: other }, { id: one, version: 1 }]);
      const missing = await call('confirm_review', { id: other, version: 1 });
      expect(missing.data).toMatchObject({
        message: expect.stringContaining('Please set') as string,
      });
      expect((await call('confirm_review', { id: one, version: 1 })).isError).toBe(false);
      expect((await call('archive_review', { id: other, version: 9 })).isError).toBe(true);
      expect((await call('archive_review', { id: other, version: 1 })).isError).toBe(false);
      expect(
        pendingRows(server())
          .map(({ status }) => status)
          .sort(),
      ).toEqual(['archived', 'confirmed']);
    });

    test('runs the timer', async () => {
      const { call } = await connectAssistant(server(), ['read', 'log'], mode);
      expect((await call('pause_timer')).data.message).toBe('No timer is running.');
      await call('start_timer', { clientId: thorn, description: 'Call' });
      expect((await call('timer')).data).toMatchObject({
        timer: { running: true, description: 'Call' },
      });
      server().setClock(new Date(NOW.getTime() + 20 * 60_000));
      expect((await call('pause_timer')).isError).toBe(false);
      expect((await call('resume_timer')).isError).toBe(false);
      expect((await call('stop_timer', { workTypeId: remote })).data).toMatchObject({
        workLog: { duration: 20, description: 'Call' },
      });
      await call('start_timer');
      expect((await call('discard_timer')).isError).toBe(false);
      expect((await call('timer')).data).toEqual({ timer: { running: false } });
    });
  },
);

describe('A token that may only propose', () => {
  test('has its work wait in review, and everything else refused', async () => {
    const id = addLog(server(), { clientId: thorn, workTypeId: remote });
    const task = addPendingLog(server());
    const { call, tools } = await connectAssistant(server(), ['propose', 'read']);
    const proposed = await call('log_work', { line: '1h30 thorn remote mailbox full' });
    expect(proposed).toMatchObject({ isError: false, data: { status: 'pending_review' } });
    expect(proposed.say).toContain('waits in review');
    const waiting = pendingRows(server()).find((row) => row.id === proposed.data.id);
    expect(waiting).toMatchObject({
      clientId: thorn,
      workTypeId: remote,
      duration: 90,
      description: 'mailbox full',
    });
    expect(await tools()).not.toContain('correct_work_log');
    const others: [string, object][] = [
      ['correct_work_log', { id, version: 1, duration: 1 }],
      ['delete_work_log', { id, version: 1 }],
      ['start_timer', {}],
      ['confirm_review', { id: task, version: 1 }],
      ['archive_review', { id: task, version: 1 }],
      ['prepare_invoices', {}],
      ['create_invoices', { word: 'yes' }],
    ];
    for (const [name, args] of others) {
      const refused = await call(name, { ...args });
      expect([name, refused.isError, refused.say]).toEqual([
        name,
        true,
        'This was not done. "message" in the data says why.',
      ]);
      expect(refused.data.message).toMatch(
        /This token does not have the scope “(log|review|invoice)”/,
      );
    }
    expect(stored()).toHaveLength(1);
  });

  test('and read nothing is told no names', async () => {
    const { call, tools } = await connectAssistant(server(), ['propose']);
    expect(await tools()).toEqual(['log_work']);
    const unclear = await call('log_work', { line: '1h harbour remote' });
    expect(unclear.isError).toBe(true);
    expect(JSON.stringify(unclear.data)).not.toContain('Harbour');
    expect(unclear.data).toMatchObject({ issues: [{ path: 'clientId' }] });
    const refused = await call('find_names');
    expect([refused.isError, JSON.stringify(refused.data)]).toEqual([
      true,
      expect.not.stringContaining('Harbour'),
    ]);
    expect((await call('log_work', { line: '1h thorn remote' })).data).toEqual({
      id: pendingRows(server())[0]?.id,
      status: 'pending_review',
    });
  });
});

test('A call that is repeated with its key after a lost answer has its effect once', async () => {
  const { call } = await connectAssistant(server(), ['read', 'log']);
  const args = { line: '1h thorn remote', key: 'monday-1' };
  const first = await call('log_work', args);
  expect(await call('log_work', { key: 'monday-1', line: '1h thorn remote' })).toEqual(first);
  expect(stored()).toHaveLength(1);
  const other = await call('log_work', { ...args, line: '2h thorn remote' });
  expect(other).toMatchObject({
    isError: true,
    data: { message: expect.stringContaining('used for another') as string },
  });
  const another = await connectAssistant(server(), ['log']);
  expect((await another.call('log_work', args)).isError).toBe(true);
  expect(stored()).toHaveLength(1);
});

test('Input that is wrong gets a sentence, and loses nothing', async () => {
  const { call } = await connectAssistant(server(), ['all']);
  for (const [args, sentence] of [
    [{}, 'This should be text.'],
    [{ line: 7 }, 'This should be text.'],
    [{ line: '' }, 'Enter a line such as'],
    [{ line: 'a\nb' }, 'Send one line at a time.'],
    [{ line: '1h thorn remote', client: 1 }, 'There is no field “client” here.'],
    [{ line: '1h thorn remote', key: '' }, 'This should have 1 to 255 characters.'],
    [{ line: '1h thorn remote', confirm: true }, 'This should be text.'],
  ] as const) {
    const refused = await call('log_work', args);
    expect([refused.isError, refused.data.message]).toEqual([
      true,
      expect.stringContaining(sentence),
    ]);
  }
  expect(stored()).toEqual([]);
});
