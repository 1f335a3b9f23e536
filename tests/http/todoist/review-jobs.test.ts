import { describe, expect, test } from 'vitest';
import { addClient, addWorkType } from '../../support/data/entries.ts';
import { addPendingLog, pendingRow } from '../../support/data/pending-work-logs.ts';
import { fieldsOf } from '../../support/form.ts';
import { controlOf, startTags, toastOf, visibleText } from '../../support/html.ts';
import { pressPlainly } from '../../support/plain-forms.ts';
import { pressReview, pressUndo } from '../../support/review.ts';
import { useServer } from '../../support/server/use-server.ts';
import { idOf, visitSignedIn } from '../../support/server/visitor.ts';

/** A task in review, and a rule, may name a job of their client. */

const server = useServer();
const SCREEN = '/pending-work-logs';

/** Two clients; the first has a job with a rate of its own, one without, and one that is done. */
async function withJobs() {
  const visitor = await visitSignedIn(server());
  const api = (method: string, path: string, body?: unknown) => visitor.api(method, path, body);
  const [acme, thorn] = [addClient(server(), 'Acme'), addClient(server(), 'Thorn')];
  const workTypeId = addWorkType(server(), 'Support');
  const addJob = async (clientId: number, name: string, more: object = {}) =>
    idOf(await api('POST', '/api/jobs', { clientId, name, ...more }));
  const jobs = {
    dear: await addJob(acme, 'Mill Lane', { hourlyRate: '80.00' }),
    plain: await addJob(acme, 'High Street'),
    done: await addJob(acme, 'Old Mill', { isOpen: false }),
    others: await addJob(thorn, 'Harbour'),
  };
  const add = (columns: Parameters<typeof addPendingLog>[1] = {}) =>
    addPendingLog(server(), { clientId: acme, workTypeId, duration: 60, ...columns });
  const path = (id: number) => `/api/pending-worklogs/${id}`;
  const put = (id: number, body: object) => api('PUT', path(id), body);
  const read = async (id: number) => (await api('GET', path(id))).json();
  const confirm = async (id: number) => {
    const answer = await api('POST', `${path(id)}/confirm`);
    expect(answer.status, answer.text).toBe(200);
    const { workLogId } = answer.json() as { workLogId: number };
    return (await api('GET', `/api/work-logs/${workLogId}`)).json();
  };
  return { visitor, api, acme, thorn, workTypeId, jobs, addJob, add, put, read, confirm };
}

const refusedAt = (path: string, message: RegExp) => ({
  issues: [{ path, message: expect.stringMatching(message) as string }],
});

