import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { makeToken } from '../../../app/auth/tokens/tokens.server.ts';
import { proposeLog } from '../../../app/pending-work-logs/evidence/evidence.server.ts';
import { cases } from '../../support/cases.ts';
import { visibleText } from '../../support/html.ts';
import { pendingApi, pendingRows } from '../../support/data/pending-work-logs.ts';
import { useSharedServer } from '../../support/server/shared-server.ts';
import { idOf, visit } from '../../support/server/visitor.ts';

const shared = useSharedServer();
const api = pendingApi(shared);

const PATH = '/api/pending-worklogs';
let made = 0;

/** A commit that nobody told of before. */
const commit = (more: object = {}) => ({
  source: 'git',
  sourceId: `commit ${++made}`,
  taskName: `Mend the login form ${made}`,
  completedAt: '2026-03-27T16:45:30Z',
  ...more,
});
const tell = (body: object) => api.call('POST', PATH, body);
const rowsOf = (sourceId: string) =>
  pendingRows(shared().server).filter((row) => row.sourceId === sourceId);

test('What a program tells of comes into review with all that it says', async () => {
  const told = commit({
    projectName: 'Nobody knows it',
    labels: ['b', 'a', 'b'],
    duration: 45,
    description: 'Two lines\nof it',
  });
  const answer = await tell(told);
  expect(answer.status).toBe(201);
  expect(answer.json()).toMatchObject({
    source: 'git',
    sourceId: told.sourceId,
    taskName: told.taskName,
    completedAt: '2026-03-27T16:45:30.000Z',
    projectName: 'Nobody knows it',
    duration: 45,
    suggested: ['duration'],
    suggestionReasons: { duration: 'from git' },
    description: 'Two lines\nof it',
    status: 'pending_review',
    clientId: null,
    billable: true,
  });
  expect(rowsOf(told.sourceId)[0]?.labels).toBe('["a","b"]');
});

test('The least that it can tell is enough, and a plain day is its noon', async () => {
  const { status, json } = await tell(commit({ completedAt: '2026-03-27' }));
  expect(status).toBe(201);
  expect(json()).toMatchObject({
    completedAt: '2026-03-27T12:00:00.000Z',
    projectName: null,
    duration: null,
    description: '',
  });
});

test('Told of again it stays as it is, whatever became of it and whatever is told', async () => {
  const pair = await api.addPair();
  const ends: [string, (id: number) => Promise<unknown>][] = [
    ['pending_review', () => Promise.resolve()],
    ['confirmed', api.confirm],
    ['archived', api.archive],
    ['rejected', api.reject],
    [
      'converted',
      async (id) => {
        api.setInvoiced(await confirmed(id), true);
      },
    ],
  ];
  const confirmed = async (id: number) => {
    await api.confirm(id);
    return api.logOf(id);
  };
  for (const [status, end] of ends) {
    const told = commit({ duration: 30 });
    const id = idOf(await tell(told));
    await api.call('PUT', api.path(id), pair);
    await end(id);
    const before = rowsOf(told.sourceId);
    for (const more of [{}, { taskName: 'Another', duration: 90, completedAt: '2026-01-01' }]) {
      const again = await tell({ ...told, ...more });
      expect(again.status).toBe(200);
      expect(again.json()).toMatchObject({ id, status, taskName: told.taskName, duration: 30 });
    }
    expect(rowsOf(told.sourceId)).toEqual(before);
  }
});

test('Two at once make one entry', async () => {
  const told = commit();
  const answers = await Promise.all(Array.from({ length: 8 }, () => tell(told)));
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(7).fill(200), 201]);
  expect(rowsOf(told.sourceId)).toHaveLength(1);
});

test('The same id of another source, and what Todoist calls its own, are entries of their own', async () => {
  const told = commit();
  const instant = new Date(told.completedAt);
  api.add({ todoistTaskId: told.sourceId, completedAt: instant });
  expect((await tell(told)).status).toBe(201);
  expect((await tell({ ...told, source: 'calendar' })).status).toBe(201);
  expect((await tell({ ...told, source: 'Git' })).status).toBe(201);
  expect(rowsOf(told.sourceId).map(({ source }) => source)).toEqual(['git', 'calendar', 'Git']);
});

