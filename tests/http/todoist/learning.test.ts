import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { accountOf, type TodoistTask } from '../../support/server/todoist.ts';
import { NOW, startImporting } from '../../support/server/todoist-server.ts';
import { idOf } from '../../support/server/visitor.ts';

/** What a person sets or confirms is offered at once wherever it fits, and never over a person. */

const Entry = z.object({
  id: z.number(),
  taskName: z.string(),
  clientId: z.number().nullable(),
  workTypeId: z.number().nullable(),
  duration: z.number().nullable(),
  description: z.string(),
  billable: z.boolean(),
  estimatedHourlyRate: z.string(),
  status: z.string(),
  suggested: z.array(z.string()),
  suggestionReasons: z.record(z.string(), z.string()),
  inactiveClient: z.object({ id: z.number(), name: z.string() }).nullable(),
});
type Entry = z.output<typeof Entry>;

/** A task that was completed so many hours ago. */
type Done = Partial<TodoistTask> & { id: string; hours?: number[] };

async function startWork() {
  const account = accountOf([], []);
  const started = await startImporting({ account });
  const { visitor, sync } = started;
  const read = async (path: string) => (await visitor.api('GET', path)).json();
  const list = async () => z.array(Entry).parse(await read('/api/pending-worklogs'));
  const add = async (path: string, body: object) => idOf(await visitor.api('POST', path, body));
  return {
    ...started,
    account,
    addClient: (name: string, more: object = {}) => add('/api/clients', { name, ...more }),
    addType: (name: string, more: object = {}) => add('/api/work-types', { name, ...more }),
    addRule: (rule: object) => visitor.api('POST', '/api/rules', rule),
    put: (id: number, body: object) => visitor.api('PUT', `/api/pending-worklogs/${id}`, body),
    confirm: (id: number) => visitor.api('POST', `/api/pending-worklogs/${id}/confirm`),
    one: async (id: number) => Entry.parse(await read(`/api/pending-worklogs/${id}`)),
    list,
    /** Completes tasks in Todoist and imports them; gives all entries, by task name, oldest first. */
    complete: async (...tasks: Done[]): Promise<Record<string, Entry[]>> => {
      for (const { hours = [2], ...task } of tasks) {
        const times = hours.map((ago): [string, string] => [
          task.id,
          new Date(NOW.getTime() - ago * 3_600_000).toISOString(),
        ]);
        const more = accountOf([task], times);
        account.tasks.push(...more.tasks);
        account.completions.push(...more.completions);
      }
      expect((await sync('2026-06-20', '2026-06-26')).status).toBe(200);
      const entries: Record<string, Entry[]> = {};
      for (const entry of (await list()).reverse()) (entries[entry.taskName] ??= []).push(entry);
      return entries;
    },
  };
}

const first = (entries: Entry[] | undefined) => Entry.parse(entries?.[0]);