describe('a task in review', () => {
  test('names a job of its client, whose rate it takes, and carries both into its log', async () => {
    const { add, put, read, confirm, jobs } = await withJobs();
    const id = add();
    expect(await read(id)).toMatchObject({ jobId: null, job: null });
    expect((await put(id, { jobId: jobs.dear })).json()).toMatchObject({
      jobId: jobs.dear,
      job: { name: 'Mill Lane' },
      estimatedHourlyRate: '80.00',
      suggested: [],
    });
    expect(await confirm(id)).toMatchObject({ jobId: jobs.dear, hourlyRate: '80.00' });
  });

  test('keeps its rate for a job without one, and a rate that is named before the job’s', async () => {
    const { add, put, jobs } = await withJobs();
    const id = add();
    expect((await put(id, { jobId: jobs.plain })).json()).toMatchObject({
      estimatedHourlyRate: '60.00',
    });
    const both = { jobId: jobs.dear, estimatedHourlyRate: '55.00' };
    expect((await put(id, both)).json()).toMatchObject(both);
  });

  test('names no job of another client, none that is done, none that is not there, and none without a client', async () => {
    const { add, put, read, jobs, thorn } = await withJobs();
    const id = add();
    for (const [body, message] of [
      [{ jobId: jobs.others }, /^This is no job of Acme/],
      [{ jobId: jobs.done }, /^This job is done/],
      [{ jobId: 999 }, /^This job does not exist/],
      [{ jobId: 'x' }, /^This does not exist/],
      [{ clientId: thorn, jobId: jobs.dear }, /^This is no job of Thorn/],
      [{ clientId: null, jobId: jobs.dear }, /^Choose the client of this job/],
    ] as const) {
      const answer = await put(id, body);
      expect(answer.status).toBe(400);
      expect(answer.json()).toMatchObject(refusedAt('jobId', message));
    }
    expect(await read(id)).toMatchObject({ jobId: null });
  });

  test('lets go of a job with its client, and of one that is deleted; keeps one that is done since', async () => {
    const { add, put, read, api, jobs, thorn } = await withJobs();
    const [id, other] = [add(), add({ taskName: 'Other' })];
    await put(id, { jobId: jobs.plain });
    await put(other, { jobId: jobs.plain });
    await api('PUT', `/api/jobs/${jobs.plain}`, { isOpen: false });
    expect((await put(id, { description: 'More' })).json()).toMatchObject({ jobId: jobs.plain });
    expect((await api('POST', `/api/pending-worklogs/${id}/confirm`)).json()).toMatchObject(
      refusedAt('jobId', /^This job is done/),
    );
    expect((await put(id, { clientId: thorn })).json()).toMatchObject({ jobId: null, job: null });
    await api('POST', `/api/pending-worklogs/${other}/archive`);
    expect((await api('DELETE', `/api/jobs/${jobs.plain}`)).status).toBe(204);
    expect(await read(other)).toMatchObject({ jobId: null, status: 'archived' });
  });

  test('has its job in the history, in the file, in the archive’s page and on paper', async () => {
    const { add, put, api, visitor, jobs } = await withJobs();
    const id = add();
    await put(id, { jobId: jobs.plain });
    const [entry] = (
      await api('GET', `/api/history?record=pending-work-log:${id}`)
    ).json() as object[];
    expect(entry).toMatchObject({ after: { job: { name: 'High Street' } } });
    const file = (await visitor.get('/pending-work-logs.csv')).text.trim().split('\r\n');
    expect(file[0]).toMatch(/,work_log_id,job$/);
    expect(file[1]).toMatch(/,High Street$/);
    expect(visibleText((await visitor.get(`${SCREEN}/print`)).text)).toContain('Job: High Street');
    await api('POST', `/api/pending-worklogs/${id}/archive`);
    const details = visibleText((await visitor.get(`/archived-work-logs/${id}`)).text);
    expect(details).toContain('Job High Street');
  });
});

test('Nothing asks for a job, shows one or has a column for it where no client has one', async () => {
  const visitor = await visitSignedIn(server());
  const clientId = addClient(server(), 'Acme');
  const id = addPendingLog(server(), { clientId });
  const group = [id, addPendingLog(server(), { clientId })].join('-');
  const pages = [SCREEN, `${SCREEN}/${id}/edit`, `${SCREEN}/${group}/edit`, '/settings/rules/new'];
  for (const page of pages) {
    const { text } = await visitor.get(page);
    expect(
      startTags(text, 'select').map(({ name }) => name),
      page,
    ).not.toContain('jobId');
    expect(visibleText(text), page).not.toMatch(/\bJob\b/);
  }
  const [header = ''] = (await visitor.get('/pending-work-logs.csv')).text.split('\r\n');
  expect(header).toMatch(/,work_log_id$/);
});

