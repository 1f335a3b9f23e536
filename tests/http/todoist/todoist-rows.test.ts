import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { pendingWorkLogs, workLogs, type PendingWorkLog } from '#db/schema.ts';
import { addClient, addWorkType } from '../../support/data/entries.ts';
import { controlOf, toastOf, visibleText } from '../../support/html.ts';
import { addPendingLog, pendingRow } from '../../support/data/pending-work-logs.ts';
import { plainFormsOf, pressPlainly } from '../../support/plain-forms.ts';
import { readSelection } from '#app/pending-work-logs/review/selection.ts';
import { useServer } from '../../support/server/use-server.ts';
import { visitSignedIn } from '../../support/server/visitor.ts';

const POSITIVE =
  'Enter a positive number of hours, such as 1.5, or a duration such as 1h 30m or 90m.';
const HOURS = 'Enter a number of hours, such as 1.5, or a duration such as 1:30, 1h 30m or 90m.';
const SCREEN = '/pending-work-logs?startDate=2026-03-01';
const NO_CLIENT = 'No client begins with “zebra”.';

const server = useServer();

/** The screen with three tasks that have everything to be confirmed, newest first. */
async function openRows() {
  const visitor = await visitSignedIn(server());
  const clientId = addClient(server(), 'Harbour Dental');
  const [support = 0, training = 0] = ['Support', 'Training'].map((name) =>
    addWorkType(server(), name),
  );
  const [first = 0, second = 0, third = 0] = [20, 60, 90].map((duration, index) =>
    addPendingLog(server(), {
      taskName: ['Router', 'Printer', 'Server'][index] ?? '',
      completedAt: new Date(Date.UTC(2026, 2, 27 - index)),
      clientId,
      workTypeId: support,
      duration,
    }),
  );
  const html = (await visitor.get(SCREEN)).text;
  const press = async (button: string, typed?: Record<string, string>) => {
    const answer = await pressPlainly(visitor, html, button, typed);
    // Behind the filters, the address has what is selected.
    expect(answer.status).toBe(303);
    expect(answer.location).toMatch(/^\/pending-work-logs\?startDate=2026-03-01(&selected=.*)?$/);
    const toast = toastOf((await visitor.get(SCREEN)).text);
    // What the toast says, without its button.
    return toast?.replace(/ Undo$/, '');
  };
  const row = (id: number) => {
    const { status, duration, workTypeId } = pendingRow(server(), id);
    return { status, duration, workTypeId };
  };
  return { visitor, html, press, row, first, second, third, support, training, clientId };
}

const IN_REVIEW = 'pending_review';
const NET = JSON.stringify(['net']);

/** The ids of the ticked boxes of a page, in its order. */
function tickedIn(html: string): number[] {
  const boxes = [...html.matchAll(/<input type="checkbox" name="ids"[^>]*>/g)].map(([tag]) => tag);
  return boxes
    .filter((tag) => tag.includes('checked=""'))
    .map((tag) => Number(/value="(\d+)"/.exec(tag)?.[1]));
}

