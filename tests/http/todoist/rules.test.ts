import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { fieldsOf } from '../../support/html.ts';
import { addPendingLog } from '../../support/data/pending-work-logs.ts';
import { accountOf, type TodoistTask } from '../../support/server/todoist.ts';
import { NOW, startImporting } from '../../support/server/todoist-server.ts';
import { idOf } from '../../support/server/visitor.ts';

/** Rules: what always holds for completed tasks. */

const Rule = z.object({
  id: z.number(),
  position: z.number(),
  project: z.string().nullable(),
  clientId: z.number().nullable(),
});
const Entry = z.object({ id: z.number(), taskName: z.string(), status: z.string() }).loose();

async function startWork() {
  const account = accountOf([], []);
  const { visitor, sync, server } = await startImporting({ account });
  const add = async (path: string, body: object) => idOf(await visitor.api('POST', path, body));
  const list = async () =>
    z.array(Entry).parse((await visitor.api('GET', '/api/pending-worklogs')).json());
  return {
    visitor,
    server,
    addClient: (name: string) => add('/api/clients', { name }),
    addType: (name: string, more: object = {}) => add('/api/work-types', { name, ...more }),
    addRule: (rule: object) => visitor.api('POST', '/api/rules', rule),
    put: (id: number, body: object) => visitor.api('PUT', `/api/pending-worklogs/${id}`, body),
    rules: async () => z.array(Rule).parse((await visitor.api('GET', '/api/rules')).json()),
    /** Completes tasks in the project Harbour View Dental and imports them; gives the id of each. */
    complete: async (...tasks: (Partial<TodoistTask> & { id: string })[]) => {
      const at = new Date(NOW.getTime() - 7_200_000).toISOString();
      const more = accountOf(
        tasks,
        tasks.map(({ id }) => [id, at]),
      );
      account.tasks.push(...more.tasks);
      account.completions.push(...more.completions);
      expect((await sync('2026-06-20', '2026-06-26')).status).toBe(200);
      const ids = new Map((await list()).map(({ taskName, id }) => [taskName, id]));
      return tasks.map(({ id, content }) => ids.get(content ?? `Task ${id}`) ?? 0);
    },
    one: async (id: number) => (await visitor.api('GET', `/api/pending-worklogs/${id}`)).json(),
  };
}

const HARBOUR = 'Harbour View Dental';

