import { describe, expect, test } from 'vitest';
import { addClient, addWorkType } from '../../support/data/entries.ts';
import { pendingRows } from '../../support/data/pending-work-logs.ts';
import { accountOf, type TodoistTask } from '../../support/server/todoist.ts';
import { countsOf, hurry, NOW, startImporting } from '../../support/server/todoist-server.ts';
import { idOf } from '../../support/server/visitor.ts';

/** The name of a task's project or section suggests a job of its client; so do earlier tasks of both. */

type Task = Partial<TodoistTask> & { id: string };

async function startWork() {
  const account = accountOf([], []);
  account.projects = [
    { id: 'p1', name: 'Acme', isArchived: false },
    { id: 'p2', name: 'Acme: mill  LANE', isArchived: false },
  ];
  account.sections = [
    { id: 's1', projectId: 'p1', name: ' mill lane' },
    { id: 's2', projectId: 'p1', name: 'Other' },
  ];
  const started = await startImporting({ account });
  const { server, visitor, sync } = started;
  const acme = addClient(server, 'Acme');
  const workTypeId = addWorkType(server, 'Support');
  const entry = (name: string) => pendingRows(server).findLast(({ taskName }) => taskName === name);
  return {
    ...started,
    acme,
    addJob: async (name: string, clientId = acme) =>
      idOf(await visitor.api('POST', '/api/jobs', { clientId, name })),
    entry,
    reasonOf: (name: string) => {
      const suggestions = JSON.parse(entry(name)?.suggestions ?? '{}') as Record<
        string,
        { reason: string } | undefined
      >;
      return suggestions.jobId?.reason;
    },
    set: async (name: string, body: object) => {
      const path = `/api/pending-worklogs/${entry(name)?.id ?? 0}`;
      const answer = await visitor.api('PUT', path, { workTypeId, duration: 30, ...body });
      expect(answer.status, answer.text).toBe(200);
      return answer;
    },
    /** Completes tasks and imports them. */
    complete: async (...tasks: Task[]) => {
      for (const task of tasks) {
        const at = new Date(NOW.getTime() - 7_200_000).toISOString();
        const more = accountOf([{ content: task.id, projectId: 'p1', ...task }], [[task.id, at]]);
        account.tasks.push(...more.tasks);
        account.completions.push(...more.completions);
      }
      return countsOf(await sync('2026-06-20', '2026-06-26'));
    },
  };
}

describe('a job is suggested', () => {
  test('by the section of its name, then by the project, whatever case and blanks', async () => {
    const { complete, addJob, entry, reasonOf, todoist } = await startWork();
    const lane = await addJob('Mill Lane');
    const own = await addJob('ACME');
    await complete(
      { id: 'in section', sectionId: 's1' },
      { id: 'in another', sectionId: 's2' },
      { id: 'in none' },
      { id: 'daily', sectionId: 's1', repeats: 'every day' },
    );
    expect(entry('in section')).toMatchObject({ sectionName: 'mill lane', jobId: lane });
    expect(reasonOf('in section')).toBe('named like the section');
    expect(entry('daily')).toMatchObject({ sectionName: 'mill lane', jobId: lane });
    expect(entry('in another')).toMatchObject({ sectionName: 'Other', jobId: own });
    expect(reasonOf('in another')).toBe('named like the project');
    expect(entry('in none')).toMatchObject({ sectionName: null, jobId: own });
    // Once for the project, however many of its tasks are in sections.
    expect(todoist.calls()['/sections']).toBe(1);
  });

  test('only of the client, and only an open one', async () => {
    const { complete, addJob, entry, server, visitor, set } = await startWork();
    const thorn = addClient(server, 'Thorn');
    const others = await addJob('Mill Lane', thorn);
    await complete({ id: 'a', sectionId: 's1' });
    expect(entry('a')).toMatchObject({ sectionName: 'mill lane', jobId: null });
    const lane = await addJob('Mill Lane');
    expect(entry('a')).toMatchObject({ jobId: lane });
    await visitor.api('PUT', `/api/jobs/${lane}`, { isOpen: false });
    expect(entry('a')).toMatchObject({ jobId: null });
    await set('a', { clientId: thorn });
    expect(entry('a')).toMatchObject({ clientId: thorn, jobId: others });
    // What a person emptied stays so.
    await set('a', { jobId: null });
    await visitor.api('PUT', `/api/jobs/${others}`, { name: 'mill lane' });
    expect(entry('a')).toMatchObject({ jobId: null });
  });

  test('by what was chosen for tasks of the same section, and follows what is undone and deleted', async () => {
    const { complete, addJob, entry, reasonOf, set, visitor } = await startWork();
    const [quay, pier] = [await addJob('Quay'), await addJob('Pier')];
    await visitor.api('PUT', `/api/jobs/${pier}`, { hourlyRate: '99.00' });
    await complete(
      { id: 'a', sectionId: 's1' },
      { id: 'b', sectionId: 's1' },
      { id: 'c', sectionId: 's2' },
      { id: 'd' },
    );
    expect(entry('b')?.jobId).toBeNull();
    await set('a', { jobId: quay });
    expect(entry('b')).toMatchObject({ jobId: quay });
    expect(reasonOf('b')).toBe('as the last of this section');
    expect([entry('c')?.jobId, entry('d')?.jobId]).toEqual([null, null]);
    await set('a', { jobId: pier });
    await set('b', { clientId: entry('b')?.clientId });
    expect(entry('b')).toMatchObject({ jobId: pier, estimatedHourlyRatePence: 9_900 });
    await set('a', { jobId: quay });
    expect((await visitor.api('DELETE', `/api/jobs/${pier}`)).status).toBe(204);
    expect(entry('b')).toMatchObject({ jobId: quay, estimatedHourlyRatePence: 7_500 });
  });
});

const UNREAD =
  'Todoist’s sections could not be read, so no job is suggested by the section of a task.';

describe('an import', () => {
  test('asks for no sections where no client has an open job', async () => {
    const { complete, todoist, entry } = await startWork();
    await complete({ id: 'a', sectionId: 's1' });
    expect(todoist.calls()['/sections']).toBeUndefined();
    expect(entry('a')?.sectionName).toBeNull();
  });

  test('has no names for an archived project of a workspace, and reads the others', async () => {
    const { complete, addJob, entry, todoist } = await startWork();
    const lane = await addJob('Mill Lane');
    const counts = await complete(
      { id: 'gone', projectId: 'p9', sectionId: 's9' },
      { id: 'here', sectionId: 's1' },
    );
    expect(counts).toMatchObject({ message: 'Found 2 new tasks.', newPendingLogs: 2 });
    expect(entry('gone')).toMatchObject({ projectId: 'p9', projectName: null, sectionName: null });
    expect(entry('here')).toMatchObject({ sectionName: 'mill lane', jobId: lane });
    expect(todoist.calls()['/sections']).toBe(2);
  });

  test.each([
    ['400', ''],
    ['404', ''],
    ['500', UNREAD],
    ['not-json', UNREAD],
  ] as const)('does not fail where sections cannot be read (%s)', async (kind, note) => {
    const started = await startWork();
    hurry(started);
    await started.addJob('Mill Lane');
    started.todoist.fail({ path: '/api/v1/sections', kind });
    const counts = await started.complete(
      { id: 'a', sectionId: 's1' },
      { id: 'b', sectionId: 's2' },
    );
    expect(counts.newPendingLogs).toBe(2);
    expect(counts.message).toBe(['Found 2 new tasks.', note].filter(Boolean).join(' '));
    expect(started.entry('a')).toMatchObject({ sectionName: null, jobId: null });
  });
});
