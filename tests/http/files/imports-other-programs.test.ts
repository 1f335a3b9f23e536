import { expect, test } from 'vitest';
import { addUser } from '#tests/support/data/entries.ts';
import { sendFile } from '#tests/support/data/imports.ts';
import { lookAt, lookPage } from '#tests/support/data/looks.ts';
import { visibleText } from '#tests/support/html.ts';
import { pressPlainly } from '#tests/support/plain-forms.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn } from '#tests/support/server/visitor.ts';

const server = useServer();

const logs = () =>
  server()
    .services.db.$client.prepare(
      `select w.description as said, w.duration, datetime(w.date / 1000, 'unixepoch') as began, u.email as is_by
       from work_logs w left join users u on u.id = w.created_by order by w.id`,
    )
    .all();

const HEADER = 'Description,Task,Project,Client,User,Start,End,Tags';
const line = (said: string, user: string, start: string, end: string) =>
  `${said},Support,Site,Acme,${user},${start},${end},`;
const COLUMNS = { client: '3', workType: '1', date: '5', time: '', endTime: '6', description: '0' };

test('Work of another program’s files belongs to whom the file names, not to whoever imports it', async () => {
  addUser(server(), 'robin@example.com', ['Robin', 'Park']);
  const file = [
    HEADER,
    line('mine', 'alex@example.com', '2026-02-02 09:00:00', '2026-02-02 10:30:00'),
    line('theirs', 'Robin Park', '2026-02-02 23:30:00', '2026-02-03 00:15:00'),
    line('nobody’s', 'Ann Lee', '2026-02-03T09:00:00Z', '2026-02-03T09:20:00Z'),
  ];
  const { visitor, first } = await lookAt(server(), file.join('\n'));
  const chosen = await pressPlainly(visitor, first, 'Read the file', { ...COLUMNS, person: '4' });
  expect(chosen.status).toBe(303);
  const shown = await lookPage(visitor);
  expect(visibleText(shown)).toContain('Logged by: Ann Lee (1 line)');
  await pressPlainly(visitor, shown, 'Import');
  await expect.poll(logs).toEqual([
    { said: 'mine', duration: 90, began: '2026-02-02 09:00:00', is_by: 'alex@example.com' },
    { said: 'theirs', duration: 45, began: '2026-02-02 23:30:00', is_by: 'robin@example.com' },
    { said: 'nobody’s', duration: 20, began: '2026-02-03 09:00:00', is_by: null },
  ]);
});

test('The day of an end with its day tells the order of dates, too', async () => {
  const file = [HEADER, line('a', '', '01/02/2026 23:30', '13/02/2026 00:15')].join('\n');
  const { visitor, first } = await lookAt(server(), file);
  await pressPlainly(visitor, first, 'Read the file', COLUMNS);
  // Which is then longer than a log can be.
  expect(visibleText(await lookPage(visitor))).toContain('A log has at most 6,000 minutes.');
});

test.each(['', '2026-02-02'])(
  'How long work took is not counted from noon where its start is not told',
  async (start) => {
    const header =
      'Project,Client,Description,Task,Billable,Start Date,Start Time,End Date,End Time';
    const file = `${header}\nSite,Acme,Mail,Support,Yes,2026-02-02,,${start},17:30`;
    const answer = await sendFile(await visitSignedIn(server()), file, { query: '?dry=1' });
    const message = 'It has no duration, and no time of day at which it began.';
    expect(answer.json()).toMatchObject({ new: 0, problems: [{ line: 2, message }] });
  },
);
