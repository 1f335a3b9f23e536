import { describe, expect, test } from 'vitest';
import { importFile, sendFile } from '#tests/support/data/imports.ts';
import { chosenOn, lookAt, lookPage, sendByForm } from '#tests/support/data/looks.ts';
import { visibleText } from '#tests/support/html.ts';
import { pressPlainly } from '#tests/support/plain-forms.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn } from '#tests/support/server/visitor.ts';

/** What projects, tags and links in files of other programs become. */

const server = useServer();
const rows = (sql: string) => server().services.db.$client.prepare(sql).all();
const logs = () =>
  rows(`select c.name as client, t.name as type, j.name as job, w.description as said
    from work_logs w join clients c on c.id = w.client_id join work_types t on t.id = w.work_type_id
    left join jobs j on j.id = w.job_id order by w.id`);
const count = (table: string) => rows(`select id from ${table}`).length;

const HARVEST =
  'Date,Client,Project,Project Code,Task,Notes,Hours,Billable?,Invoiced?,Billable Rate,External Reference URL\n';
const LINES = [
  '2026-03-02,Acme,Website,WEB,Support,Call,1.00,Yes,No,80.00,https://example.com/7',
  '2026-03-03,Acme,App,,Support,,1.00,Yes,No,80.00,',
  '2026-03-04,Bolt,Website,,Support,Mail,1.00,Yes,No,80.00,',
  '2026-03-05,Bolt,,,Support,None,1.00,Yes,No,80.00,',
].join('\n');
const FILE = `${HARVEST}${LINES}\n`;
const support = { type: 'Support' };

describe('Projects become what was chosen for the file:', () => {
  test('jobs of their clients, as is proposed', async () => {
    const { visitor, first } = await lookAt(server(), FILE);
    expect(chosenOn(first, 'projects')).toEqual(['jobs']);
    await pressPlainly(visitor, first, 'Import');
    await expect.poll(logs).toEqual([
      { ...support, client: 'Acme', job: 'Website (WEB)', said: 'Call\nhttps://example.com/7' },
      { ...support, client: 'Acme', job: 'App', said: '' },
      { ...support, client: 'Bolt', job: 'Website', said: 'Mail' },
      { ...support, client: 'Bolt', job: null, said: 'None' },
    ]);
    // They go with the import, but for one that is used since.
    expect((await visitor.api('DELETE', '/api/imports/1')).status).toBe(204);
    expect([count('work_logs'), count('jobs'), count('clients')]).toEqual([0, 0, 0]);
  });

  test('a job that is here is used', async () => {
    const visitor = await visitSignedIn(server());
    await visitor.api('POST', '/api/clients', { name: 'Acme' });
    await visitor.api('POST', '/api/jobs', { clientId: 1, name: 'App' });
    expect(await importFile(visitor, FILE, '?projects=jobs')).toMatchObject({ new: 4 });
    expect(rows('select client_id, name from jobs order by id')).toEqual([
      { client_id: 1, name: 'App' },
      { client_id: 1, name: 'Website (WEB)' },
      { client_id: 2, name: 'Website' },
    ]);
  });

  test('clients, whose own names stay in the text', async () => {
    const { visitor, first } = await lookAt(server(), FILE);
    await pressPlainly(visitor, first, 'Check again', { projects: 'clients' });
    const shown = await lookPage(visitor);
    expect(visibleText(shown)).toContain('Client: Website (WEB) (1 line)');
    expect(chosenOn(shown, 'projects')).toEqual(['clients']);
    await pressPlainly(visitor, shown, 'Import');
    const of = { ...support, job: null };
    await expect.poll(logs).toEqual([
      { ...of, client: 'Website (WEB)', said: 'Acme: Call\nhttps://example.com/7' },
      { ...of, client: 'App', said: 'Acme' },
      { ...of, client: 'Website', said: 'Bolt: Mail' },
      { ...of, client: 'Bolt', said: 'None' },
    ]);
  });

  test('words before the text', async () => {
    const { visitor, first } = await lookAt(server(), FILE);
    await pressPlainly(visitor, first, 'Import', { projects: 'text' });
    await expect
      .poll(() => logs().map((log) => (log as { said: string }).said))
      .toEqual(['Website (WEB): Call\nhttps://example.com/7', 'App', 'Website: Mail', 'None']);
    expect(count('jobs')).toBe(0);
  });

  test('nothing, which is said', async () => {
    const { visitor, first } = await lookAt(server(), FILE);
    await pressPlainly(visitor, first, 'Check again', { projects: 'none' });
    const shown = await lookPage(visitor);
    expect(visibleText(shown)).toContain('These columns are left out: Project and Project Code.');
    await pressPlainly(visitor, shown, 'Import');
    await expect.poll(() => count('work_logs')).toBe(4);
    expect(count('jobs')).toBe(0);
  });

  test('and through the API nothing without a word, as nobody looks at it', async () => {
    const visitor = await visitSignedIn(server());
    const look = (await sendFile(visitor, FILE, { query: '?dry=1' })).json();
    expect(look).toMatchObject({ new: 4, notRead: ['Project', 'Project Code'] });
    const bad = await sendFile(visitor, FILE, { query: '?projects=all' });
    expect(bad.status).toBe(400);
    for (const [word, added] of [
      ['text', 4],
      ['jobs', 0],
      ['clients', 0],
    ]) {
      const done = await importFile(visitor, FILE, `?projects=${word}`);
      expect(done).toMatchObject({ status: 'done', new: added });
    }
  });
});