describe('The API', () => {
  test('adds rules in order, changes, moves and deletes them, and keeps a trail', async () => {
    const { visitor, addClient, addRule, rules } = await startWork();
    const clientId = await addClient('Acme');
    const made = await addRule({ project: HARBOUR, clientId });
    expect(made.status).toBe(201);
    expect(made.json()).toMatchObject({
      position: 1,
      project: HARBOUR,
      label: null,
      words: null,
      clientId,
      workTypeId: null,
      duration: null,
      description: null,
      billable: null,
      archive: null,
    });
    await addRule({ label: 'x', duration: 30 });
    const third = await addRule({ words: 'lunch break', archive: true });
    expect((await rules()).map(({ position }) => position)).toEqual([1, 2, 3]);

    const between = await addRule({ words: 'standup', archive: true, position: 2 });
    expect(between.json()).toMatchObject({ position: 2 });
    const placed = (await rules()).map(({ id }) => id);
    expect(placed).toEqual([idOf(made), idOf(between), idOf(made) + 1, idOf(third)]);
    await visitor.api('DELETE', `/api/rules/${idOf(between)}`);

    const path = `/api/rules/${idOf(third)}`;
    const moved = await visitor.api('PUT', path, { words: 'lunch', archive: true, position: 1 });
    expect(moved.json()).toMatchObject({ position: 1, words: 'lunch', archive: true });
    const order = (await rules()).map(({ id }) => id);
    expect(order).toEqual([idOf(third), idOf(made), idOf(made) + 1]);
    // The whole rule: what is left out is null.
    await visitor.api('PUT', path, { label: 'y', duration: 15 });
    expect((await visitor.api('GET', path)).json()).toMatchObject({
      words: null,
      archive: null,
      label: 'y',
      position: 1,
    });
    expect((await visitor.api('DELETE', path)).status).toBe(204);
    expect((await visitor.api('GET', path)).status).toBe(404);
    const trail = (await visitor.api('GET', `/api/history?record=rule:${idOf(third)}`)).json();
    expect((trail as { action: string }[]).map(({ action }) => action)).toEqual([
      'deleted',
      'changed',
      'changed',
      'created',
    ]);
  });

  test.each([
    ['no condition', { clientId: 1 }],
    ['no effect', { project: 'Acme' }],
    ['no effect but not to archive', { project: 'Acme', archive: false }],
    ['a condition of signs', { words: '– !', duration: 5 }],
    ['a duration of nothing', { project: 'Acme', duration: 0 }],
    ['a client that does not exist', { project: 'Acme', clientId: 999 }],
    ['hardware', { project: 'Acme', workTypeId: 'hardware' }],
  ])('refuses %s', async (_, rule) => {
    const { addRule, rules, addType, addClient } = await startWork();
    await addClient('Acme');
    const hardware = await addType('Parts', { isHardware: true });
    const body = 'workTypeId' in rule ? { ...rule, workTypeId: hardware } : rule;
    expect((await addRule(body)).status).toBe(400);
    expect(await rules()).toEqual([]);
  });

  test('has versions and one-time keys like other records', async () => {
    const { visitor, addRule, rules } = await startWork();
    const id = idOf(await addRule({ project: 'Acme', duration: 30 }));
    const path = `/api/rules/${id}`;
    const etag = (await visitor.api('GET', path)).headers.get('ETag') ?? '';
    const put = (duration: number) =>
      visitor.api('PUT', path, { project: 'Acme', duration }, { 'If-Match': etag });
    expect((await put(45)).status).toBe(200);
    expect((await put(60)).status).toBe(412);
    const twice = () =>
      visitor.api('POST', '/api/rules', { label: 'x', duration: 5 }, { 'Idempotency-Key': 'k' });
    expect(idOf(await twice())).toBe(idOf(await twice()));
    expect(await rules()).toHaveLength(2);
  });
});

