import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { manyCompletions, sampleTasks, startTodoist, type RunningTodoist } from './todoist.ts';

const NOW = new Date('2026-06-30T18:00:00Z');
const CLIENTS = ['Harbour View Dental', 'Copper Kettle Cafés'];

let standIn: RunningTodoist;

beforeEach(async () => {
  const account = sampleTasks({ now: NOW, weeks: 4, clientNames: CLIENTS });
  standIn = await startTodoist({ account, clock: () => NOW });
  return () => standIn.close();
});

function get(path: string, token = standIn.token): Promise<Response> {
  return fetch(`${standIn.url}${path}`, { headers: { Authorization: `Bearer ${token}` } });
}

describe('the stand-in for Todoist', () => {
  const list = '/api/v1/tasks/completed/by_completion_date';

  test.each([
    ['the range without an end', `${list}?since=2026-06-01T00:00:00Z`, 400],
    ['the range without a beginning', `${list}?until=2026-06-01T00:00:00Z`, 400],
    ['three months', `${list}?since=2026-03-01T00:00:00Z&until=2026-06-01T00:00:00Z`, 200],
    ['a second more', `${list}?since=2026-03-01T00:00:00Z&until=2026-06-01T00:00:01Z`, 400],
    ['200 a page', `${list}?since=2026-06-01T00:00:00Z&until=2026-06-02T00:00:00Z&limit=200`, 200],
    ['201 a page', `${list}?since=2026-06-01T00:00:00Z&until=2026-06-02T00:00:00Z&limit=201`, 400],
    ['100 entries of the log', '/api/v1/activities?limit=100', 200],
    ['101 entries of the log', '/api/v1/activities?limit=101', 400],
    ['a made-up cursor', '/api/v1/projects?cursor=nonsense', 400],
    ['a task that is not there', '/api/v1/tasks/none', 404],
    ['sections of a project that is in no list', '/api/v1/sections?project_id=none', 404],
    ['the old REST API', '/rest/v2/projects', 410],
    ['the old sync API', '/sync/v9/completed/get_all', 410],
  ])('answers %s as Todoist does', async (_, path, status) => {
    expect((await get(path)).status).toBe(status);
  });

  test('shows a deleted task by its id alone, and tells of recurring ones only that they recur', async () => {
    const { account } = standIn;
    const once = account.tasks.find(({ repeats }) => repeats === null);
    if (once) once.isDeleted = true;
    const listed = await get(`${list}?since=2026-06-01T00:00:00Z&until=2026-06-30T18:00:00Z`);
    expect(await listed.text()).not.toContain(`"${once?.id}"`);
    const shown = await get(`/api/v1/tasks/${once?.id}`);
    expect([shown.status, await shown.json()]).toEqual([
      200,
      expect.objectContaining({ id: once?.id, is_deleted: true }),
    ]);
    const log: unknown = await (await get('/api/v1/activities?limit=100')).json();
    const { results } = log as {
      results: { object_id: string; extra_data: { is_recurring?: boolean } }[];
    };
    for (const { object_id, extra_data } of results) {
      const repeats = account.tasks.find(({ id }) => id === object_id)?.repeats;
      expect(extra_data.is_recurring, object_id).toBe(repeats === null ? undefined : true);
    }
    expect(results.some(({ object_id }) => object_id === once?.id)).toBe(true);
  });

  test('takes 1,000 calls in 15 minutes, and then says how many seconds to wait', async () => {
    for (let call = 0; call < 1_000; call += 50) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => get('/api/v1/user')));
      expect(answers.every(({ status }) => status === 200)).toBe(true);
    }
    const refused = await get('/api/v1/user');
    expect([refused.status, await refused.json()]).toEqual([
      429,
      expect.objectContaining({ error_extra: { retry_after: 900 } }),
    ]);
  });

  test('accepts one token only', async () => {
    expect((await get('/api/v1/projects')).status).toBe(200);
    expect((await get('/api/v1/projects', 'another')).status).toBe(401);
  });

  test('has its faults switched over HTTP, and counts calls', async () => {
    const fault = { kind: '503', path: '/api/v1/projects', times: 1, retryAfter: 3 };
    const body = JSON.stringify(fault);
    await fetch(`${standIn.url}/sandbox/faults`, { method: 'POST', body });
    const broken = await get('/api/v1/projects');
    expect([broken.status, broken.headers.get('retry-after')]).toEqual([503, '3']);
    expect((await get('/api/v1/projects')).status).toBe(200);

    await fetch(`${standIn.url}/sandbox/faults`, { method: 'POST', body: '{"kind": "429"}' });
    expect((await get('/api/v1/user')).status).toBe(429);
    await fetch(`${standIn.url}/sandbox/faults`, { method: 'DELETE' });
    expect((await get('/api/v1/user')).status).toBe(200);

    const wrong = await fetch(`${standIn.url}/sandbox/faults`, { method: 'POST', body: '{}' });
    expect(wrong.status).toBe(400);
    const calls: unknown = await (await fetch(`${standIn.url}/sandbox/calls`)).json();
    expect(calls).toEqual({ '/projects': 2, '/user': 2 });
  });

  test('closes at once while a call waits for an answer', async () => {
    standIn.fail({ kind: 'silence' });
    const waiting = get('/api/v1/projects').then(
      () => 'answered',
      () => 'broken off',
    );
    await expect.poll(() => standIn.calls()['/projects']).toBe(1);
    await standIn.close();
    expect(await waiting).toBe('broken off');
  });

  test('says on its page that it is a stand-in, and shows the token and the tasks', async () => {
    standIn.account.tasks.push({
      id: 'x',
      projectId: null,
      content: '<b>Bold</b>',
      description: '',
      labels: [],
      duration: null,
      repeats: null,
    });
    standIn.account.completions.push({ taskId: 'x', at: NOW });
    const html = await (await fetch(standIn.url)).text();
    expect(html).toContain('Stand-in for Todoist');
    expect(html).toContain(standIn.token);
    expect(html).toContain('Harbour View Dental');
    expect(html).not.toContain('<b>Bold');
  });
});

