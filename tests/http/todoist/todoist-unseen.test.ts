import { describe, expect, test } from 'vitest';
import { workLogs } from '#db/schema.ts';
import { addClient, addWorkType } from '../../support/data/entries.ts';
import { addPendingLog, pendingRow } from '../../support/data/pending-work-logs.ts';
import { fieldsOf } from '../../support/form.ts';
import { controlOf, toastOf, visibleText } from '../../support/html.ts';
import { pressPlainly } from '../../support/plain-forms.ts';
import { useServer } from '../../support/server/use-server.ts';
import { visitSignedIn } from '../../support/server/visitor.ts';

/** What came to a waiting task after its page was made is not confirmed before somebody has seen it. */

const server = useServer();
const SCREEN = '/pending-work-logs';

/** Three tasks in a project for which there is a client, Acme, at £60.00, and a type, Support. */
async function openReview() {
  const visitor = await visitSignedIn(server());
  const acme = addClient(server(), 'Acme');
  const support = addWorkType(server(), 'Support');
  const [first = 0, second = 0, third = 0] = ['Router', 'Printer', 'Server'].map((taskName) =>
    addPendingLog(server(), {
      taskName,
      ...{ projectName: 'Acme', clientId: acme, workTypeId: support, duration: 60 },
      suggestions: JSON.stringify({
        clientId: { reason: 'named in the project' },
        duration: { reason: 'from Todoist', was: 60 },
      }),
    }),
  );
  const html = (await visitor.get(SCREEN)).text;
  const addRule = async (words: string, rule: object) => {
    const answer = await visitor.api('POST', '/api/rules', { words, ...rule });
    expect(answer.status).toBe(201);
  };
  /** Another client and back: the task has the rate of its type afterwards. */
  const bringRate = async (words: string) => {
    await addRule(words, { clientId: addClient(server(), 'Thornbury') });
    const [rule] = (await visitor.api('GET', '/api/rules')).json() as { id: number }[];
    await visitor.api('PUT', `/api/rules/${rule?.id ?? 0}`, { words, clientId: acme });
  };
  const edit = (id: number) => `/pending-work-logs/${id}/edit`;
  const openForm = async (id: number) =>
    fieldsOf((await visitor.get(edit(id))).text, 'pending-log');
  const confirmForm = (id: number, fields: Record<string, string>) =>
    visitor.post(edit(id), { ...fields, then: 'confirm' });
  /** Presses a button of the review as it was opened; gives the toast. */
  const press = async (button: string, typed: Record<string, string | string[]> = {}) => {
    const answer = await pressPlainly(visitor, html, button, typed);
    if (answer.status !== 303) return toastOf(answer.text);
    return toastOf((await visitor.get(answer.location ?? '')).text)?.replace(/ Undo$/, '');
  };
  return {
    ...{ visitor, acme, support, first, second, third },
    ...{ html, addRule, bringRate, openForm, confirmForm, press, edit },
  };
}

const logs = () => server().services.db.select().from(workLogs).all();
const statusOf = (id: number) => pendingRow(server(), id).status;
const IN_REVIEW = 'pending_review';