test.each([
  ['no source', { source: '' }, 'source'],
  ['a long source', { source: 'g'.repeat(41) }, 'source'],
  ['no id', { sourceId: undefined }, 'sourceId'],
  ['no name', { taskName: ' ' }, 'taskName'],
  ['no date', { completedAt: undefined }, 'completedAt'],
  ['a wrong date', { completedAt: 'yesterday' }, 'completedAt'],
  ['a date far ahead', { completedAt: '2099-01-01T00:00:00Z' }, 'completedAt'],
  ['hours for minutes', { duration: 1.5 }, 'duration'],
  ['no time at all', { duration: 0 }, 'duration'],
  ['labels as text', { labels: 'urgent' }, 'labels'],
  ['a field that nobody knows', { clientId: 1 }, 'clientId'],
])('%s is refused, and nothing is kept', async (_, more, path) => {
  const before = pendingRows(shared().server).length;
  const answer = await tell({ ...commit(), ...more });
  expect(answer.status).toBe(400);
  expect(answer.json()).toMatchObject({ issues: [{ path }] });
  expect(pendingRows(shared().server)).toHaveLength(before);
});

test('Suggestions and rules fill it in as a task of Todoist', async () => {
  const clientId = idOf(await api.call('POST', '/api/clients', { name: 'Windmill Lane' }));
  const workTypeId = idOf(await api.call('POST', '/api/work-types', { name: 'Programming' }));
  const named = await tell(commit({ projectName: 'Windmill Lane', labels: ['Programming'] }));
  expect(named.json()).toMatchObject({
    clientId,
    workTypeId,
    suggestionReasons: { clientId: 'named in the project', workTypeId: 'named by the label' },
  });
  // What a person chose for a project is suggested for the next of it, whatever tells of it.
  const first = idOf(await tell(commit({ projectName: 'wl-backend' })));
  await api.call('PUT', api.path(first), { clientId, workTypeId });
  const next = await tell(commit({ source: 'calls', projectName: 'wl-backend' }));
  expect(next.json()).toMatchObject({
    clientId,
    workTypeId,
    suggestionReasons: { clientId: 'as the last of this project' },
  });
  const rule = { words: 'stand-up', clientId, workTypeId, duration: 15, billable: false };
  await api.call('POST', '/api/rules', rule);
  const ruled = await tell(commit({ source: 'calendar', taskName: 'Stand-up', duration: 60 }));
  expect(ruled.json()).toMatchObject({ clientId, workTypeId, duration: 15, billable: false });
});

test('The review, the archive and the trail say where it came from', async () => {
  const told = commit({ source: 'calls', taskName: 'Call with Ann' });
  const id = idOf(await tell(told));
  const review = visibleText((await shared().visitor.get('/pending-work-logs')).text);
  expect(review).toContain('Call with Ann From calls');
  await api.archive(id);
  const archived = (await shared().visitor.get(`/archived-work-logs/${id}`)).text;
  expect(visibleText(archived)).toContain('Came from calls');
  expect(archived).not.toContain('Todoist task');
  const history = (await shared().visitor.get(`/history?record=pending-work-log:${id}`)).text;
  expect(visibleText(history)).toContain('Task from calls: Call with Ann');
});

const Entry = z.object({ id: z.int(), workLogId: z.int().nullable() });

test('A proposed log waits as it was asked for, and becomes it once it is confirmed', async () => {
  const { services } = shared().server;
  const { clientId, workTypeId } = await api.addPair({ name: 'Proposed', standardRate: '70.00' });
  const asked = { clientId, workTypeId, duration: 90 };
  const logged = (await api.call('POST', '/api/work-logs', asked)).json() as object;
  const rule = { words: 'proposal', duration: 5, description: 'Ruled', billable: false };
  await api.call('POST', '/api/rules', rule);
  const startedAt = new Date('2026-03-27T09:00:00Z');
  const endedAt = new Date('2026-03-27T10:30:00Z');
  const input = {
    ...{ clientId, workTypeId, description: 'Proposal\nfor the move', startedAt, endedAt },
    ...{ duration: null, travelTime: null, hourlyRate: null, billable: true, date: null },
    hardwareItems: null,
  };
  const { id } = proposeLog({ ...services, confirmed: new Set() }, { id: 1 }, input, 'My robot');
  expect((await api.call('GET', api.path(id))).json()).toMatchObject({
    source: 'My robot',
    ...{ taskName: 'Proposal', description: 'Proposal\nfor the move', duration: 90 },
    ...{ clientId, workTypeId, suggested: [], billable: true, status: 'pending_review' },
    completedAt: '2026-03-27T09:00:00.000Z',
  });
  const { workLogId } = Entry.parse((await api.confirm(id)).json());
  expect((await api.call('GET', `/api/work-logs/${workLogId}`)).json()).toMatchObject({
    ...{ clientId, workTypeId, duration: 90, description: 'Proposal\nfor the move' },
    ...{ startedAt: '2026-03-27T09:00:00.000Z', endedAt: '2026-03-27T10:30:00.000Z' },
    hourlyRate: 'hourlyRate' in logged && logged.hourlyRate,
    billable: true,
  });
});