describe('What a person sets', () => {
  test('is offered at once to the same task, with the reason, and is no suggestion itself', async () => {
    const { complete, addClient, addType, put, one } = await startWork();
    const choice = { clientId: await addClient('Acme'), workTypeId: await addType('Thing') };
    const task = { id: 'b', content: 'Check backups', repeats: 'every day', hours: [50, 26, 2] };
    const [a, b, c] = (await complete(task))['Check backups'] ?? [];
    await put(a?.id ?? 0, { ...choice, duration: 25 });
    expect(await one(a?.id ?? 0)).toMatchObject({ ...choice, suggested: [] });
    for (const other of [b, c]) {
      expect(await one(other?.id ?? 0)).toMatchObject({
        ...choice,
        duration: 25,
        suggested: ['clientId', 'workTypeId', 'duration'],
        suggestionReasons: {
          clientId: 'as the last of this task',
          workTypeId: 'as the last of this task',
          duration: 'the usual time of this task',
        },
      });
    }
    await put(b?.id ?? 0, choice);
    expect((await one(c?.id ?? 0)).suggestionReasons.clientId).toBe('as the last 2 of this task');
  });

  test('goes to tasks of the same name, and of the same project, and not to others', async () => {
    const { complete, addClient, put, one, account } = await startWork();
    account.projects.push({ id: 'p2', name: 'Quayside', isArchived: false });
    const clientId = await addClient('Acme');
    const made = await complete(
      { id: '1', content: 'Mend the printer' },
      { id: '2', content: 'mend THE printer!', projectId: 'p2' },
      { id: '3', content: 'Something else' },
      { id: '4', content: 'Something else again', projectId: 'p2' },
    );
    await put(first(made['Mend the printer']).id, { clientId });
    const reasonOf = async (name: string) =>
      (await one(first(made[name]).id)).suggestionReasons.clientId;
    expect(await reasonOf('mend THE printer!')).toBe('as the last of this name');
    expect(await reasonOf('Something else')).toBe('as the last of this project');
    expect(await reasonOf('Something else again')).toBeUndefined();
  });

  test('is never changed by what is learned, nor is what a person emptied', async () => {
    const { complete, addClient, addType, put, one } = await startWork();
    const [acme, other] = [await addClient('Acme'), await addClient('Other')];
    const workTypeId = await addType('Thing');
    const task = { id: 'b', content: 'Backups', repeats: 'every day', hours: [50, 26, 2] };
    const [a, b, c] = (await complete(task)).Backups?.map(({ id }) => id) ?? [];
    await put(b ?? 0, { clientId: other });
    await put(c ?? 0, { workTypeId });
    await put(c ?? 0, { workTypeId: null });
    await put(a ?? 0, { clientId: acme, workTypeId });
    expect(await one(b ?? 0)).toMatchObject({ clientId: other, suggested: ['workTypeId'] });
    expect(await one(c ?? 0)).toMatchObject({
      clientId: acme,
      workTypeId: null,
      suggested: ['clientId'],
    });
  });

  test('follows a correction: what was suggested from the mistake goes', async () => {
    const { complete, addClient, put, one } = await startWork();
    const [wrong, right] = [await addClient('Wrong'), await addClient('Right')];
    const task = { id: 'b', content: 'Backups', repeats: 'every day', hours: [26, 2] };
    const [a, b] = (await complete(task)).Backups?.map(({ id }) => id) ?? [];
    await put(a ?? 0, { clientId: wrong });
    expect(await one(b ?? 0)).toMatchObject({ clientId: wrong });
    await put(a ?? 0, { clientId: right });
    expect(await one(b ?? 0)).toMatchObject({ clientId: right });
    await put(a ?? 0, { clientId: null });
    expect(await one(b ?? 0)).toMatchObject({ clientId: null, suggested: [] });
  });

  test('takes the rate along, unless a person typed one', async () => {
    const { complete, addClient, addType, put, one } = await startWork();
    const choice = {
      clientId: await addClient('Acme'),
      workTypeId: await addType('Thing', { hourlyRate: '85.00' }),
    };
    const task = { id: 'b', content: 'Backups', repeats: 'every day', hours: [50, 26, 2] };
    const [a, b, c] = (await complete(task)).Backups?.map(({ id }) => id) ?? [];
    await put(c ?? 0, { estimatedHourlyRate: '12.00' });
    await put(a ?? 0, choice);
    expect(await one(b ?? 0)).toMatchObject({ estimatedHourlyRate: '85.00' });
    expect(await one(c ?? 0)).toMatchObject({ ...choice, estimatedHourlyRate: '12.00' });
  });

  test('is what confirming confirms: the log has it, and the trail says when it became a choice', async () => {
    const { complete, addClient, addType, put, confirm, visitor } = await startWork();
    const choice = { clientId: await addClient('Acme'), workTypeId: await addType('Thing') };
    const task = { id: 'b', content: 'Backups', repeats: 'every day', hours: [26, 2] };
    const [a, b] = (await complete(task)).Backups?.map(({ id }) => id) ?? [];
    await put(a ?? 0, { ...choice, duration: 30 });
    const before = (await visitor.api('GET', `/api/history?record=pending-work-log:${b}`)).json();
    expect(before).toHaveLength(1);
    expect((await confirm(b ?? 0)).json()).toMatchObject({
      ...choice,
      suggested: [],
      duration: 30,
    });
    const [last] = (
      await visitor.api('GET', `/api/history?record=pending-work-log:${b}`)
    ).json() as {
      before: object;
      after: object;
    }[];
    expect(last?.before).toMatchObject({ clientId: null, status: 'pending_review' });
    expect(last?.after).toMatchObject({ ...choice, status: 'confirmed' });
  });
});