describe('a button of a row, in a browser that knows only forms and buttons,', () => {
  test('rejects only its row, and saves nothing of another row', async () => {
    const { press, row, first, second, support } = await openRows();
    expect(await press('Reject Router')).toContain('Pending work log rejected and deleted');
    expect(row(first)).toEqual({ status: 'rejected', duration: 20, workTypeId: support });
    expect(row(second)).toEqual({ status: IN_REVIEW, duration: 60, workTypeId: support });
  });

  test.each([
    ['Confirm', 'confirmed', 'Work log confirmed and added to work logs'],
    ['Archive', 'archived', 'Pending work log archived successfully'],
  ])('%s does it to a row of twenty minutes', async (button, status, toast) => {
    const { press, row, first, second, third } = await openRows();
    expect(await press(`${button} Router`)).toContain(toast);
    expect(row(first)).toMatchObject({ status, duration: 20 });
    expect([row(second).status, row(third).status]).toEqual([IN_REVIEW, IN_REVIEW]);
    const logs = server().services.db.select().from(workLogs).all();
    expect(logs.map(({ duration }) => duration)).toEqual(status === 'confirmed' ? [20] : []);
  });

  test('saves or confirms its row with the choices made in it', async () => {
    const { press, row, first, second, third, support, training } = await openRows();
    const typed = {
      [`${second}:duration`]: '2h',
      [`${second}:workType`]: 'train',
      [`${third}:duration`]: '15m',
    };
    expect(await press('Save Printer', typed)).toBe('Pending work log updated');
    expect(row(second)).toEqual({ status: IN_REVIEW, duration: 120, workTypeId: training });
    expect(row(third)).toEqual({ status: IN_REVIEW, duration: 90, workTypeId: support });
    const own = { [`${first}:duration`]: '0.3333' };
    expect(await press('Confirm Router', own)).toBe(
      "Work log confirmed and added to work logs 0h 20m · £20.00 at £60.00, this task's rate",
    );
    expect(row(first)).toMatchObject({ status: 'confirmed', duration: 20 });
  });

  test('leaves alone what somebody else chose in the row meanwhile', async () => {
    const { visitor, press, row, second, training } = await openRows();
    await visitor.api('PUT', `/api/pending-worklogs/${second}`, { workTypeId: training });
    await press('Save Printer', { [`${second}:duration`]: '30m' });
    expect(row(second)).toMatchObject({ duration: 30, workTypeId: training });
  });

  test('does not confirm what was suggested since the page was made, before somebody has seen it', async () => {
    const { visitor, html, press, row, first, training } = await openRows();
    const client = addClient(server(), 'Thornbury');
    const change = (values: Partial<PendingWorkLog>) =>
      server()
        .services.db.update(pendingWorkLogs)
        .set(values)
        .where(eq(pendingWorkLogs.id, first))
        .run();
    change({ clientId: client, workTypeId: training });
    const answer = await pressPlainly(visitor, html, 'Confirm Router');
    expect(answer.status).toBe(400);
    const said = 'This was just suggested. Check it, then confirm again.';
    expect(visibleText(answer.text).split(said)).toHaveLength(4);
    expect(row(first).status).toBe(IN_REVIEW);
    // What a person has set meanwhile is no suggestion.
    change({ setByPerson: '["clientId"]' });
    const second = await pressPlainly(visitor, html, 'Confirm Router');
    expect(visibleText(second.text).split(said)).toHaveLength(3);
    change({ setByPerson: '["clientId","workTypeId"]' });
    expect(await press('Confirm Router')).toContain('Work log confirmed');
    const logs = server().services.db.select().from(workLogs).all();
    expect(logs.map(({ clientId, workTypeId }) => [clientId, workTypeId])).toEqual([
      [client, training],
    ]);
  });

  test('acts once, however often the page is sent', async () => {
    const { press } = await openRows();
    expect(await press('Confirm Printer')).toBe('Work log confirmed and added to work logs');
    expect(await press('Confirm Printer')).toBe('Work log confirmed and added to work logs');
    expect(server().services.db.select().from(workLogs).all()).toHaveLength(1);
    // Another button of the same page counts as another press.
    expect(await press('Archive Server')).toContain('archived');
  });

  test.each([
    ['duration', '0', 'Save Printer', 'update pending work log', POSITIVE],
    ['duration', 'some hours', 'Confirm Printer', 'confirm pending work log', HOURS],
    ['duration', '1:75', 'Save all', 'update pending work logs', HOURS],
    ['client', 'zebra', 'Save Printer', 'update pending work log', NO_CLIENT],
  ])(
    'says what is wrong with the %s "%s" beside it, and loses nothing that was typed: %s',
    async (name, text, button, failed, sentence) => {
      const { visitor, html, row, first, second, third } = await openRows();
      const wrong = `${second}:${name}`;
      const answer = await pressPlainly(visitor, html, button, {
        [wrong]: text,
        [`${second}:workType`]: 'Training',
        [`${first}:duration`]: '1h 10m',
        ids: [String(third)],
      });
      expect(answer.status).toBe(400);
      expect(toastOf(answer.text)).toBe(`Error Failed to ${failed}. ${sentence}`);
      const field = controlOf(answer.text, wrong);
      expect([field.value, field.isInvalid]).toEqual([text, true]);
      expect(field.descriptions.at(-1)).toBe(sentence);
      expect(controlOf(answer.text, `${second}:workType`).value).toBe('Training');
      const other = controlOf(answer.text, `${first}:duration`);
      expect([other.value, other.isInvalid]).toEqual(['1h 10m', false]);
      expect(answer.text).toMatch(new RegExp(`name="ids"[^>]*checked=""[^>]*value="${third}"`));
      expect([row(first).duration, row(second).duration]).toEqual([20, 60]);
      const corrected = { [wrong]: name === 'duration' ? '45m' : 'harb' };
      expect((await pressPlainly(visitor, answer.text, 'Save all', corrected)).status).toBe(303);
      expect([row(first).duration, row(second).duration]).toEqual([
        70,
        name === 'duration' ? 45 : 60,
      ]);
    },
  );

  test('takes away what a row had, when its field is emptied', async () => {
    const { press, row, second } = await openRows();
    await press('Save Printer', { [`${second}:workType`]: '', [`${second}:duration`]: ' ' });
    expect(row(second)).toEqual({ status: IN_REVIEW, duration: null, workTypeId: null });
  });
});