test('A proposal of hardware, or of what does not exist, is refused', async () => {
  const { services } = shared().server;
  const { clientId, workTypeId } = await api.addPair({ name: 'Hard' });
  const hardware = { name: 'Hardware', isHardware: true };
  const hardwareId = idOf(await api.call('POST', '/api/work-types', hardware));
  const propose = (more: object) =>
    proposeLog(
      { ...services, confirmed: new Set() },
      { id: 1 },
      {
        ...{ clientId, workTypeId, description: '', duration: 60, travelTime: null },
        ...{ hourlyRate: null, billable: null, date: null, hardwareItems: null, ...more },
      },
    );
  expect(propose({})).toMatchObject({ source: 'proposed', taskName: 'Proposed work log' });
  for (const more of [{ workTypeId: hardwareId }, { clientId: 987 }, { duration: 6_001 }]) {
    expect(() => propose(more)).toThrow(expect.objectContaining({ status: 400 }));
  }
});

test('Whatever is told of how often and in whatever order, each is there once', async () => {
  const told = Array.from({ length: 5 }, () => commit({ source: 'order' }));
  const Run = fc.array(fc.record({ which: fc.nat(4), at: fc.boolean() }), { maxLength: 25 });
  await fc.assert(
    fc.asyncProperty(Run, async (calls) => {
      const before = pendingRows(shared().server).filter(({ source }) => source === 'order');
      const here = new Set(before.map(({ sourceId }) => sourceId));
      const bodies = calls.map(({ which, at }) => ({
        ...(told[which] ?? commit()),
        ...(at ? { taskName: 'Told otherwise' } : {}),
      }));
      const answers = await Promise.all(bodies.map(tell));
      const asked = new Set([...here, ...bodies.map(({ sourceId }) => sourceId)]);
      const made = answers.filter(({ status }) => status === 201).length;
      expect(made).toBe(asked.size - here.size);
      const after = pendingRows(shared().server).filter(({ source }) => source === 'order');
      expect(after.map(({ sourceId }) => sourceId).sort()).toEqual([...asked].sort());
      expect(after).toEqual(expect.arrayContaining(before));
    }),
    { numRuns: cases(100) },
  );
});

test('An answer that was lost is answered again: 200 without a key, with one as it was', async () => {
  const told = commit();
  const keyed = { 'Idempotency-Key': crypto.randomUUID() };
  const send = (headers?: Record<string, string>) =>
    shared().visitor.api('POST', PATH, told, headers);
  const first = await send(keyed);
  const again = await send(keyed);
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.headers.get('Idempotency-Replayed')).toBe('true');
  const plain = await send();
  expect([plain.status, idOf(plain)]).toEqual([200, idOf(first)]);
});

test('A token that may only propose tells of it, and reads nothing by that', async () => {
  const { server, visitor } = shared();
  await visitor.get('/dashboard');
  const { token } = makeToken(server.services, 1, {
    ...{ name: 'git', scopes: ['propose'], days: null, writesBackDays: null },
  });
  const told = commit({ projectName: 'Windmill Lane' });
  const send = () => visit(server).api('POST', PATH, told, { Authorization: `Bearer ${token}` });
  const answers = [await send(), await send()];
  expect(answers.map(({ status }) => status)).toEqual([201, 200]);
  for (const answer of answers) {
    const { source, sourceId } = told;
    expect(answer.json()).toEqual({ id: idOf(answer), source, sourceId });
  }
});