describe('Confirm in Edit Pending Log', () => {
  test('shows a client that a rule gave meanwhile, and confirms what the form then holds', async () => {
    const { first, acme, addRule, openForm, confirmForm } = await openReview();
    const fields = await openForm(first);
    const thorn = addClient(server(), 'Thornbury');
    await addRule('Router', { clientId: thorn });
    expect(pendingRow(server(), first).clientId).toBe(thorn);
    const refused = await confirmForm(first, { ...fields, duration: '1.5' });
    expect(refused.status).toBe(409);
    expect(statusOf(first)).toBe(IN_REVIEW);
    const client = controlOf(refused.text, 'clientId');
    expect([client.value, client.isInvalid]).toEqual([String(acme), true]);
    expect(client.descriptions).toContain('Saved by someone else: Thornbury');
    expect(controlOf(refused.text, 'duration')).toMatchObject({ value: '1.5', isInvalid: false });
    const again = await confirmForm(first, fieldsOf(refused.text, 'pending-log'));
    expect(again.status).toBe(303);
    expect(logs()).toMatchObject([{ clientId: acme, duration: 90 }]);
  });

  test('takes the client that came, where the person then chooses it', async () => {
    const { first, addRule, openForm, confirmForm } = await openReview();
    const fields = await openForm(first);
    const thorn = addClient(server(), 'Thornbury');
    await addRule('Router', { clientId: thorn });
    const refused = fieldsOf((await confirmForm(first, fields)).text, 'pending-log');
    await confirmForm(first, { ...refused, clientId: String(thorn) });
    expect(logs()).toMatchObject([{ clientId: thorn }]);
  });

  test.each([
    ['billable', { billable: false }, 'not billable'],
    ['description', { description: 'By the rule' }, 'By the rule'],
    ['duration', { duration: 240 }, '4 hours'],
  ])('shows another %s that came', async (name, rule, said) => {
    const { first, addRule, openForm, confirmForm } = await openReview();
    const fields = await openForm(first);
    await addRule('Router', rule);
    const refused = await confirmForm(first, fields);
    expect(refused.status).toBe(409);
    expect(logs()).toEqual([]);
    const sentence = `Saved by someone else: ${said}`;
    expect(controlOf(refused.text, name).descriptions).toContain(sentence);
  });

  test('shows another rate that came with the same client', async () => {
    const { first, acme, bringRate, openForm, confirmForm } = await openReview();
    const fields = await openForm(first);
    await bringRate('Router');
    expect(pendingRow(server(), first).clientId).toBe(acme);
    const refused = await confirmForm(first, fields);
    expect(refused.status).toBe(409);
    const rate = controlOf(refused.text, 'estimatedHourlyRate');
    expect(rate.value).toBe(fields.estimatedHourlyRate);
    expect(rate.descriptions).toContain('Saved by someone else: £75.00');
    // What the form shows is what is charged.
    await confirmForm(first, fieldsOf(refused.text, 'pending-log'));
    expect(logs()).toMatchObject([{ hourlyRatePence: 6_000 }]);
  });

  test('takes what a person set meanwhile, with the rate that came with it', async () => {
    const { visitor, first, openForm, confirmForm } = await openReview();
    const fields = await openForm(first);
    const thorn = addClient(server(), 'Thornbury');
    const body = { clientId: thorn, billable: false };
    await visitor.api('PUT', `/api/pending-worklogs/${first}`, body);
    expect((await confirmForm(first, fields)).status).toBe(303);
    expect(logs()).toMatchObject([{ clientId: thorn, billable: false }]);
  });

  test('but Update leaves it a suggestion, which is confirmed only where it is seen', async () => {
    const { visitor, first, addRule, openForm, edit, press } = await openReview();
    const fields = await openForm(first);
    const thorn = addClient(server(), 'Thornbury');
    await addRule('Router', { clientId: thorn });
    expect((await visitor.post(edit(first), { ...fields, duration: '1.5' })).status).toBe(303);
    expect(pendingRow(server(), first)).toMatchObject({ clientId: thorn, duration: 90 });
    expect(pendingRow(server(), first).setByPerson).not.toContain('clientId');
    await press('Confirm Router');
    expect(statusOf(first)).toBe(IN_REVIEW);
  });

  describe('under another name, which a rule is for', () => {
    /** Opens Edit for a task with a text from Todoist, and gives it a name that the rule fits. */
    async function rename(rule: object) {
      const { visitor, acme, support, addRule, openForm, confirmForm, edit } = await openReview();
      await addRule('maintenance', rule);
      const id = addPendingLog(server(), {
        ...{ taskName: 'Switch', description: 'Blinks twice' },
        ...{ clientId: acme, workTypeId: support, duration: 60 },
      });
      const fields = await openForm(id);
      fields.taskName = 'Switch maintenance';
      return { visitor, id, fields, edit, confirmForm };
    }

    test.each([
      ['not billable', { billable: false }],
      ['of another description', { description: 'By the rule' }],
      ['for longer', { duration: 240 }],
      ['archived', { archive: true }],
    ])('logs what the form showed, where the rule makes it %s', async (_said, rule) => {
      const { id, fields, confirmForm } = await rename(rule);
      expect([fields.billable, fields.description]).toEqual(['on', 'Blinks twice']);
      expect((await confirmForm(id, fields)).status).toBe(303);
      expect(pendingRow(server(), id).taskName).toBe('Switch maintenance');
      expect(logs()).toMatchObject([{ billable: true, description: 'Blinks twice', duration: 60 }]);
    });

    test('but Update suggests anew, and shows it before anything is logged', async () => {
      const rule = { billable: false, description: 'By the rule' };
      const { visitor, id, fields, edit } = await rename(rule);
      expect((await visitor.post(edit(id), fields)).status).toBe(303);
      expect(pendingRow(server(), id)).toMatchObject({ status: IN_REVIEW, ...rule });
      expect(logs()).toEqual([]);
    });
  });
});

