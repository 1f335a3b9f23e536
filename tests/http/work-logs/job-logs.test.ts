import { beforeEach, describe, expect, test } from 'vitest';
import { noon } from '../../support/data/noon.ts';
import { addClient, addWorkType } from '../../support/data/entries.ts';
import { importFile } from '../../support/data/imports.ts';
import { controlOf, startTags, visibleText } from '../../support/html.ts';
import { useServer } from '../../support/server/use-server.ts';
import { idOf, visitSignedIn } from '../../support/server/visitor.ts';

const server = useServer();

/** Two clients; the first has a job with a rate of its own, one without, and one that is done. */
async function withJobs() {
  const visitor = await visitSignedIn(server());
  const api = (method: string, path: string, body?: unknown) => visitor.api(method, path, body);
  const [acme, thorn] = [addClient(server(), 'Acme'), addClient(server(), 'Thorn')];
  const workTypeId = addWorkType(server(), 'Support');
  const addJob = async (body: object) => idOf(await api('POST', '/api/jobs', body));
  const jobs = {
    dear: await addJob({
      clientId: acme,
      name: 'Mill Lane',
      hourlyRate: '80.00',
      poNumber: 'PO 7',
    }),
    plain: await addJob({ clientId: acme, name: 'High Street', budgetHours: 2 }),
    done: await addJob({ clientId: acme, name: 'Old Mill', isOpen: false }),
    others: await addJob({ clientId: thorn, name: 'Harbour' }),
  };
  const log = (body: object) =>
    api('POST', '/api/work-logs', { clientId: acme, workTypeId, duration: 60, ...body });
  const read = async (id: number) => (await api('GET', `/api/work-logs/${id}`)).json();
  return { visitor, api, acme, thorn, workTypeId, jobs, log, read };
}

const refusedAt = (path: string, message: RegExp) => ({
  issues: [{ path, message: expect.stringMatching(message) as string }],
});

describe('a work log', () => {
  test('names one of the jobs of its client, and its rate comes from the job unless another is given', async () => {
    const { log, read, jobs } = await withJobs();
    const id = idOf(await log({ jobId: jobs.dear }));
    expect(await read(id)).toMatchObject({
      jobId: jobs.dear,
      job: { name: 'Mill Lane' },
      hourlyRate: '80.00',
    });
    expect((await log({ jobId: jobs.dear, hourlyRate: '55.00' })).json()).toMatchObject({
      jobId: jobs.dear,
      hourlyRate: '55.00',
    });
    expect((await log({ jobId: jobs.plain })).json()).toMatchObject({ hourlyRate: '60.00' });
    expect((await log({})).json()).toMatchObject({ jobId: null, job: null, hourlyRate: '60.00' });
  });

  test('names no job of another client, none that is done, and none that is not there', async () => {
    const { log, api, jobs, thorn } = await withJobs();
    const wrong = [
      [jobs.others, /^This is no job of Acme/],
      [jobs.done, /^This job is done/],
      [999, /^This job does not exist/],
      ['x', /^This does not exist/],
    ] as const;
    const id = idOf(await log({}));
    for (const [jobId, message] of wrong) {
      for (const answer of [
        await log({ jobId }),
        await api('PUT', `/api/work-logs/${id}`, { jobId }),
      ]) {
        expect(answer.status).toBe(400);
        expect(answer.json()).toMatchObject(refusedAt('jobId', message));
      }
    }
    const moved = await log({ clientId: thorn, jobId: jobs.dear });
    expect(moved.json()).toMatchObject(refusedAt('jobId', /^This is no job of Thorn/));
  });

  test('keeps a job that was set to done since, and lets go of one with its client', async () => {
    const { log, api, jobs, thorn } = await withJobs();
    const id = idOf(await log({ jobId: jobs.plain }));
    await api('PUT', `/api/jobs/${jobs.plain}`, { isOpen: false });
    const put = (body: object) => api('PUT', `/api/work-logs/${id}`, body);
    expect((await put({ jobId: jobs.plain, description: 'More' })).status).toBe(200);
    expect((await put({ clientId: thorn })).json()).toMatchObject({ jobId: null, job: null });
    expect((await put({ jobId: jobs.others })).json()).toMatchObject({ jobId: jobs.others });
  });

  test('takes the rate of a job that it is given later, and keeps its own for a job without one', async () => {
    const { log, api, jobs } = await withJobs();
    const id = idOf(await log({ hourlyRate: '70.00' }));
    const put = async (body: object) => (await api('PUT', `/api/work-logs/${id}`, body)).json();
    expect(await put({ jobId: jobs.plain })).toMatchObject({ hourlyRate: '70.00' });
    expect(await put({ jobId: jobs.dear })).toMatchObject({ hourlyRate: '80.00' });
    expect(await put({ jobId: jobs.plain, hourlyRate: '65.00' })).toMatchObject({
      hourlyRate: '65.00',
    });
    expect(await put({ jobId: null })).toMatchObject({ jobId: null, hourlyRate: '65.00' });
  });

  test('has its job again when it is repeated, and when it is deleted and brought back', async () => {
    const { log, api, read, jobs, visitor } = await withJobs();
    const id = idOf(await log({ jobId: jobs.dear }));
    const again = await api('POST', `/api/work-logs/${id}/repeat`);
    expect(again.json()).toMatchObject({ jobId: jobs.dear, hourlyRate: '80.00' });
    await api('DELETE', `/api/work-logs/${id}`);
    await visitor.post(`/work-logs/${id}/restore`);
    expect(await read(id)).toMatchObject({ jobId: jobs.dear });
    // Nothing names the job any more, so it can go; the log comes back without it.
    const only = idOf(await log({ jobId: jobs.plain }));
    await api('DELETE', `/api/work-logs/${only}`);
    expect((await api('DELETE', `/api/jobs/${jobs.plain}`)).status).toBe(204);
    expect((await visitor.post(`/work-logs/${only}/restore`)).status).toBe(303);
    expect(await read(only)).toMatchObject({ jobId: null });
  });
});

