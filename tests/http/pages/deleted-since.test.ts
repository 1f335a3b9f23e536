import { expect, test } from 'vitest';
import { rules, workLogs, workTypes } from '#db/schema.ts';
import { addClient, addWorkType } from '#tests/support/data/entries.ts';
import { controlOf, visibleText } from '#tests/support/html.ts';
import { plainFormsOf } from '#tests/support/plain-forms.ts';
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
    { duration: '60', description: 'Mailbox' },
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
    expect(visibleText(asked.text)).toContain('was saved once already, and was deleted since');
    expect(ids()).toEqual([]);
    const oneTimeKey = controlOf(asked.text, 'oneTimeKey').value ?? '';
    for (let time = 0; time < 2; time += 1) {
      expect((await send(oneTimeKey)).status).toBe(303);
      expect(ids()).toHaveLength(1);
    }
  },
);