describe('a button of the bar', () => {
  test('acts on the ticked rows, without saving the choices made in them', async () => {
    const { press, row, first, second, third } = await openRows();
    const typed = { ids: String(first), [`${first}:duration`]: '8' };
    expect(await press('Confirm Selected', typed)).toBe('1 work log confirmed');
    expect(row(first)).toMatchObject({ status: 'confirmed', duration: 20 });
    expect([row(second).status, row(third).status]).toEqual([IN_REVIEW, IN_REVIEW]);
    expect(await press('Reject Selected', { ids: String(third) })).toBe(
      '1 pending work log rejected and deleted',
    );
    expect(row(third).status).toBe('rejected');
  });

  test.each([
    [{ workType: 'training' }, { workTypeId: 2 }],
    [{ workTypeId: '2' }, { workTypeId: 2 }],
    [{ client: 'quay' }, { clientId: 2 }],
    [{ duration: '1:30' }, { duration: 90 }],
    [{ billable: 'off' }, { billable: false }],
    [{ description: 'By phone' }, { description: 'By phone' }],
  ])('assigns %o to the ticked rows, which stay ticked', async (typed, changed) => {
    const { visitor, html, first, second } = await openRows();
    addClient(server(), 'Quay Books');
    const before = pendingRow(server(), first);
    const answer = await pressPlainly(visitor, html, 'Assign', { ids: String(second), ...typed });
    expect(answer.location).toBe(`${SCREEN}&selected=${second}`);
    const next = (await visitor.get(answer.location ?? '')).text;
    expect(toastOf(next)).toContain('1 pending work log changed');
    expect(pendingRow(server(), second)).toMatchObject(changed);
    expect(pendingRow(server(), first)).toEqual(before);
    expect(tickedIn(next)).toEqual([second]);
  });

  test('says what is missing, and what a name may be', async () => {
    const { visitor, html, press, row, second } = await openRows();
    expect(await press('Assign', { ids: String(second) })).toContain('Choose what to set');
    expect(await press('Archive Selected')).toContain('Select at least one task first.');
    addClient(server(), 'Harbour Foods');
    const typed = { ids: String(second), client: 'harb', workType: 'Training' };
    const asked = await pressPlainly(visitor, html, 'Assign', typed);
    expect(asked.status).toBe(400);
    expect(controlOf(asked.text, 'client').descriptions).toEqual([
      'Did you mean Harbour Dental or Harbour Foods? Type more of the name.',
    ]);
    expect(controlOf(asked.text, 'workType').value).toBe('Training');
    expect(tickedIn(asked.text)).toEqual([second]);
    expect(row(second).duration).toBe(60);
  });
});

