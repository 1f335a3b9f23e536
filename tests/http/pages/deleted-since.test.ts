import { describe, expect, test } from 'vitest';
import { clients, rules, workLogs, workTypes } from '#db/schema.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { controlOf, toastOf, visibleText } from '#tests/support/html.ts';
import { plainFormsOf, pressPlainly } from '#tests/support/plain-forms.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn } from '#tests/support/server/visitor.ts';

const server = useServer();

const FORMS: [
  what: string,
  form: { path: string; table: typeof workLogs | typeof workTypes | typeof rules; remove: string },
  fields: Record<string, string>,
][] = [
  [
    'a log',
    { path: '/work-logs/new', table: workLogs, remove: '/api/work-logs' },
    { duration: '1', description: 'Mailbox', billable: 'on' },
  ],
  [
    'a quick log',
    { path: '/work-logs/quick-log', table: workLogs, remove: '/api/work-logs' },
    { duration: '1', description: 'Mailbox' },
  ],
  [
    'a work type',
    { path: '/settings/work-types/new', table: workTypes, remove: '/api/work-types' },
    { name: 'Diving', hourlyRate: '60.00' },
  ],
  [
    'a rule',
    { path: '/settings/rules/new', table: rules, remove: '/api/rules' },
    { words: 'router', duration: '1' },
  ],
];

test.each(FORMS)(
  'The form of %s that was saved, deleted since and sent again, as after Back, asks whether to save it anew',
  async (_, { path, table, remove }, fields) => {
    const visitor = await visitSignedIn(server());
    const clientId = String(addClient(server(), 'Acme'));
    const workTypeId = String(addWorkType(server(), 'Support'));
    const ids = () => {
      const rows = server().services.db.select().from(table).all();
      return rows.map(({ id }) => id).filter((id) => table !== workTypes || id > 1);
    };
    const form = plainFormsOf((await visitor.get(path)).text).find(({ action }) =>
      action.startsWith(`${path}?`),
    );
    const sent = { ...Object.fromEntries(form?.fields ?? []), clientId, workTypeId, ...fields };
    const send = (oneTimeKey?: string) =>
      visitor.post(path, oneTimeKey ? { ...sent, oneTimeKey } : sent);

    expect((await send()).status).toBe(303);
    const [made] = ids();
    // While it is there, the form gets the same answer.
    expect((await send()).status).toBe(303);
    expect(ids()).toEqual([made]);

    expect((await visitor.api('DELETE', `${remove}/${made}`)).status).toBeLessThan(300);
    const asked = await send();
    expect(asked.status).toBe(409);
    expect(visibleText(asked.text)).toContain('Already saved and then deleted');
    expect(ids()).toEqual([]);
    const oneTimeKey = controlOf(asked.text, 'oneTimeKey').value ?? '';
    for (let time = 0; time < 2; time += 1) {
      expect((await send(oneTimeKey)).status).toBe(303);
      expect(ids()).toHaveLength(1);
    }
  },
);

test.each([
  ['A log', '/work-logs/1/delete', 'Delete', '/work-logs/1/restore'],
  ['A work type', '/settings/work-types/1/delete', 'Delete', '/settings/work-types/1/restore'],
  ['A client', '/clients/1/deactivate', 'Remove', '/clients/1/reactivate'],
])(
  '%s that was brought back since is not said to be deleted again by the same page, as after Back',
  async (_, path, button, back) => {
    const visitor = await visitSignedIn(server());
    const clientId = addClient(server(), 'Acme');
    addLog(server(), { clientId, workTypeId: addWorkType(server(), 'Support') });
    const page = (await visitor.get(path)).text;
    const press = async (html: string) => {
      const { location } = await pressPlainly(visitor, html, button);
      return toastOf((await visitor.get(location ?? '')).text) ?? '';
    };
    const state = () => {
      const { db } = server().services;
      return [workLogs, workTypes, clients].map((table) => db.select().from(table).all());
    };
    expect(await press(page)).toContain(' successfully');
    // A second press before anything was brought back has the same answer.
    expect(await press(page)).toContain(' successfully');
    expect((await visitor.post(back)).status).toBe(303);
    await visitor.get('/');
    const brought = state();
    expect(await press(page)).toContain('then undone. No changes were made');
    expect(state()).toEqual(brought);
    expect(await press((await visitor.get(path)).text)).toContain(' successfully');
    expect(state()).not.toEqual(brought);
  },
);

describe('A button that is pressed again on the same page, as after Back, asks where nothing of what it did is left:', () => {
  const openQuickLog = async () => {
    const visitor = await visitSignedIn(server());
    const clientId = addClient(server(), 'Acme');
    addLog(server(), { clientId, workTypeId: addWorkType(server(), 'Support') });
    const { text } = await visitor.get('/work-logs/quick-log');
    const press = async (page: string, button: string) => {
      const { location } = await pressPlainly(visitor, page, button);
      const next = (await visitor.get(location ?? '')).text;
      return { next, toast: toastOf(next) ?? '' };
    };
    const count = () => server().services.db.select().from(workLogs).all().length;
    const isRunning = async () =>
      ((await visitor.api('GET', '/api/timer')).json() as { running: boolean }).running;
    return { visitor, text, press, count, isRunning };
  };

  test('Repeat, after Undo', async () => {
    const { visitor, text, press, count } = await openQuickLog();
    const repeat = 'Repeat 1h 0m for Acme, Support';
    expect((await press(text, repeat)).toast).toContain('Work logged successfully');
    expect((await press(text, repeat)).toast).toContain('Work logged successfully');
    expect(count()).toBe(2);
    await visitor.api('DELETE', '/api/work-logs/2');
    const asked = await press(text, repeat);
    expect(asked.toast).toContain('Already saved and then deleted');
    expect(count()).toBe(1);
  });

  test.each(['Start timer', 'Start timer for 1h 0m for Acme, Support'])(
    '%s, after the timer has ended',
    async (button) => {
      const { visitor, text, press, isRunning } = await openQuickLog();
      expect((await press(text, button)).toast).toContain('Timer started');
      expect((await press(text, button)).toast).toContain('Timer started');
      await visitor.api('POST', '/api/timer/discard', {});
      expect((await press(text, button)).toast).toContain('has ended. Press again');
      expect(await isRunning()).toBe(false);
      const anew = (await visitor.get('/work-logs/quick-log')).text;
      expect((await press(anew, button)).toast).toContain('Timer started');
      expect(await isRunning()).toBe(true);
    },
  );

  test('Log, for a line', async () => {
    const { visitor, count } = await openQuickLog();
    const page = (await visitor.get('/work-logs/line')).text;
    const log = (html: string) => pressPlainly(visitor, html, 'Log', { line: '1h acme support' });
    expect((await log(page)).status).toBe(303);
    await visitor.api('DELETE', '/api/work-logs/2');
    const asked = await log(page);
    expect(asked.status).toBe(409);
    expect(count()).toBe(1);
    expect((await log(asked.text)).status).toBe(303);
    expect(count()).toBe(2);
  });
});