const TOGGL = 'Client,Project,Task,Description,Billable,Start date,Start time,Duration,Tags';

test('A file whose lines have a project and no client proposes clients', async () => {
  const file = `${TOGGL}\n,Acme,,Call,Yes,2026-03-02,10:00:00,01:00:00,\n,Bolt,,Mail,Yes,2026-03-02,12:00:00,01:00:00,\n`;
  const { visitor, first } = await lookAt(server(), file);
  expect(chosenOn(first, 'projects')).toEqual(['clients']);
  expect(visibleText(first)).toContain('Client: Acme (1 line)');
  await visitor.api('POST', '/api/work-types', { name: 'Support', hourlyRate: '80.00' });
  const names = chosenOn(first, 'nameKey').map((key) => (key === 'work-type:' ? '1' : '0'));
  await pressPlainly(visitor, first, 'Import', { nameIs: names });
  await expect
    .poll(() => logs().map((log) => (log as { client: string }).client))
    .toEqual(['Acme', 'Bolt']);
});

describe('Lines of Toggl Track without a task take their work type', () => {
  const file = `${TOGGL}\nAcme,Website,,Call,Yes,2026-03-02,10:00:00,01:00:00,"urgent, on site"\nAcme,App,,Mail,Yes,2026-03-02,12:00:00,01:00:00,\nAcme,App,Design,Plan,Yes,2026-03-02,14:00:00,01:00:00,urgent\n`;
  const types = () => logs().map((log) => (log as { type: string }).type);

  test('from their project, each of which is chosen', async () => {
    const { visitor, first } = await lookAt(server(), file);
    await visitor.api('POST', '/api/work-types', { name: 'Support', hourlyRate: '80.00' });
    expect(chosenOn(first, 'workTypes')).toEqual(['names']);
    await pressPlainly(visitor, first, 'Check again', { workTypes: 'projects', projects: 'none' });
    const shown = await lookPage(visitor);
    // The project is read, so nothing of it is left out.
    expect(visibleText(shown)).not.toContain('left out');
    const keys = chosenOn(shown, 'nameKey');
    const names = keys.map((key) => (key === 'work-type:Website' ? '1' : '0'));
    expect(keys).toEqual(expect.arrayContaining(['work-type:Website', 'work-type:App']));
    await pressPlainly(visitor, shown, 'Import', { nameIs: names });
    await expect.poll(types).toEqual(['Support', 'App', 'Design']);
  });

  test('from their tags', async () => {
    const { visitor, first } = await lookAt(server(), file);
    await pressPlainly(visitor, first, 'Check again', { workTypes: 'tags', tags: 'none' });
    const shown = await lookPage(visitor);
    expect(chosenOn(shown, 'nameKey')).toEqual(
      expect.arrayContaining(['work-type:urgent, on site', 'work-type:']),
    );
    const visitorOfApi = await importFile(visitor, file, '?workTypes=tags&skip=1');
    expect(visitorOfApi).toMatchObject({ new: 2, problems: [{ line: 3 }] });
    expect(types()).toEqual(['urgent, on site', 'Design']);
  });

  test('or one for all of them', async () => {
    const { visitor, first } = await lookAt(server(), file);
    await visitor.api('POST', '/api/work-types', { name: 'Support', hourlyRate: '80.00' });
    const names = chosenOn(first, 'nameKey').map((key) => (key === 'work-type:' ? '1' : '0'));
    await pressPlainly(visitor, first, 'Import', { nameIs: names });
    await expect.poll(types).toEqual(['Support', 'Support', 'Design']);
  });

  test('and nothing is asked where all have one', async () => {
    const { first } = await lookAt(server(), file.replaceAll(',,', ',Support,'));
    expect(chosenOn(first, 'workTypes')).toEqual([]);
  });
});