describe('the form of a work log', () => {
  const names = (html: string) => startTags(html, 'select').map(({ name }) => name);

  test('asks for a job only where a client has an open one', async () => {
    const visitor = await visitSignedIn(server());
    const clientId = addClient(server(), 'Acme');
    addWorkType(server(), 'Support');
    const pages = ['/work-logs/new', '/work-logs', '/dashboard', '/work-logs/quick-log'];
    for (const page of pages) {
      expect(names((await visitor.get(page)).text), page).not.toContain('jobId');
    }
    await visitor.api('POST', '/api/jobs', { clientId, name: 'Done', isOpen: false });
    expect(names((await visitor.get('/work-logs/new')).text)).not.toContain('jobId');
    await visitor.api('POST', '/api/jobs', { clientId, name: 'Open' });
    const { text } = await visitor.get('/work-logs/new');
    expect(names(text)).toContain('jobId');
    expect(text).toContain('<optgroup label="Acme">');
    expect(visibleText(text)).not.toContain('Done');
  });

  test('logs for the job, says where the rate is from, and edits it', async () => {
    const { visitor, acme, thorn, workTypeId, jobs, read } = await withJobs();
    const page = await visitor.get('/work-logs/new');
    const oneTimeKey = controlOf(page.text, 'oneTimeKey').value ?? '';
    const typed = { clientId: String(acme), workTypeId: String(workTypeId), duration: '1' };
    const wrong = await visitor.post('/work-logs/new', {
      ...typed,
      jobId: String(jobs.others),
      oneTimeKey,
    });
    expect(wrong.status).toBe(400);
    expect(visibleText(wrong.text)).toContain('This is no job of Acme. Choose one of theirs');
    const saved = await visitor.post('/work-logs/new', {
      ...typed,
      jobId: String(jobs.dear),
      billable: 'on',
      oneTimeKey,
    });
    expect(saved.status, saved.text).toBe(303);
    const list = visibleText((await visitor.get('/work-logs')).text);
    expect(list).toContain('£80.00, the rate of job Mill Lane');
    expect(list).toContain('Support Mill Lane');
    expect(await read(1)).toMatchObject({ jobId: jobs.dear, hourlyRate: '80.00' });
    const form = (await visitor.get('/work-logs/1/edit')).text;
    const shown = Object.fromEntries(
      ['version', 'madeFrom', 'oneTimeKey', 'date', 'rateFilled', 'rateFor', 'hourlyRate'].map(
        (name) => [name, controlOf(form, name).value ?? ''],
      ),
    );
    const edit = { ...typed, ...shown, billable: 'on', jobId: String(jobs.dear) };
    // Without scripts the job of the old client is still chosen.
    const moved = await visitor.post('/work-logs/1/edit', { ...edit, clientId: String(thorn) });
    expect(moved.status).toBe(400);
    expect(visibleText(moved.text)).toContain('This is no job of Thorn.');
    const none = await visitor.post('/work-logs/1/edit', { ...edit, jobId: '' });
    expect(none.status, none.text).toBe(303);
    // Nobody typed the rate, which was the job's.
    expect(await read(1)).toMatchObject({ jobId: null, hourlyRate: '75.00' });
  });
});