describe('the sample account', () => {
  const account = sampleTasks({ now: NOW, weeks: 4, clientNames: CLIENTS });

  test('has a project for each client, and every kind of task', () => {
    const { projects, tasks, completions } = account;
    expect(projects.map(({ name }) => name)).toEqual(CLIENTS);
    expect(tasks.some((task) => task.repeats !== null)).toBe(true);
    expect(tasks.some((task) => task.duration?.unit === 'day')).toBe(true);
    expect(tasks.some((task) => task.duration === null)).toBe(true);
    const inMinutes = tasks.filter((task) => task.duration?.unit === 'minute');
    expect(inMinutes.length).toBeGreaterThan(tasks.length / 2);
    expect(new Set(tasks.map(({ id }) => id)).size).toBe(tasks.length);
    expect(completions.every(({ at }) => at < NOW)).toBe(true);
    for (const { id, repeats } of tasks) {
      const times = completions.filter(({ taskId }) => taskId === id).length;
      expect(times > 1, `${id} was completed ${times} times`).toBe(repeats !== null);
    }
  });

  test('is the same every time, and empty without clients', () => {
    expect(sampleTasks({ now: NOW, weeks: 4, clientNames: CLIENTS })).toEqual(account);
    expect(sampleTasks({ now: NOW, weeks: 4, clientNames: [] }).tasks).toEqual([]);
  });
});

test('many completions are as many as asked for, all different', () => {
  const { tasks, completions } = manyCompletions({
    count: 1_200,
    recurring: 200,
    months: 5,
    until: NOW,
  });
  const repeated = new Set(tasks.filter((task) => task.repeats !== null).map(({ id }) => id));
  expect(completions).toHaveLength(1_200);
  expect(completions.filter(({ taskId }) => repeated.has(taskId))).toHaveLength(200);
  expect(new Set(completions.map(({ at }) => at.getTime())).size).toBe(1_200);
});

test('the stand-in for Todoist listens on the port that is asked for', async () => {
  const account = manyCompletions({ count: 0, recurring: 0, months: 1, until: NOW });
  const again = await startTodoist({ account, port: 0, token: 'mine' });
  onTestFinished(again.close);
  expect(again.url).toBe(`http://127.0.0.1:${again.port}`);
  expect(again.token).toBe('mine');
});