test('Tags stand behind the text, and Work Logs finds them', async () => {
  const file = `${TOGGL}\nAcme,,Support,Call,No,2026-03-02,10:00:00,01:00:00,"urgent, on site"\nAcme,,Support,,No,2026-03-02,12:00:00,01:00:00,routine\n`;
  const visitor = await visitSignedIn(server());
  const { location } = await sendByForm(server(), visitor, file);
  await pressPlainly(visitor, (await visitor.get(location ?? '')).text, 'Import');
  const said = () => logs().map((log) => (log as { said: string }).said);
  await expect.poll(said).toEqual(['Call #urgent #on site', '#routine']);
  for (const [q, found] of [
    ['urgent', 'Call #urgent #on site'],
    ['#urgent', 'Call #urgent #on site'],
    ['on site', 'Call #urgent #on site'],
    ['routine', '#routine'],
  ]) {
    const answer = await visitor.get(`/api/work-logs?q=${encodeURIComponent(q ?? '')}`);
    const items = answer.json() as { description: string }[];
    expect(items.map(({ description }) => description)).toEqual([found]);
  }
  // With other tags, and without them, it is the same line, and never a second log.
  for (const query of ['', '?tags=none']) {
    const again = await importFile(visitor, file.replace('urgent, on site', 'on site'), query);
    expect(again).toMatchObject({ status: 'done', new: 0, known: 2 });
  }
});

test('A file of ours from before there were jobs leaves the jobs of its logs', async () => {
  const visitor = await visitSignedIn(server());
  await visitor.api('POST', '/api/clients', { name: 'Acme' });
  await visitor.api('POST', '/api/work-types', { name: 'Support', hourlyRate: '80.00' });
  const log = { clientId: 1, workTypeId: 1, duration: 60, description: 'Call', date: '2026-03-02' };
  await visitor.api('POST', '/api/work-logs', log);
  const { text: ours } = await visitor.get('/work-logs.csv');
  expect(ours).not.toContain('job');
  await visitor.api('POST', '/api/jobs', { clientId: 1, name: 'App' });
  expect((await visitor.api('PUT', '/api/work-logs/1', { jobId: 1 })).status).toBe(200);
  const { location } = await sendByForm(server(), visitor, ours);
  const page = (await visitor.get(location ?? '')).text;
  expect(visibleText(page)).toContain('Here already 1');
  expect(page).not.toContain('Changed logs');
});

describe('Of lines with ids', () => {
  const file = (project: string, tags: string) =>
    `ID,${TOGGL}\n71,Acme,${project},Support,Call,No,2026-03-02,10:00:00,01:00:00,${tags}\n72,Acme,App,Support,Mail,No,2026-03-02,12:00:00,01:00:00,\n`;

  test('a project or tag that changed there is an edit, and another answer is none', async () => {
    const visitor = await visitSignedIn(server());
    await importFile(visitor, file('Website', 'urgent'), '?projects=jobs');
    server().services.db.$client.exec('update work_logs set is_invoiced = 1 where id = 2');
    const answers = ['?projects=text', '?projects=clients', '?tags=none', ''];
    for (const query of answers) {
      const again = await importFile(visitor, file('Website', 'urgent'), query);
      expect(again, query).toMatchObject({ status: 'done', new: 0, known: 2, changed: 0 });
    }
    await importFile(visitor, file('Website', 'urgent'), '?projects=jobs');
    const edited = await importFile(visitor, file('App', 'late'), '?projects=jobs&edits=apply');
    expect(edited).toMatchObject({ new: 0, known: 1, changed: 1 });
    expect(logs()[0]).toMatchObject({ job: 'App', said: 'Call #late' });
  });
});
