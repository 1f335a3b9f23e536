import { expect, test } from 'vitest';
import { addPendingLog } from '#tests/support/data/pending-work-logs.ts';
import { visibleText } from '#tests/support/html.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { watchStatements } from '#tests/support/watch-statements.ts';
import { visitSignedIn } from '#tests/support/server/visitor.ts';

const server = useServer();

test('Exactly 10,000 waiting tasks are 10,000, and one more is more', async () => {
  const visitor = await visitSignedIn(server());
  const links = async () => visibleText((await visitor.get('/pending-work-logs')).text);
  addPendingLog(server());
  const { $client } = server().services.db;
  $client
    .prepare(
      `insert into pending_work_logs (todoist_task_id, completed_at, task_name,
          estimated_hourly_rate_pence, created_at, updated_at)
        with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 9999)
        select 'task-' || n, completed_at - n * 1000, task_name, estimated_hourly_rate_pence,
          created_at, updated_at
        from numbers cross join pending_work_logs`,
    )
    .run();
  expect(await links()).toMatch(/No client 10,000 .* Select all 10,000 Clear/);
  addPendingLog(server());
  const counted: string[] = [];
  watchStatements(server().services.db, ({ source }, _method, values) => {
    const [, by] = /count\(\*\)[^]*indexed by (\w+)/.exec(source) ?? [];
    if (by) counted.push([by, ...values].join());
  });
  expect(await links()).toMatch(/No client 10,000\+ .* Select all 10,000\+ Clear/);
  // What is known by then is not counted: all, and again what matches.
  expect(counted).toEqual([
    'pending_work_logs_no_client,10001',
    'pending_work_logs_no_work_type,10001',
    'pending_work_logs_no_duration,10001',
  ]);
});