describe('A rule', () => {
  test('fills in waiting entries at once, and new ones, but nothing that a person set', async () => {
    const { complete, addClient, addType, addRule, put, one } = await startWork();
    const [acme, other] = [await addClient('Acme'), await addClient('Other')];
    const workTypeId = await addType('Thing');
    const [a = 0, b = 0] = await complete({ id: '1' }, { id: '2', description: 'As it was' });
    await put(a, { clientId: other, billable: false });
    await addRule({
      project: 'harbour view DENTAL!',
      clientId: acme,
      workTypeId,
      duration: 50,
      description: 'Monthly care',
      billable: true,
    });
    const filled = { workTypeId, duration: 50, description: 'Monthly care' };
    expect(await one(a)).toMatchObject({ ...filled, clientId: other, billable: false });
    expect(await one(b)).toMatchObject({
      ...filled,
      clientId: acme,
      suggestionReasons: { clientId: 'by the rule for project harbour view DENTAL!' },
    });
    const [c = 0] = await complete({ id: '3', duration: { amount: 5, unit: 'minute' } });
    expect(await one(c)).toMatchObject({ ...filled, clientId: acme });
  });

  test('that goes takes along what it filled in, and Todoist’s own comes back', async () => {
    const { complete, addRule, one, visitor } = await startWork();
    const task = { id: '1', description: 'As it was', duration: { amount: 5, unit: 'minute' } };
    const [id = 0] = await complete(task as Partial<TodoistTask> & { id: string });
    const rule = await addRule({
      project: HARBOUR,
      duration: 50,
      description: 'Other',
      billable: false,
    });
    expect(await one(id)).toMatchObject({ duration: 50, description: 'Other', billable: false });
    await visitor.api('DELETE', `/api/rules/${idOf(rule)}`);
    expect(await one(id)).toMatchObject({
      duration: 5,
      description: 'As it was',
      billable: true,
      suggested: ['duration'],
    });
  });

  test('is never overruled by what is learned, and leaves to it what it does not name', async () => {
    const { complete, addClient, addType, addRule, put, one } = await startWork();
    const [ruled, learned] = [await addClient('Ruled'), await addClient('Learned')];
    const workTypeId = await addType('Thing');
    await addRule({ project: HARBOUR, clientId: ruled });
    const [a = 0, b = 0] = await complete({ id: '1' }, { id: '2' });
    await put(a, { clientId: learned, workTypeId });
    expect(await one(b)).toMatchObject({ clientId: ruled, workTypeId });
  });

  test('counts before those after it: the first that fits', async () => {
    const { complete, addClient, addRule, one, visitor } = await startWork();
    const [early, late] = [await addClient('Early'), await addClient('Late')];
    const [id = 0] = await complete({ id: '1', content: 'Restart the server', labels: ['night'] });
    await addRule({ words: 'server restart', clientId: early });
    const second = await addRule({ label: 'NIGHT', clientId: late, duration: 20 });
    expect(await one(id)).toMatchObject({ clientId: early, duration: null });
    const path = `/api/rules/${idOf(second)}`;
    await visitor.api('PUT', path, { label: 'night', clientId: late, duration: 20, position: 1 });
    expect(await one(id)).toMatchObject({ clientId: late, duration: 20 });
  });

  test.each([
    [{ words: 'backup server' }, true],
    [{ words: 'SERVER, on-site' }, true],
    [{ words: 'server onsite' }, true],
    [{ words: 'on site' }, true],
    [{ words: 'server,backup' }, true],
    [{ words: 'backup/server of-the' }, true],
    [{ words: 'server,lunch' }, false],
    [{ words: 'serve' }, false],
    [{ words: 'server lunch' }, false],
    [{ label: 'care' }, true],
    [{ label: 'car' }, false],
    [{ project: 'Harbour View' }, false],
    [{ project: HARBOUR, label: 'other' }, false],
    [{ project: HARBOUR, label: 'Care', words: 'backup' }, true],
  ])('for %j fits a task: %s', async (condition, isFit) => {
    const { complete, addRule, one } = await startWork();
    await addRule({ ...condition, duration: 35 });
    const content = 'On-site: backup of the server';
    const [id = 0] = await complete({ id: '1', content, labels: ['care', 'x'] });
    expect(await one(id)).toMatchObject({ duration: isFit ? 35 : null });
  });

  test('can archive, but nothing that a person set or put back', async () => {
    const { complete, addRule, put, one, visitor } = await startWork();
    const [a = 0, b = 0] = await complete({ id: '1' }, { id: '2' });
    await put(a, { duration: 30 });
    await addRule({ project: HARBOUR, archive: true });
    expect(await one(a)).toMatchObject({ status: 'pending_review' });
    expect(await one(b)).toMatchObject({ status: 'archived' });
    await visitor.post(`/pending-work-logs/${b}/put-back`);
    await addRule({ project: HARBOUR, duration: 5 });
    expect(await one(b)).toMatchObject({ status: 'pending_review' });
    const [c = 0] = await complete({ id: '3' });
    expect(await one(c)).toMatchObject({ status: 'archived' });
  });
});

