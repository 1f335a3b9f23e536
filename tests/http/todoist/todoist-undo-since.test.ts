import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { addClient, addWorkType } from '../../support/data/entries.ts';
import { addPendingLog, pendingRow } from '../../support/data/pending-work-logs.ts';
import { pressReview, pressUndo } from '../../support/review.ts';
import { useServer } from '../../support/server/use-server.ts';
import { idOf, visitSignedIn, type Visitor } from '../../support/server/visitor.ts';

/** Undo in the review of Todoist tasks, after something else happened since the action. */

const server = useServer();

const PROJECT = { projectId: 'p1', projectName: 'Inbox' };
/** Adds a task in a project of no client's name. */
const addTask = (taskName: string, columns: Parameters<typeof addPendingLog>[1] = {}) =>
  addPendingLog(server(), { ...PROJECT, taskName, ...columns });
const put = (visitor: Visitor, id: number, body: object) =>
  visitor.api('PUT', `/api/pending-worklogs/${id}`, body);

const Entry = z.object({
  status: z.string(),
  clientId: z.number().nullable(),
  workTypeId: z.number().nullable(),
  duration: z.number().nullable(),
  suggestionReasons: z.record(z.string(), z.string()),
  inactiveClient: z.object({ name: z.string() }).nullable(),
});
const entryOf = async (visitor: Visitor, id: number) =>
  Entry.parse((await visitor.api('GET', `/api/pending-worklogs/${id}`)).json());

describe('What is suggested after Undo has a reason that is true by then:', () => {
  test.each(['archive', 'reject', 'assign'])(
    'nothing of a rule that was deleted since, after %s',
    async (button) => {
      const visitor = await visitSignedIn(server());
      const clientId = addClient(server(), 'Acme');
      const id = addTask('Order toner');
      const rule = await visitor.api('POST', '/api/rules', { project: 'Inbox', duration: 30 });
      const other = await visitor.api('POST', '/api/rules', { words: 'toner', clientId });
      expect(await entryOf(visitor, id)).toMatchObject({ clientId: null, duration: 30 });
      const { undo } = await pressReview(visitor, button, [id], { duration: '1h' });
      await visitor.api('DELETE', `/api/rules/${idOf(rule)}`);
      await pressUndo(visitor, undo);
      // What the rule left over says now is suggested instead.
      expect(await entryOf(visitor, id)).toMatchObject({
        clientId,
        duration: null,
        suggestionReasons: { clientId: 'by the rule for words “toner”' },
      });
      expect(idOf(other)).toBeGreaterThan(idOf(rule));
    },
  );

  test('no client that is inactive by then, which is said', async () => {
    const visitor = await visitSignedIn(server());
    const clientId = addClient(server(), 'Inbox');
    const id = addTask('Order toner');
    await put(visitor, id, { duration: 15 });
    await visitor.api('PUT', `/api/clients/${clientId}`, { name: 'Inbox' });
    expect((await entryOf(visitor, id)).clientId).toBe(clientId);
    const { undo } = await pressReview(visitor, 'archive', [id]);
    await visitor.api('PUT', `/api/clients/${clientId}`, { isActive: false });
    await pressUndo(visitor, undo);
    expect(await entryOf(visitor, id)).toMatchObject({
      clientId: null,
      duration: 15,
      suggestionReasons: {},
      inactiveClient: { name: 'Inbox' },
    });
  });

  test('what somebody had set stays, whatever happened to it since', async () => {
    const visitor = await visitSignedIn(server());
    const clientId = addClient(server(), 'Acme');
    const id = addTask('Order toner');
    await put(visitor, id, { clientId, duration: 20 });
    const { undo } = await pressReview(visitor, 'reject', [id]);
    await visitor.api('PUT', `/api/clients/${clientId}`, { isActive: false });
    await visitor.api('POST', '/api/rules', { project: 'Inbox', duration: 45 });
    await pressUndo(visitor, undo);
    expect(await entryOf(visitor, id)).toMatchObject({
      clientId,
      duration: 20,
      suggestionReasons: {},
    });
  });
});