describe('a line', () => {
  test('names a job by its name, and its rate is the job’s', async () => {
    const { visitor, api, jobs } = await withJobs();
    const line = '1h acme support Mill Lane mailbox full';
    expect((await api('POST', '/api/work-logs/line', { line })).json()).toMatchObject({
      jobId: jobs.dear,
      hourlyRate: '80.00',
      description: 'mailbox full',
    });
    await visitor.post('/work-logs/line', { line: '30m acme support High Street router' });
    const list = visibleText((await visitor.get('/work-logs')).text);
    expect(list).toContain('Acme, Support, High Street, ');
    // One that is done is text.
    const done = { line: '1h acme support Old Mill router' };
    expect((await api('POST', '/api/work-logs/line', done)).json()).toMatchObject({
      jobId: null,
      description: 'Old Mill router',
    });
    // What is missing is asked for beside the job.
    const rest = await visitor.post('/work-logs/line', { line: '1h acme Mill Lane' });
    expect(rest.text).toContain(`<option value="${jobs.dear}" selected="">Mill Lane</option>`);
    const several = `1h acme support Mill Lane one\n1h acme support two`;
    const look = await visitor.post('/work-logs/line', { line: several });
    expect(visibleText(look.text)).toContain('Mill Lane: one');
  });
});

describe('the timer', () => {
  // One that ran past midnight would be taken for a forgotten one.
  beforeEach(() => {
    server().setClock(noon());
  });

  test('is for a job, which its log names, and lets go of it with its client', async () => {
    const { api, visitor, acme, thorn, workTypeId, jobs } = await withJobs();
    const choice = { clientId: acme, workTypeId, jobId: jobs.dear };
    const started = await api('POST', '/api/timer/start', choice);
    expect(started.json()).toMatchObject({ running: true, jobId: jobs.dear });
    expect(visibleText((await visitor.get('/timer')).text)).toContain('Mill Lane');
    server().services.db.$client.exec('update timers set started_at = started_at - 3600000');
    const logged = await api('POST', '/api/timer/stop');
    expect(logged.json()).toMatchObject({ jobId: jobs.dear, hourlyRate: '80.00', duration: 60 });
    const wrong = await api('POST', '/api/timer/start', { ...choice, jobId: jobs.others });
    expect(wrong.json()).toMatchObject(refusedAt('jobId', /^This is no job of Acme/));
    const alone = await api('POST', '/api/timer/start', { jobId: jobs.dear });
    expect(alone.json()).toMatchObject(refusedAt('jobId', /^Choose the client/));
    await api('POST', '/api/timer/start', choice);
    server().services.db.$client.exec('update timers set started_at = started_at - 3600000');
    const moved = await api('POST', '/api/timer/stop', { clientId: thorn });
    expect(moved.json()).toMatchObject({ clientId: thorn, jobId: null });
  });

  test('keeps its time where its job was set to done, and where the job was deleted', async () => {
    const { api, visitor, acme, workTypeId, jobs } = await withJobs();
    await api('POST', '/api/timer/start', { clientId: acme, workTypeId, jobId: jobs.plain });
    server().services.db.$client.exec('update timers set started_at = started_at - 3600000');
    await api('PUT', `/api/jobs/${jobs.plain}`, { isOpen: false });
    const stopped = await api('POST', '/api/timer/stop');
    expect(stopped.status).toBe(409);
    expect(stopped.json()).toMatchObject({ missing: ['jobId'] });
    expect(visibleText((await visitor.get('/timer')).text)).toContain('To be logged');
    expect((await api('DELETE', `/api/jobs/${jobs.plain}`)).status).toBe(204);
    expect((await visitor.get('/timer/drafts/1')).status).toBe(200);
  });
});