describe('The screen', () => {
  test('is led to from Settings, lists the rules with their counts, and moves and deletes them', async () => {
    const { complete, addRule, visitor, rules } = await startWork();
    expect((await visitor.get('/settings')).text).toContain('href="/settings/rules"');
    await complete({ id: '1' }, { id: '2' }, { id: '3', labels: ['x'] });
    await addRule({ label: 'x', duration: 5 });
    const second = idOf(await addRule({ project: HARBOUR, duration: 10 }));
    const { text } = await visitor.get('/settings/rules');
    expect(text).toContain('>1 task<');
    expect(text).toContain('>2 tasks, and 1 more for an earlier rule<');
    await visitor.post(`/settings/rules/${second}/move`, { place: '1' });
    expect((await rules())[0]).toMatchObject({ id: second });
    expect((await visitor.get('/settings/rules')).text).toContain('>3 tasks<');
    expect((await visitor.get(`/settings/rules/${second}/delete`)).text).toContain(HARBOUR);
    await visitor.post(`/settings/rules/${second}/delete`);
    expect(await rules()).toHaveLength(1);
  });

  test('“Make a rule” fills the form in from an entry, and says what it would match', async () => {
    const { complete, addClient, put, visitor, rules } = await startWork();
    const clientId = await addClient('Acme');
    const [id = 0] = await complete({ id: '1', content: 'Check the backups', labels: ['care'] });
    await put(id, { clientId, duration: 90, billable: false });
    const { text } = await visitor.get(`/settings/rules/new?from=${id}`);
    for (const value of [HARBOUR, 'care', 'check the backups', '1.5']) {
      expect(text).toContain(`value="${value}"`);
    }
    expect(text).toContain('Matches 1 task in the last 90 days:');
    expect(await rules()).toEqual([]);
    expect((await visitor.get('/settings/rules/new?from=99')).status).toBe(404);
  });

  test.each([
    ['!!!', '–', '?', null],
    ['🚀', '', '', '🚀'],
    ['«»', 'Acme', '', null],
  ])(
    '“Make a rule” on %j takes only what a rule can be for',
    async (name, project, label, words) => {
      const { server, visitor } = await startWork();
      const of = (taskName: string) =>
        addPendingLog(server, {
          taskName,
          projectName: project || null,
          completedAt: new Date(NOW.getTime() - 7_200_000),
          labels: JSON.stringify(label ? [label] : []),
        });
      const [id] = [of(name), of('Something else')];
      const { text } = await visitor.get(`/settings/rules/new?from=${id}`);
      const fields = fieldsOf(text, 'rule');
      const isProject = project === 'Acme';
      expect(['project', 'label', 'words'].map((field) => fields.get(field))).toEqual([
        isProject ? project : '',
        '',
        words ?? '',
      ]);
      const [said] = /Matches [^:<]*/.exec(text) ?? [null];
      const count = isProject ? '2 tasks' : '1 task';
      expect(said).toBe(isProject || words ? `Matches ${count} in the last 90 days` : null);
    },
  );

  test.each(['0', '0:00', '0m', '101'])('takes no duration of %s', async (duration) => {
    const { visitor, rules } = await startWork();
    const form = { project: HARBOUR, duration };
    const { status, text } = await visitor.post('/settings/rules/new', form);
    expect([status, text]).toEqual([
      400,
      expect.stringContaining('Enter more than 0 and at most 100 hours.'),
    ]);
    expect(await rules()).toEqual([]);
  });

  test('Preview matches shows what a rule would match and saves nothing; Add Rule saves it', async () => {
    const { complete, visitor, rules } = await startWork();
    await complete({ id: '1', content: 'One thing' }, { id: '2', content: 'Another' });
    const form = { words: 'thing', duration: '0.5' };
    const tried = await visitor.post('/settings/rules/new', { ...form, then: 'try' });
    expect(tried.status).toBe(200);
    expect(tried.text).toContain('Matches 1 task in the last 90 days:');
    expect(tried.text).toContain('One thing');
    expect(tried.text).toContain('value="0.5"');
    expect(await rules()).toEqual([]);
    const refused = await visitor.post('/settings/rules/new', { words: 'thing' });
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining('Choose what to fill in'),
    ]);
    expect((await visitor.post('/settings/rules/new', form)).status).toBe(303);
    const [rule] = await rules();
    const edit = await visitor.get(`/settings/rules/${rule?.id}/edit`);
    expect(edit.text).toContain('value="thing"');
    await visitor.post(`/settings/rules/${rule?.id}/edit`, { ...form, project: HARBOUR });
    expect(await rules()).toMatchObject([{ project: HARBOUR }]);
  });

  test('that two tabs change is never emptied by both', async () => {
    const { visitor, addClient, addRule, rules } = await startWork();
    const clientId = await addClient('Acme');
    await addRule({ project: HARBOUR, words: 'backup', clientId });
    const [rule] = await rules();
    const address = `/settings/rules/${rule?.id}/edit`;
    const { text } = await visitor.get(address);
    const send = async (name: string) => {
      const fields = fieldsOf(text, 'rule');
      fields.set(name, '');
      fields.delete('oneTimeKey');
      return visitor.post(address, fields);
    };
    expect((await send('project')).status).toBe(303);
    const refused = await send('words');
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('Say which tasks');
    expect(await rules()).toMatchObject([{ project: null }]);
  });
});
