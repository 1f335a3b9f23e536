import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { pendingWorkLogs, workLogs } from '#db/schema.ts';
import { visibleText } from '../../support/html.ts';
import { pendingRow } from '../../support/data/pending-work-logs.ts';
import { accountOf, type TodoistTask } from '../../support/server/todoist.ts';
import { countsOf, NOW, startImporting } from '../../support/server/todoist-server.ts';
import { idOf } from '../../support/server/visitor.ts';

const DAY = 86_400_000;
const HARBOUR = 'Harbour View Dental';

/** A server whose Todoist account is empty, and what a consultant does there day by day. */
async function startWork() {
  const account = accountOf([], []);
  account.projects.push({ id: 'p2', name: 'Quayside Yoga', isArchived: false });
  const started = await startImporting({ account });
  const { visitor, server, sync } = started;
  let tasks = 0;

  /** Completes a task in Todoist and imports it; gives the new entry. */
  async function complete(task: Partial<TodoistTask> = {}) {
    return shown((await completeRow(task)).id);
  }

  /** An entry's row, and what of it is suggested. */
  function shown(id: number) {
    const row = pendingRow(server, id);
    const suggestions = JSON.parse(row.suggestions) as Record<string, { reason: string }>;
    return {
      ...row,
      isClientSuggested: 'clientId' in suggestions,
      isWorkTypeSuggested: 'workTypeId' in suggestions,
    };
  }

  async function completeRow(task: Partial<TodoistTask>) {
    tasks += 1;
    const id = `task-${tasks}`;
    const fresh = accountOf([{ id, ...task }], [[id, new Date(NOW.getTime() - DAY).toISOString()]]);
    account.tasks.push(...fresh.tasks);
    account.completions.push(...fresh.completions);
    expect(countsOf(await sync('2026-06-25', '2026-06-26')).newPendingLogs).toBe(1);
    const row = server.services.db
      .select()
      .from(pendingWorkLogs)
      .where(eq(pendingWorkLogs.todoistTaskId, id))
      .get();
    return pendingRow(server, row?.id ?? 0);
  }

  /** Completes a task, imports it, and confirms it with these fields. */
  async function completeAs(
    choice: { clientId: number; workTypeId: number },
    task: Partial<TodoistTask> = {},
  ) {
    const { id } = await completeRow(task);
    await visitor.api('PUT', `/api/pending-worklogs/${id}`, { ...choice, duration: 30 });
    const confirmed = await visitor.api('POST', `/api/pending-worklogs/${id}/confirm`);
    expect(confirmed.status).toBe(200);
    return pendingRow(server, id);
  }

  const add = async (path: string, body: object) => idOf(await visitor.api('POST', path, body));
  return {
    ...started,
    complete,
    completeAs,
    addClient: (name: string, more: object = {}) => add('/api/clients', { name, ...more }),
    addType: (name: string, more: object = {}) => add('/api/work-types', { name, ...more }),
  };
}

const NOTHING = {
  clientId: null,
  workTypeId: null,
  isClientSuggested: false,
  isWorkTypeSuggested: false,
  estimatedHourlyRatePence: 6_000,
};

test('a task that is like nothing known gets no client and no work type, at £60', async () => {
  const { complete, addClient, addType } = await startWork();
  await addClient('Harbour Master');
  await addType('Support');
  expect(await complete({ labels: ['onsite'] })).toMatchObject(NOTHING);
  expect(await complete({ projectId: null })).toMatchObject(NOTHING);
});

test('a project with the name of a client, and a label with the name of a work type, suggest them', async () => {
  const { complete, addClient, addType } = await startWork();
  const clientId = await addClient(' HARBOUR view dental', { standardRate: '71.00' });
  const workTypeId = await addType('On-site', { hourlyRate: '80.00' });
  expect(await complete({ labels: ['urgent', 'ON-SITE'] })).toMatchObject({
    clientId,
    workTypeId,
    isClientSuggested: true,
    isWorkTypeSuggested: true,
    estimatedHourlyRatePence: 8_000,
  });
  expect(await complete({ labels: ['urgent'] })).toMatchObject({
    ...NOTHING,
    clientId,
    isClientSuggested: true,
  });
  expect(await complete({ projectId: 'p2', labels: ['on-site'] })).toMatchObject({
    ...NOTHING,
    workTypeId,
    isWorkTypeSuggested: true,
    estimatedHourlyRatePence: 8_000,
  });
});

test('the dialog of a task says why its fields are filled in, which no touch screen shows in a row', async () => {
  const { complete, addClient, addType, visitor } = await startWork();
  await addClient(HARBOUR);
  const workTypeId = await addType('On-site');
  const { id } = await complete({ labels: ['on-site'] });
  const dialog = async () => visibleText((await visitor.get(`/pending-work-logs/${id}/edit`)).text);
  expect(await dialog()).toMatch(/Harbour View Dental Suggested, .+ Work Type .+ Suggested, /);
  await visitor.api('PUT', `/api/pending-worklogs/${id}`, { workTypeId });
  expect((await dialog()).match(/Suggested, /g)).toHaveLength(1);
});