describe('Edit Pending Log', () => {
  test('offers the jobs of all clients without scripts, refuses another client’s, and says whose the rate is', async () => {
    const { visitor, add, thorn, jobs } = await withJobs();
    const id = add();
    const form = (await visitor.get(`${SCREEN}/${id}/edit`)).text;
    expect(form).toContain('<optgroup label="Thorn">');
    expect(visibleText(form)).not.toContain('Old Mill');
    expect(visibleText(form)).toContain('Changes with client, job and work type');
    const wrong = await pressPlainly(visitor, form, 'Update', { jobId: String(jobs.others) });
    expect(wrong.status).toBe(400);
    expect(controlOf(wrong.text, 'jobId').descriptions).toContain(
      'This is no job of Acme. Choose one of theirs, or none.',
    );
    const saved = await pressPlainly(visitor, form, 'Update', { jobId: String(jobs.dear) });
    expect(saved.status, saved.text).toBe(303);
    expect(pendingRow(server(), id)).toMatchObject({
      jobId: jobs.dear,
      estimatedHourlyRatePence: 8_000,
    });
    const again = (await visitor.get(`${SCREEN}/${id}/edit`)).text;
    const moved = await pressPlainly(visitor, again, 'Update', { clientId: String(thorn) });
    expect(moved.status).toBe(400);
    // With scripts the field is gone, or has the jobs of the new client.
    const { jobId, ...fields } = fieldsOf(again, 'pending-log');
    expect(jobId).toBe(String(jobs.dear));
    const let_go = await visitor.post(`${SCREEN}/${id}/edit`, {
      ...fields,
      clientId: String(thorn),
    });
    expect(let_go.status, let_go.text).toBe(303);
    expect(pendingRow(server(), id)).toMatchObject({ clientId: thorn, jobId: null });
  });

  test('says what somebody else chose meanwhile, and the next Save decides', async () => {
    const { visitor, add, put, jobs } = await withJobs();
    const id = add();
    const fields = fieldsOf((await visitor.get(`${SCREEN}/${id}/edit`)).text, 'pending-log');
    await put(id, { jobId: jobs.plain });
    const typed = { ...fields, jobId: String(jobs.dear) };
    const collides = await visitor.post(`${SCREEN}/${id}/edit`, typed);
    expect(collides.status).toBe(409);
    const job = controlOf(collides.text, 'jobId');
    expect([job.value, job.isInvalid]).toEqual([String(jobs.dear), true]);
    expect(job.descriptions).toContain('Saved by someone else: High Street');
    const again = fieldsOf(collides.text, 'pending-log');
    expect((await visitor.post(`${SCREEN}/${id}/edit`, again)).status).toBe(303);
    expect(pendingRow(server(), id).jobId).toBe(jobs.dear);
    // What only the other changed stays.
    const left = fieldsOf((await visitor.get(`${SCREEN}/${id}/edit`)).text, 'pending-log');
    await put(id, { jobId: jobs.plain });
    const saved = await visitor.post(`${SCREEN}/${id}/edit`, { ...left, description: 'By phone' });
    expect(saved.status).toBe(303);
    expect(pendingRow(server(), id)).toMatchObject({ jobId: jobs.plain, description: 'By phone' });
  });

  test('of a group sets the job of all', async () => {
    const { visitor, add, jobs } = await withJobs();
    const ids = [add(), add()];
    const form = (await visitor.get(`${SCREEN}/${ids.join('-')}/edit`)).text;
    const saved = await pressPlainly(visitor, form, 'Update all 2', { jobId: String(jobs.plain) });
    expect(saved.status, saved.text).toBe(303);
    expect(ids.map((id) => pendingRow(server(), id).jobId)).toEqual([jobs.plain, jobs.plain]);
    expect(visibleText((await visitor.get(SCREEN)).text)).toMatch(/High Street/);
  });
});

describe('the actions for selected tasks', () => {
  test('set the job of each whose client has it, count the others, and are undone', async () => {
    const { visitor, add, thorn, jobs } = await withJobs();
    const ids = [add({ taskName: 'A' }), add({ taskName: 'B', clientId: thorn })];
    const typed = { jobId: String(jobs.plain) };
    const { toast, undo } = await pressReview(visitor, 'assign', ids, typed);
    expect(toast).toContain('1 changed, 1 needs another job');
    expect(ids.map((id) => pendingRow(server(), id).jobId)).toEqual([jobs.plain, null]);
    expect(await pressUndo(visitor, undo)).toBe('Restored');
    expect(ids.map((id) => pendingRow(server(), id).jobId)).toEqual([null, null]);
  });

  test('confirm with the job, and their undo brings the job back into review', async () => {
    const { visitor, api, add, put, read, jobs } = await withJobs();
    const ids = [add({ taskName: 'A' }), add({ taskName: 'B' })];
    for (const id of ids) await put(id, { jobId: jobs.dear });
    const { undo } = await pressReview(visitor, 'confirm', ids);
    const logs = (await api('GET', '/api/work-logs')).json() as { jobId: number }[];
    expect(logs.map(({ jobId }) => jobId)).toEqual([jobs.dear, jobs.dear]);
    await pressUndo(visitor, undo);
    expect((await api('GET', '/api/work-logs')).json()).toEqual([]);
    for (const id of ids) {
      expect(await read(id)).toMatchObject({ status: 'pending_review', jobId: jobs.dear });
    }
  });

  test('An undo does not bring back a job that was deleted since', async () => {
    const { visitor, api, add, put, jobs } = await withJobs();
    const id = add();
    await put(id, { jobId: jobs.plain });
    const { undo } = await pressReview(visitor, 'assign', [id], { description: 'By phone' });
    expect((await api('DELETE', `/api/jobs/${jobs.plain}`)).status).toBe(204);
    await pressUndo(visitor, undo);
    expect(pendingRow(server(), id).jobId).toBeNull();
  });
});