describe('the selection', () => {
  test('stays through an action, a filter and a page, and is dropped by its button', async () => {
    const { visitor, html, first, second, third } = await openRows();
    const ids = [first, second, third].map(String);
    const kept = await pressPlainly(visitor, html, 'Update selection', { ids });
    expect(kept.location).toBe(`${SCREEN}&selected=${first}-${third}`);
    const shown = (await visitor.get(kept.location ?? '')).text;
    expect((await pressPlainly(visitor, shown, 'Clear')).location).toBe(SCREEN);
    const confirmed = await pressPlainly(visitor, shown, 'Confirm Router');
    expect(confirmed.location).toBe(`${SCREEN}&selected=${second}-${third}`);
    const filtered = `/pending-work-logs?missing=duration&selected=${second}-${third}`;
    const elsewhere = (await visitor.get(filtered)).text;
    expect(tickedIn(elsewhere)).toEqual([]);
    expect(elsewhere).toContain('2 selected');
    expect(elsewhere).toContain('No pending work logs found');
    const archived = await pressPlainly(visitor, elsewhere, 'Archive Selected');
    expect(archived.location).toBe('/pending-work-logs?missing=duration');
    expect(ids.map((id) => pendingRow(server(), Number(id)).status)).toEqual([
      'confirmed',
      'archived',
      'archived',
    ]);
  });

  test('of all that match goes over pages, and leaves out what does not match', async () => {
    const { visitor } = await openRows();
    const before = addPendingLog(server(), { completedAt: new Date('2026-01-05T10:00:00Z') });
    const many = Array.from({ length: 60 }, (_, index) =>
      addPendingLog(server(), { taskName: `Task ${index}`, labels: index < 20 ? NET : '[]' }),
    );
    const html = (await visitor.get(SCREEN)).text;
    const all = await pressPlainly(visitor, html, 'Select all 63');
    const next = (await visitor.get(all.location ?? '')).text;
    expect(next).toContain('63 selected');
    expect((await pressPlainly(visitor, next, 'Reject Selected')).status).toBe(303);
    expect(many.filter((id) => pendingRow(server(), id).status !== 'rejected')).toEqual([]);
    expect(pendingRow(server(), before).status).toBe(IN_REVIEW);
  });

  test('by labels has every task that matches with the same ones', async () => {
    const { visitor } = await openRows();
    const [one, two] = [1, 2].map((index) =>
      addPendingLog(server(), { taskName: `Cable ${index}`, labels: NET }),
    );
    const html = (await visitor.get(SCREEN)).text;
    const alike = await pressPlainly(visitor, html, 'Select all labelled net');
    expect(tickedIn((await visitor.get(alike.location ?? '')).text)).toEqual(
      [one, two].sort((a = 0, b = 0) => b - a),
    );
  });

  test('by labels has those, too, that stand below more tasks than can be selected', async () => {
    const { visitor } = await openRows();
    server().services.db.transaction(() => {
      const completedAt = new Date('2026-06-01T10:00:00Z');
      for (let index = 0; index < 2_001; index++) {
        addPendingLog(server(), { taskName: `${index}`, completedAt });
      }
    });
    const at = (day: string) => ({ labels: NET, completedAt: new Date(`${day}T10:00:00Z`) });
    const old = ['2026-03-02', '2026-03-03'].map((day) => addPendingLog(server(), at(day)));
    const newest = addPendingLog(server(), at('2026-07-01'));
    const html = (await visitor.get(SCREEN)).text;
    const pressed = await pressPlainly(visitor, html, 'Select all labelled net');
    expect((await visitor.get(pressed.location ?? '')).text).toContain('3 selected');
    expect(
      readSelection(new URLSearchParams(pressed.location?.split('?')[1]).get('selected')),
    ).toEqual([...old, newest].sort((a, b) => a - b));
  });
});