describe('the filter by job', () => {
  test('finds the logs of a job in the list, its sums, the API, the file and on paper', async () => {
    const { visitor, api, log, jobs, acme } = await withJobs();
    await log({ jobId: jobs.plain, description: 'Router' });
    await log({ jobId: jobs.plain, description: 'Switch', billable: false, duration: 30 });
    await log({ jobId: jobs.dear, description: 'Elsewhere' });
    await log({ description: 'Without' });
    const found = async (query: string) =>
      ((await api('GET', `/api/work-logs?${query}`)).json() as { description: string }[]).map(
        ({ description }) => description,
      );
    const of = `jobId=${jobs.plain}`;
    expect(await found(of)).toEqual(['Switch', 'Router']);
    expect(await found(`${of}&billable=true`)).toEqual(['Router']);
    expect(await found(`${of}&q=swi`)).toEqual(['Switch']);
    expect(await found(`${of}&clientId=${acme + 1}`)).toEqual([]);
    const wrong = await api('GET', '/api/work-logs?jobId=x');
    expect(wrong.json()).toMatchObject(refusedAt('jobId', /^This job does not exist/));
    const screen = visibleText((await visitor.get(`/work-logs?${of}`)).text);
    expect(screen).toContain('Logs 2 Hours 1.50 Amount £90.00 of which £30.00 not billable');
    const file = (await visitor.get(`/work-logs.csv?${of}`)).text.trim().split('\r\n');
    expect(file).toHaveLength(3);
    expect(file[0]).toMatch(/,logged_by,job$/);
    expect(file[1]).toMatch(/,High Street$/);
    const paper = visibleText((await visitor.get(`/work-logs/print?${of}`)).text);
    expect(paper).toContain('Job: High Street');
    expect(paper).not.toContain('Elsewhere');
    // The client's page says the same sums, and how much of two hours is used.
    const page = visibleText((await visitor.get(`/clients/${acme}`)).text);
    expect(page).toContain('High Street Open 1h 30m £60.00 75% of 2h 0m');
  });
});

describe('the file of work logs', () => {
  test('has no column of jobs where there is none', async () => {
    const visitor = await visitSignedIn(server());
    const [header = ''] = (await visitor.get('/work-logs.csv')).text.split('\r\n');
    expect(header).toMatch(/,logged_by$/);
  });

  const HEADER = 'date,client,work_type,minutes,description,billable,hourly_rate,job';
  const line = (text: string, job: string) =>
    `2026-03-02 10:00,Quay,Support,60,${text},true,60,${job}`;

  test('makes a job that its client has not, once, and its undo takes it away', async () => {
    const { visitor, api } = await withJobs();
    const file = [HEADER, line('One', 'Pier'), line('Two', 'Pier'), line('Three', '')].join('\r\n');
    const ended = await importFile(visitor, file);
    expect(ended).toMatchObject({ status: 'done', new: 3 });
    const logs = (await api('GET', '/api/work-logs')).json() as { job: unknown }[];
    expect(logs.map(({ job }) => job)).toEqual(
      expect.arrayContaining([{ name: 'Pier' }, { name: 'Pier' }, null]),
    );
    const jobs = (await api('GET', '/api/jobs')).json() as { name: string }[];
    expect(jobs.filter(({ name }) => name === 'Pier')).toHaveLength(1);
    const undone = await api('DELETE', `/api/imports/${String(ended.id)}`);
    expect(undone.status, undone.text).toBeLessThan(300);
    expect((await api('GET', '/api/jobs')).text).not.toContain('Pier');
    expect((await api('GET', '/api/clients')).text).not.toContain('Quay');
  });

  test('that comes back with another job edits its logs', async () => {
    const { visitor, log, read, jobs } = await withJobs();
    const ids = [
      idOf(await log({ jobId: jobs.dear, description: 'First' })),
      idOf(await log({ jobId: jobs.dear, description: 'Second' })),
      idOf(await log({ description: 'Third' })),
    ];
    const file = (await visitor.get('/work-logs.csv')).text
      .replace(/(First.*),Mill Lane/, '$1,New Road')
      .replace(/(Second.*),Mill Lane/, '$1,');
    const ended = await importFile(visitor, file, '?edits=apply');
    expect(ended).toMatchObject({ status: 'done', changed: 2 });
    expect(await read(ids[0] ?? 0)).toMatchObject({
      job: { name: 'New Road' },
      hourlyRate: '80.00',
    });
    expect(await read(ids[1] ?? 0)).toMatchObject({ job: null, hourlyRate: '80.00' });
    expect(await read(ids[2] ?? 0)).toMatchObject({ job: null });
  });
});