describe('Confirm Selected', () => {
  test('leaves the rows that changed since the page was made, and says so', async () => {
    const { first, second, third, addRule, press } = await openReview();
    await addRule('Printer', { clientId: addClient(server(), 'Thornbury') });
    await addRule('Server', { duration: 240 });
    const ids = [first, second, third].map(String);
    expect(await press('Confirm Selected', { ids })).toBe(
      '1 confirmed, 2 changed since: check them, then confirm again',
    );
    expect([first, second, third].map(statusOf)).toEqual(['confirmed', IN_REVIEW, IN_REVIEW]);
    expect(logs()).toHaveLength(1);
  });

  test('confirms them from the page that shows them', async () => {
    const { visitor, html, first, second, addRule } = await openReview();
    await addRule('Printer', { duration: 240 });
    const ids = [first, second].map(String);
    const answer = await pressPlainly(visitor, html, 'Confirm Selected', { ids });
    expect(answer.location).toBe(`${SCREEN}?selected=${second}`);
    const next = (await visitor.get(answer.location ?? '')).text;
    await pressPlainly(visitor, next, 'Confirm Selected');
    expect([first, second].map(statusOf)).toEqual(['confirmed', 'confirmed']);
  });

  test('is not misled by what was typed into a row, which it does not save', async () => {
    const { second, addRule, press } = await openReview();
    await addRule('Printer', { duration: 240 });
    const typed = { ids: String(second), [`${second}:duration`]: '2h' };
    expect(await press('Confirm Selected', typed)).toBe(
      '0 confirmed, 1 changed since: check it, then confirm again',
    );
    expect(statusOf(second)).toBe(IN_REVIEW);
  });

  test('confirms what a person has set meanwhile, and tasks of other pages', async () => {
    const { visitor, first, acme, support, press } = await openReview();
    await visitor.api('PUT', `/api/pending-worklogs/${first}`, { duration: 15 });
    const other = addPendingLog(server(), { clientId: acme, workTypeId: support, duration: 5 });
    expect(await press('Confirm Selected', { ids: [first, other].map(String) })).toBe(
      '2 work logs confirmed',
    );
  });
});