describe('A rule that archives leaves what Undo put back:', () => {
  const ARCHIVE = { project: 'Inbox', archive: true };

  test.each(['archive', 'reject', 'confirm'])('one made after the Undo of %s', async (button) => {
    const visitor = await visitSignedIn(server());
    const columns = { clientId: addClient(server(), 'Acme'), duration: 30 };
    const id = addTask('Order toner', { ...columns, workTypeId: addWorkType(server(), 'Help') });
    const { undo } = await pressReview(visitor, button, [id]);
    expect(await pressUndo(visitor, undo)).toBe('Back in review');
    await visitor.api('POST', '/api/rules', ARCHIVE);
    expect((await entryOf(visitor, id)).status).toBe('pending_review');
  });

  test.each([
    ['reject', 'Back in review'],
    ['assign', 'Restored'],
  ])('one made between %s and its Undo', async (button, said) => {
    const visitor = await visitSignedIn(server());
    addClient(server(), 'Acme');
    const [id, other] = [addTask('Order toner'), addTask('Call back')];
    const { undo } = await pressReview(visitor, button, [id], { duration: '1h' });
    await visitor.api('POST', '/api/rules', ARCHIVE);
    expect((await entryOf(visitor, other)).status).toBe('archived');
    expect(await pressUndo(visitor, undo)).toBe(said);
    expect(await entryOf(visitor, id)).toMatchObject({ status: 'pending_review', duration: null });
    // Nor does it take the task away when all that it fits is worked out once more.
    await visitor.api('POST', '/api/rules', { project: 'Inbox', duration: 5 });
    await visitor.api('POST', '/api/clients', { name: 'Inbox' });
    expect((await entryOf(visitor, id)).status).toBe('pending_review');
  });
});

describe('Undo says what it did, and', () => {
  test('says the same when it is pressed again, whatever became of the tasks', async () => {
    const visitor = await visitSignedIn(server());
    const ids = [addTask('Order toner'), addTask('Call back'), addTask('Check backups')];
    const [one = 0, two = 0] = ids;
    const { undo } = await pressReview(visitor, 'archive', ids);
    await visitor.post(`/pending-work-logs/${one}/put-back`);
    const said = '2 back in review. 1 was changed since and not undone.';
    expect(await pressUndo(visitor, undo)).toBe(said);
    expect(await pressUndo(visitor, undo)).toBe(said);
    await pressReview(visitor, 'reject', [two]);
    expect(await pressUndo(visitor, undo)).toBe(said);
    expect(pendingRow(server(), two).status).toBe('rejected');
  });

  test('counts none that the action itself refused', async () => {
    const visitor = await visitSignedIn(server());
    const columns = { workTypeId: addWorkType(server(), 'Help'), duration: 30 };
    const full = addTask('Order toner', { ...columns, clientId: addClient(server(), 'Acme') });
    const bare = addTask('Call back', { duration: 10 });
    const { toast, undo } = await pressReview(visitor, 'confirm', [full, bare]);
    expect(toast).toContain('1 confirmed, 1 needs more than one thing');
    // What was confirmed is suggested for the other, which is in review as before.
    expect((await entryOf(visitor, bare)).clientId).toBe(columns.workTypeId);
    expect(await pressUndo(visitor, undo)).toBe('Back in review');
    expect(await entryOf(visitor, bare)).toMatchObject({ clientId: null, suggestionReasons: {} });
  });

  test('is not refused because something is suggested since', async () => {
    const visitor = await visitSignedIn(server());
    const [clientId, workTypeId] = [addClient(server(), 'Acme'), addWorkType(server(), 'Help')];
    const [id, other] = [addTask('Order toner'), addTask('Call back')];
    const { undo } = await pressReview(visitor, 'assign', [id], { duration: '1h' });
    await put(visitor, other, { clientId, workTypeId });
    expect(await entryOf(visitor, id)).toMatchObject({ clientId, workTypeId, duration: 60 });
    expect(await pressUndo(visitor, undo)).toBe('Restored');
    // The suggestions are of the other task, so they stay.
    expect(await entryOf(visitor, id)).toMatchObject({
      clientId,
      workTypeId,
      duration: null,
      suggestionReasons: { clientId: 'as the last of this project' },
    });
  });

  test.each([
    ['a field', { duration: 45 }],
    ['a field to what was suggested', { clientId: 1 }],
    ['the name', { taskName: 'Order ink' }],
    ['the rate', { estimatedHourlyRate: '91.00' }],
    ['the description', { description: 'By phone' }],
  ])('leaves a task of which somebody set %s since', async (_, change) => {
    const visitor = await visitSignedIn(server());
    const clientId = addClient(server(), 'Inbox');
    expect(clientId).toBe(1);
    const id = addTask('Order toner');
    await visitor.api('PUT', `/api/clients/${clientId}`, { name: 'Inbox' });
    const { undo } = await pressReview(visitor, 'assign', [id], { description: 'Twice' });
    expect((await put(visitor, id, change)).status).toBe(200);
    expect(await pressUndo(visitor, undo)).toContain('was changed or invoiced since');
    expect(pendingRow(server(), id).description).toBe(
      'description' in change ? 'By phone' : 'Twice',
    );
  });
});