describe('twins', () => {
  async function openTwins() {
    const opened = await openRows();
    const [newest = 0, older = 0] = ['Check backups', ' check  BACKUPS'].map((taskName, index) =>
      addPendingLog(server(), {
        taskName,
        completedAt: new Date(Date.UTC(2026, 2, 20 - index)),
      }),
    );
    const html = (await opened.visitor.get(SCREEN)).text;
    const both = () => [newest, older].map((id) => pendingRow(server(), id));
    return { ...opened, html, newest, older, both, key: `${newest}-${older}` };
  }

  test('are set, and confirmed, together', async () => {
    const { visitor, html, both, key } = await openTwins();
    expect(html).toContain('2 times Check backups');
    const typed = {
      [`${key}:client`]: 'harb',
      [`${key}:workType`]: 'Sup',
      [`${key}:duration`]: '.5',
    };
    await pressPlainly(visitor, html, 'Save all 2 of Check backups', typed);
    expect(both()).toMatchObject([
      { duration: 30, clientId: 1, workTypeId: 1 },
      { duration: 30, clientId: 1, workTypeId: 1 },
    ]);
    const next = (await visitor.get(SCREEN)).text;
    await pressPlainly(visitor, next, 'Confirm all 2 of Check backups');
    expect(both().map(({ status }) => status)).toEqual(['confirmed', 'confirmed']);
    expect(toastOf((await visitor.get(SCREEN)).text)).toContain('2 work logs confirmed');
  });

  test('are rows of their own, too: one is set alone', async () => {
    const { visitor, html, both, older } = await openTwins();
    await pressPlainly(visitor, html, 'Save all', { [`${older}:duration`]: '15m' });
    expect(both().map(({ duration }) => duration)).toEqual([null, 15]);
    const api = z.array(z.object({ id: z.int() }));
    const list = (await visitor.api('GET', '/api/pending-worklogs')).json();
    expect(api.parse(list)).toHaveLength(5);
  });

  test('are ticked and unticked together, or one alone', async () => {
    const { visitor, html, newest, older, key } = await openTwins();
    const all = await pressPlainly(visitor, html, 'Update selection', { twins: key });
    const ticked = (await visitor.get(all.location ?? '')).text;
    expect(tickedIn(ticked)).toEqual([newest, older]);
    const none = await pressPlainly(visitor, ticked, 'Update selection', { twins: [] });
    expect(none.location).toBe(SCREEN);
    const one = await pressPlainly(visitor, ticked, 'Update selection', { ids: String(older) });
    expect(one.location).toBe(`${SCREEN}&selected=${older}`);
  });
});

test('Enter saves the rows that were changed, and no others', async () => {
  const { press, row, first, second, third, support, training } = await openRows();
  const before = pendingRow(server(), third).updatedAt;
  server().setClock(new Date(server().services.clock().getTime() + 60_000));
  const typed = {
    [`${first}:duration`]: '15m',
    [`${second}:workType`]: 'Training',
  };
  expect(await press('Save all', typed)).toBe('2 pending work logs changed');
  expect(row(first)).toEqual({ status: IN_REVIEW, duration: 15, workTypeId: support });
  expect(row(second)).toEqual({ status: IN_REVIEW, duration: 60, workTypeId: training });
  expect(pendingRow(server(), third).updatedAt).toEqual(before);
});

test('Enter says so where no changes were made', async () => {
  const { press } = await openRows();
  expect(await press('Save all')).toContain(
    'Choose a client, a work type or a duration in a row first.',
  );
});

test('the table is one form, and a row shows its odd minutes as such', async () => {
  const { html, first } = await openRows();
  const forms = plainFormsOf(html).filter(({ action }) => action.includes('/review'));
  expect(forms).toHaveLength(1);
  expect(controlOf(html, `${first}:duration`).value).toBe('0h 20m');
});