describe('A row that was confirmed', () => {
  test.each([
    ['not billable', { billable: false }],
    ['description “By the rule”', { description: 'By the rule' }],
  ])('comes back where a rule made it %s meanwhile, and is confirmed then', async (said, rule) => {
    const { visitor, html, first, second, addRule, press } = await openReview();
    await addRule('Router', rule);
    const sentence = `Changed since: ${said}. Check it, then confirm again.`;
    const answer = await pressPlainly(visitor, html, 'Confirm Router');
    expect(answer.status).toBe(400);
    // In the toast, and in its row.
    expect(visibleText(answer.text).split(sentence)).toHaveLength(3);
    expect(await press('Confirm Selected', { ids: [first, second].map(String) })).toBe(
      '1 confirmed, 1 changed since: check it, then confirm again',
    );
    await pressPlainly(visitor, answer.text, 'Confirm Router');
    expect(statusOf(first)).toBe('confirmed');
  });

  test('says its rate where another came with the same client', async () => {
    const { visitor, html, first, bringRate } = await openReview();
    await bringRate('Router');
    const answer = await pressPlainly(visitor, html, 'Confirm Router');
    expect(answer.status).toBe(400);
    expect(visibleText(answer.text)).toContain('Changed since: £75.00 an hour.');
    expect(statusOf(first)).toBe(IN_REVIEW);
  });

  test('takes what a person set meanwhile, and the rate of a client chosen in it', async () => {
    const { visitor, first, second, press } = await openReview();
    const thorn = addClient(server(), 'Thornbury');
    const body = { clientId: thorn, description: 'By phone', billable: false };
    await visitor.api('PUT', `/api/pending-worklogs/${first}`, body);
    expect(await press('Confirm Router')).toContain('Work log confirmed');
    await visitor.api('PUT', `/api/pending-worklogs/${second}`, { clientId: thorn });
    const typed = { [`${second}:client`]: 'Thornbury' };
    expect(await press('Confirm Printer', typed)).toContain('Work log confirmed');
  });
});

test('A row whose Confirm waited on a device says there why it was refused', async () => {
  const { visitor, html, first, acme, addRule } = await openReview();
  await addRule('Router', { billable: false });
  const [, shown = ''] = new RegExp(`name="${first}:shown" value="([^"]*)"`).exec(html) ?? [];
  expect(shown).toMatch(/^Acme\|Support\|1h 0m\|/);
  const answer = await visitor.post(
    '/pending-work-logs/review',
    { do: `${first}:confirm`, [`${first}:shown`]: shown },
    { 'Sec-Fetch-Site': 'same-origin', 'X-Sent-Later': '1 60000' },
  );
  expect([answer.status, answer.headers.get('X-Taken')]).toEqual([400, 'refused']);
  expect(decodeURIComponent(answer.headers.get('X-Taken-Said') ?? '')).toBe(
    'Changed since: not billable. Check it, then confirm again.',
  );
  expect([statusOf(first), pendingRow(server(), first).clientId]).toEqual([IN_REVIEW, acme]);
});

describe('Twins', () => {
  test('that had no client are not confirmed together with one that nobody saw', async () => {
    const { visitor, support, addRule } = await openReview();
    const [one = 0, other = 0] = [1, 2].map((day) =>
      addPendingLog(server(), {
        ...{ taskName: 'Backups', workTypeId: support, duration: 30 },
        completedAt: new Date(Date.UTC(2026, 2, day)),
      }),
    );
    const html = (await visitor.get(SCREEN)).text;
    await addRule('Backups', { clientId: addClient(server(), 'Thornbury') });
    const answer = await pressPlainly(visitor, html, 'Confirm all 2 of Backups');
    expect(answer.status).toBe(400);
    expect([one, other].map(statusOf)).toEqual([IN_REVIEW, IN_REVIEW]);
    await pressPlainly(visitor, answer.text, 'Confirm all 2 of Backups');
    expect([one, other].map(statusOf)).toEqual(['confirmed', 'confirmed']);
  });

  test('that differ are not confirmed where one of them changed unseen', async () => {
    const { visitor, acme, support, addRule } = await openReview();
    const [one = 0, other = 0] = [30, 45].map((duration) =>
      addPendingLog(server(), {
        ...{ taskName: 'Backups', workTypeId: support, clientId: acme, duration },
        suggestions: JSON.stringify({ duration: { reason: 'from Todoist', was: duration } }),
      }),
    );
    const html = (await visitor.get(SCREEN)).text;
    await addRule('Backups', { duration: 240 });
    const answer = await pressPlainly(visitor, html, 'Confirm all 2 of Backups');
    expect(answer.status).toBe(400);
    expect([one, other].map(statusOf)).toEqual([IN_REVIEW, IN_REVIEW]);
  });
});