describe('a row', () => {
  test('shows its job, and is not confirmed with one that came since its page was made', async () => {
    const { visitor, add, put, addJob, acme } = await withJobs();
    const id = add({ projectName: 'Wharf' });
    await put(id, { clientId: acme });
    const { text } = await visitor.get(SCREEN);
    await addJob(acme, 'WHARF');
    expect(pendingRow(server(), id).jobId).not.toBeNull();
    const refused = await pressPlainly(visitor, text, 'Confirm Reset the router');
    expect(refused.status).toBe(400);
    expect(visibleText(refused.text)).toContain('Changed since: job WHARF. Check it');
    expect(refused.text).toContain('title="Suggested, named like the project"');
    const seen = await pressPlainly(visitor, refused.text, 'Confirm Reset the router');
    expect(seen.status).toBe(303);
    expect(toastOf((await visitor.get(seen.location ?? '')).text)).toContain('confirmed');
  });
});

describe('a rule', () => {
  test('sets a job of its client, in the API and in its form, until the job is done', async () => {
    const { visitor, api, add, put, read, acme, thorn, jobs } = await withJobs();
    const id = add({ clientId: null, taskName: 'Server backup' });
    const rule = { words: 'backup', clientId: acme, jobId: jobs.dear };
    const made = await api('POST', '/api/rules', rule);
    expect(made.json()).toMatchObject({ jobId: jobs.dear, job: { name: 'Mill Lane' } });
    expect(await read(id)).toMatchObject({
      clientId: acme,
      jobId: jobs.dear,
      estimatedHourlyRate: '80.00',
      suggested: ['clientId', 'jobId'],
      suggestionReasons: { jobId: 'by the rule for words “backup”' },
    });
    for (const [body, message] of [
      [{ ...rule, jobId: jobs.others }, /^This is no job of Acme/],
      [{ ...rule, jobId: jobs.done }, /^This job is done/],
      [{ ...rule, clientId: null, duration: 30 }, /^Choose the client of this job/],
    ] as const) {
      expect((await api('POST', '/api/rules', body)).json()).toMatchObject(
        refusedAt('jobId', message),
      );
    }
    const ruleId = idOf(made);
    const list = visibleText((await visitor.get('/settings/rules')).text);
    expect(list).toContain('AcmeMill Lane');
    const form = (await visitor.get(`/settings/rules/${ruleId}/edit`)).text;
    expect(controlOf(form, 'jobId').value).toBe(String(jobs.dear));
    const wrong = await pressPlainly(visitor, form, 'Update', { clientId: String(thorn) });
    expect(wrong.status).toBe(400);
    const saved = await pressPlainly(visitor, form, 'Update', { jobId: String(jobs.plain) });
    expect(saved.status, saved.text).toBe(303);
    expect(await read(id)).toMatchObject({ jobId: jobs.plain });
    await api('PUT', `/api/jobs/${jobs.plain}`, { isOpen: false });
    expect(await read(id)).toMatchObject({ jobId: null, suggested: ['clientId'] });
    const history = await api('GET', `/api/history?record=rule:${ruleId}`);
    expect(history.text).toContain('High Street');
    // A person's client is not the rule's.
    await api('PUT', `/api/jobs/${jobs.plain}`, { isOpen: true });
    expect((await put(id, { clientId: thorn })).json()).toMatchObject({ jobId: null });
    // A rule outlives its job.
    expect((await api('DELETE', `/api/jobs/${jobs.plain}`)).status).toBe(204);
    const [left] = (await api('GET', '/api/rules')).json() as object[];
    expect(left).toMatchObject({ clientId: acme, jobId: null });
  });

  test('made of a task has its job', async () => {
    const { visitor, add, put, jobs } = await withJobs();
    const id = add();
    await put(id, { jobId: jobs.plain });
    const form = (await visitor.get(`/settings/rules/new?from=${id}`)).text;
    expect(controlOf(form, 'jobId').value).toBe(String(jobs.plain));
  });
});