describe('Names', () => {
  test('count without signs, case and hyphens, where they fit exactly one', async () => {
    const { complete, addClient, addType } = await startWork();
    const clientId = await addClient('Harbour-View DENTAL');
    const onSite = await addType('On-site support');
    const remote = await addType('Remote support');
    await addType('Hardware parts', { isHardware: true });
    const made = await complete(
      { id: '1', content: 'One', labels: ['onsite'] },
      { id: '2', content: 'Two: remote SUPPORT, again' },
      { id: '3', content: 'Three', labels: ['support'] },
      { id: '4', content: 'Four', labels: ['hardware parts'] },
    );
    expect(first(made.One)).toMatchObject({
      clientId,
      workTypeId: onSite,
      suggestionReasons: { clientId: 'named in the project', workTypeId: 'named by the label' },
    });
    expect(first(made['Two: remote SUPPORT, again'])).toMatchObject({ workTypeId: remote });
    expect(first(made.Three)).toMatchObject({ workTypeId: null });
    expect(first(made.Four)).toMatchObject({ workTypeId: null });
  });

  test('of two clients of one name fit neither, and a new client fits at once', async () => {
    const { complete, addClient, one } = await startWork();
    const made = await complete({ id: '1', content: 'One' });
    const { id, clientId: none } = first(made.One);
    expect(none).toBeNull();
    const clientId = await addClient('Harbour View Dental');
    expect(await one(id)).toMatchObject({ clientId, suggested: ['clientId'] });
    await addClient('HARBOUR VIEW DENTAL', { confirm: 'name' });
    expect(await one(id)).toMatchObject({ clientId: null });
  });

  test('of an inactive client say so, and one press brings it back', async () => {
    const { complete, addClient, one, visitor } = await startWork();
    const clientId = await addClient('Harbour View Dental');
    await visitor.api('DELETE', `/api/clients/${clientId}`);
    const { id } = first((await complete({ id: '1', content: 'One' })).One);
    expect(await one(id)).toMatchObject({
      clientId: null,
      suggested: [],
      inactiveClient: { id: clientId, name: 'Harbour View Dental' },
    });
    const page = await visitor.get('/pending-work-logs');
    expect(page.text).toContain('is inactive.');
    expect(page.text).toContain(`/pending-work-logs/${id}/bring-back`);
    await visitor.post(`/pending-work-logs/${id}/bring-back`);
    expect(await one(id)).toMatchObject({
      clientId,
      inactiveClient: null,
      suggested: ['clientId'],
    });
    await visitor.api('DELETE', `/api/clients/${clientId}`);
    expect(await one(id)).toMatchObject({ clientId: null, inactiveClient: { id: clientId } });
  });
});

describe('A duration', () => {
  test("is Todoist's own, else the usual one of the task", async () => {
    const { complete, put, one } = await startWork();
    const task = { id: 'b', content: 'Backups', repeats: 'every day', hours: [74, 50, 26, 2] };
    const made = await complete(task, {
      id: 'own',
      content: 'Own',
      duration: { amount: 45, unit: 'minute' },
    });
    expect(first(made.Own)).toMatchObject({
      duration: 45,
      suggested: ['duration'],
      suggestionReasons: { duration: 'from Todoist' },
    });
    const [a, b, c, d] = made.Backups?.map(({ id }) => id) ?? [];
    await put(a ?? 0, { duration: 20 });
    await put(b ?? 0, { duration: 20 });
    await put(c ?? 0, { duration: 90 });
    expect(await one(d ?? 0)).toMatchObject({ duration: 20, suggested: ['duration'] });
  });
});