test("a suggested client's discounted rate goes before the work type's", async () => {
  const { complete, addClient, addType } = await startWork();
  await addClient(HARBOUR, { discountedRate: '55.00' });
  await addType('Support', { hourlyRate: '80.00' });
  expect(await complete({ labels: ['support'] })).toMatchObject({
    estimatedHourlyRatePence: 5_500,
  });
});

test('inactive clients, deleted work types and hardware are not suggested', async () => {
  const { complete, completeAs, addClient, addType, visitor } = await startWork();
  const clientId = await addClient(HARBOUR);
  const workTypeId = await addType('Support');
  await addType('Parts', { isHardware: true });
  await completeAs({ clientId, workTypeId }, { labels: ['support'] });
  // The control: both would be suggested.
  expect(await complete({ labels: ['support'] })).toMatchObject({ clientId, workTypeId });
  await visitor.api('DELETE', `/api/clients/${clientId}`);
  await visitor.api('DELETE', `/api/work-types/${workTypeId}`);
  expect(await complete({ labels: ['support', 'parts'] })).toMatchObject(NOTHING);
});

test('the choice for the last confirmed task of the project and label goes before names', async () => {
  const { complete, completeAs, addClient, addType } = await startWork();
  const named = { clientId: await addClient(HARBOUR), workTypeId: await addType('Support') };
  const first = { clientId: await addClient('First'), workTypeId: await addType('One') };
  const second = { clientId: await addClient('Second'), workTypeId: await addType('Two') };
  const labels = ['support'];
  expect(await complete({ labels })).toMatchObject(named);
  await completeAs(first, { labels });
  expect(await complete({ labels })).toMatchObject({
    ...first,
    isClientSuggested: true,
    isWorkTypeSuggested: true,
  });
  await completeAs(second, { labels });
  expect(await complete({ labels })).toMatchObject(second);
  // Another label of the project gets what the project's last ones got, another project does not.
  expect(await complete({ labels: ['onsite'] })).toMatchObject(second);
  expect(await complete({ labels, projectId: 'p2' })).toMatchObject({
    clientId: null,
    workTypeId: named.workTypeId,
  });
});

test('the same labels, in any order, go before one label in common', async () => {
  const { complete, completeAs, addClient, addType } = await startWork();
  const both = { clientId: await addClient('Both'), workTypeId: await addType('Both') };
  const one = { clientId: await addClient('One'), workTypeId: await addType('One') };
  await completeAs(both, { labels: ['a', 'b'] });
  await completeAs(one, { labels: ['a'] });
  expect(await complete({ labels: ['b', 'a'] })).toMatchObject(both);
  expect(await complete({ labels: ['a'] })).toMatchObject(one);
  expect(await complete({ labels: ['b', 'c'] })).toMatchObject(both);
  // Of the project's last ones, none is more frequent: the newer one counts.
  expect(await complete({ labels: [] })).toMatchObject(one);
});

test('a task without labels gets the choice for the last one without labels', async () => {
  const { complete, completeAs, addClient, addType } = await startWork();
  const choice = { clientId: await addClient('Any'), workTypeId: await addType('Any') };
  await completeAs(choice);
  expect(await complete()).toMatchObject(choice);
});

test.each([
  ['PUT', ''],
  ['POST', '/archive'],
  ['DELETE', ''],
])(
  'what a person set counts before it is confirmed, whatever follows: %s %s',
  async (method, path) => {
    const { complete, addClient, addType, visitor } = await startWork();
    const choice = { clientId: await addClient('Any'), workTypeId: await addType('Thing') };
    const { id } = await complete();
    await visitor.api('PUT', `/api/pending-worklogs/${id}`, choice);
    const body = method === 'PUT' ? {} : undefined;
    await visitor.api(method, `/api/pending-worklogs/${id}${path}`, body);
    expect(await complete()).toMatchObject(choice);
  },
);

test('the last confirmed task counts even when an earlier one was invoiced later', async () => {
  const { complete, completeAs, addClient, addType, server } = await startWork();
  const first = { clientId: await addClient('First'), workTypeId: await addType('One') };
  const second = { clientId: await addClient('Second'), workTypeId: await addType('Two') };
  const early = await completeAs(first);
  server.setClock(new Date(NOW.getTime() + 1_000));
  await completeAs(second);
  expect(await complete()).toMatchObject(second);
  server.services.db
    .update(workLogs)
    .set({ isInvoiced: true, updatedAt: new Date(NOW.getTime() + 2_000) })
    .where(eq(workLogs.id, early.workLogId ?? 0))
    .run();
  expect(await complete()).toMatchObject(second);
});
