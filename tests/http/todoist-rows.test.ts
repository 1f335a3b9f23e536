import { describe, expect, test } from 'vitest';
import { workLogs } from '#db/schema.ts';
import { addClient, addWorkType } from '../support/entries.ts';
import { controlOf, toastOf } from '../support/html.ts';
import { addPendingLog, pendingRow } from '../support/pending-work-logs.ts';
import { plainFormsOf, pressPlainly } from '../support/plain-forms.ts';
import { useServer } from '../support/use-server.ts';
import { visitSignedIn } from '../support/visitor.ts';

const POSITIVE =
  'Enter a positive number of hours, such as 1.5, or a duration such as 1h 30m or 90m.';
const HOURS = 'Enter a number of hours, such as 1.5, or a duration such as 1:30, 1h 30m or 90m.';
const SCREEN = '/pending-work-logs?startDate=2026-03-01';

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
    expect([answer.status, answer.location]).toEqual([303, SCREEN]);
    return toastOf((await visitor.get(SCREEN)).text);
  };
  const row = (id: number) => {
    const { status, duration, workTypeId } = pendingRow(server(), id);
    return { status, duration, workTypeId };
  };
  return { visitor, html, press, row, first, second, third, support, training, clientId };
}

const IN_REVIEW = 'pending_review';

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
      [`durationChoice:${second}`]: '120',
      [`workTypeId:${second}`]: String(training),
      [`durationChoice:${third}`]: '15',
    };
    expect(await press('Save Printer', typed)).toBe('Pending work log updated');
    expect(row(second)).toEqual({ status: IN_REVIEW, duration: 120, workTypeId: training });
    expect(row(third)).toEqual({ status: IN_REVIEW, duration: 90, workTypeId: support });
    const own = { [`durationChoice:${first}`]: 'other', [`customHours:${first}`]: '0.3333' };
    expect(await press('Confirm Router', own)).toBe(
      "Work log confirmed and added to work logs 0h 20m · £20.00 at £60.00, this task's rate",
    );
    expect(row(first)).toMatchObject({ status: 'confirmed', duration: 20 });
  });

  test('leaves alone what somebody else chose in the row meanwhile', async () => {
    const { visitor, press, row, second, training } = await openRows();
    await visitor.api('PUT', `/api/pending-worklogs/${second}`, { workTypeId: training });
    await press('Save Printer', { [`durationChoice:${second}`]: '30' });
    expect(row(second)).toMatchObject({ duration: 30, workTypeId: training });
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
    ['0', 'Save Printer', 'update pending work log', POSITIVE],
    ['', 'Confirm Printer', 'confirm pending work log', POSITIVE],
    ['an hour', 'Save Printer', 'update pending work log', HOURS],
    ['1:75', 'Save all', 'update pending work logs', HOURS],
  ])(
    'says what is wrong with the duration "%s" beside it, and loses nothing that was typed: %s',
    async (text, button, failed, sentence) => {
      const { visitor, html, row, first, second, third, training } = await openRows();
      const answer = await pressPlainly(visitor, html, button, {
        [`durationChoice:${second}`]: 'other',
        [`customHours:${second}`]: text,
        [`workTypeId:${second}`]: String(training),
        [`durationChoice:${first}`]: 'other',
        [`customHours:${first}`]: '1h 10m',
        ids: [String(third)],
      });
      expect(answer.status).toBe(400);
      expect(toastOf(answer.text)).toBe(`Error Failed to ${failed}. ${sentence}`);
      const field = controlOf(answer.text, `customHours:${second}`);
      expect([field.value, field.isInvalid]).toEqual([text, true]);
      expect(field.descriptions.at(-1)).toBe(sentence);
      expect(controlOf(answer.text, `durationChoice:${second}`).value).toBe('other');
      expect(controlOf(answer.text, `workTypeId:${second}`).value).toBe(String(training));
      const other = controlOf(answer.text, `customHours:${first}`);
      expect([other.value, other.isInvalid]).toEqual(['1h 10m', false]);
      expect(answer.text).toMatch(new RegExp(`name="ids"[^>]*checked=""[^>]*value="${third}"`));
      expect([row(first).duration, row(second).duration]).toEqual([20, 60]);
      const corrected = { [`customHours:${second}`]: '45m' };
      expect((await pressPlainly(visitor, answer.text, 'Save all', corrected)).status).toBe(303);
      expect([row(first).duration, row(second).duration]).toEqual([70, 45]);
    },
  );
});

describe('a button of the bar', () => {
  test('acts on the ticked rows, without saving the choices made in them', async () => {
    const { press, row, first, second, third } = await openRows();
    const typed = { ids: String(first), [`durationChoice:${first}`]: '480' };
    expect(await press('Confirm Selected', typed)).toBe('1 work log confirmed');
    expect(row(first)).toMatchObject({ status: 'confirmed', duration: 20 });
    expect([row(second).status, row(third).status]).toEqual([IN_REVIEW, IN_REVIEW]);
    expect(await press('Reject Selected', { ids: String(third) })).toBe(
      '1 pending work log rejected and deleted',
    );
    expect(row(third).status).toBe('rejected');
  });

  test('assigns a work type', async () => {
    const { press, row, first, second, support, training } = await openRows();
    const typed = { ids: String(second), workTypeId: String(training) };
    expect(await press('Assign', typed)).toBe('1 pending work log changed');
    expect([row(first).workTypeId, row(second).workTypeId]).toEqual([support, training]);
  });
});

test('Enter saves the rows that were changed, and no others', async () => {
  const { press, row, first, second, third, support, training } = await openRows();
  const before = pendingRow(server(), third).updatedAt;
  server().setClock(new Date(server().services.clock().getTime() + 60_000));
  const typed = {
    [`durationChoice:${first}`]: '15',
    [`workTypeId:${second}`]: String(training),
  };
  expect(await press('Save all', typed)).toBe('2 pending work logs changed');
  expect(row(first)).toEqual({ status: IN_REVIEW, duration: 15, workTypeId: support });
  expect(row(second)).toEqual({ status: IN_REVIEW, duration: 60, workTypeId: training });
  expect(pendingRow(server(), third).updatedAt).toEqual(before);
});

test('Enter says so where nothing was changed', async () => {
  const { press } = await openRows();
  expect(await press('Save all')).toContain('Choose a duration or a work type in a row first.');
});

test('the table is one form, and a row shows its odd minutes as such', async () => {
  const { html, first } = await openRows();
  const forms = plainFormsOf(html).filter(({ action }) => action.includes('/review'));
  expect(forms).toHaveLength(1);
  expect(controlOf(html, `customHours:${first}`).value).toBe('20m');
});
