import { beforeEach, expect, test } from 'vitest';
import SqliteDatabase from 'better-sqlite3';
import { oneTimeKeys, reviewUndos, sessions, signInLinks } from '#db/schema.ts';
import { ROWS } from '#app/people/person/export-person.server.ts';
import { exportPersonCommand } from '#app/people/person/person-commands.server.ts';
import { createSignInLink } from '#app/auth/sign-in/sign-in-links.server.ts';
import { addClient, addUser, addWorkType } from '../../support/data/entries.ts';
import { runCommand } from '../../support/server/operator.ts';
import { TEST_EMAIL } from '../../support/server/test-server.ts';
import { useServer } from '../../support/server/use-server.ts';
import { idOf, visitSignedIn, type Visitor } from '../../support/server/visitor.ts';

const ROBIN = 'robin@example.com';
const server = useServer(() => ({ APPROVED_EMAILS: `${TEST_EMAIL},${ROBIN}` }));
const db = () => server().services.db;

let robin: Visitor;
let id: number;

/** What the export has about Robin. */
async function exported() {
  const { code, printed } = await runCommand(server(), exportPersonCommand, ROBIN);
  expect(code).toBe(0);
  const text = printed.join('');
  return { text, data: JSON.parse(text) as Record<string, unknown> };
}

beforeEach(async () => {
  id = addUser(server(), ROBIN, ['Robin', 'Parkhurst']);
  robin = await visitSignedIn(server(), ROBIN);
});

/** Columns that look as if they said who somebody is, and why no rows are given by them. */
const LEFT_OUT: Record<string, string> = {
  'clients.contact_person': 'is a client’s',
  'clients.email': 'is a client’s',
  'history_entries.by': 'is in the history, by user_id',
  'history_entries.user_id': 'is in the history',
  'import_rows.person_name': 'is a line of a file, which is nobody’s until it is imported',
  'passkeys.user_handle': 'is random, and known to the authenticator alone',
  'pending_work_logs.set_by_person': 'says which fields, not by whom',
  'rewrite_batches.stopped_by': 'is a reason',
  'users.email': 'is the user’s, who is given by number',
};

test('Every column that says who somebody is belongs to the export, or is left out for a reason', () => {
  const sqlite = new SqliteDatabase(process.env.EMPTY_DATABASE ?? '', { readonly: true });
  sqlite.function('regexp', (pattern: string, text: string) =>
    Number(new RegExp(pattern).test(text)),
  );
  const columns = sqlite
    .prepare(
      `select t.name || '.' || c.name from pragma_table_list t, pragma_table_info(t.name) c
       where t.schema = 'main' and t.type = 'table' and (
         c.name regexp '(^|_)(user|person|people|email|by|owner|author)(_|$)'
         or exists (select 1 from pragma_foreign_key_list(t.name) f
           where f."table" = 'users' and f."from" = c.name))
       order by 1`,
    )
    .pluck();
  const all = columns.all() as string[];
  sqlite.close();
  const given = Object.values(ROWS).flatMap(({ from, by }) => [`${from}.${by}`]);
  expect(all.length).toBeGreaterThan(20);
  expect(all.filter((name) => !given.includes(name) && !(name in LEFT_OUT))).toEqual([]);
  expect(Object.keys(LEFT_OUT).filter((name) => !all.includes(name))).toEqual([]);
});

test('What is kept for a while is part of it, without what is secret', async () => {
  const work = {
    clientId: addClient(server(), 'Harbour Dental'),
    workTypeId: addWorkType(server(), 'Support'),
    duration: 60,
    description: 'Switch replaced',
  };
  const key = { 'Idempotency-Key': 'planted-one-time-key' };
  await robin.api('POST', '/api/work-logs', work, key);
  const log = idOf(await robin.api('POST', '/api/work-logs', { ...work, description: 'A slip' }));
  expect((await robin.api('DELETE', `/api/work-logs/${log}`)).status).toBe(204);
  const alex = await visitSignedIn(server());
  await alex.api('DELETE', '/api/approved-emails/robin@example.com');
  await alex.api('POST', '/api/approved-emails', { email: ROBIN }, { 'Idempotency-Key': 'other' });
  const token = createSignInLink(server().services, ROBIN).split('token=')[1] ?? '';
  const doneAt = new Date('2026-06-26T11:00:00Z');
  db().insert(reviewUndos).values({ userId: id, contents: '{"entries":[{"id":7}]}', doneAt }).run();
  db().$client.exec(`
    insert into imports (id, user_id, file_name, stored_as, status, choices, started_at)
      values (1, null, 'hours.csv', 'x', 'waiting', '{"names":{"person:Bobby P.":${id},"client:Acme":${id}}}', 0);
    insert into import_names (import_id, kind, name, record_id)
      values (1, 'person', 'Parkhurst, R.', ${id}), (1, 'client', 'Quay Books', ${id})`);

  const { text, data } = await exported();
  expect(data).toMatchObject({
    approvedEmails: [{ email: ROBIN }],
    signInLinks: [{ email: ROBIN }],
    answers: [{ answer: { data: { description: 'Switch replaced' } } }],
    answersToOthers: [{ answer: { data: { email: ROBIN } } }],
    deletedWorkLogs: [{ work_log_id: log, contents: { log: { description: 'A slip' } } }],
    reviewUndos: [
      { done_at: doneAt.toISOString(), undone_at: null, contents: { entries: [{ id: 7 }] } },
    ],
    namesInFiles: [{ import_id: 1, name: 'Parkhurst, R.' }],
    chosenForNames: [{ import_id: 1, name: 'Bobby P.' }],
  });
  expect(data.totals).toContainEqual(
    expect.objectContaining({ person_id: id, unit: 'day', logs: 1, total_pence: 6_000 }),
  );
  const secrets = [
    token,
    ...db()
      .select()
      .from(signInLinks)
      .all()
      .map(({ tokenHash }) => tokenHash),
    ...db()
      .select()
      .from(sessions)
      .all()
      .map(({ idHash }) => idHash),
    ...db()
      .select()
      .from(oneTimeKeys)
      .all()
      .flatMap((row) => [row.key, row.fingerprint]),
  ];
  expect(secrets.length).toBeGreaterThan(6);
  for (const secret of secrets) expect(text).not.toContain(secret);
});

test('The items of their hardware are part of it, and a form’s answer does not say from which session it came', async () => {
  const clientId = addClient(server(), 'Harbour Dental');
  const types = await robin.api('POST', '/api/work-types', {
    name: 'Hardware',
    hourlyRate: 0,
    isHardware: true,
  });
  const hardwareItems = [{ itemName: 'Switch', quantity: 1, unitPrice: 10, vatIncluded: false }];
  await robin.api('POST', '/api/work-logs', { clientId, workTypeId: idOf(types), hardwareItems });
  const from = 'A'.repeat(43);
  const answer = JSON.stringify({ id: 3, from });
  db()
    .insert(oneTimeKeys)
    .values({ userId: id, key: 'k', fingerprint: 'f', answer, createdAt: new Date(0) })
    .run();
  const { text, data } = await exported();
  expect(data).toMatchObject({ hardwareItems: [{ item_name: 'Switch' }] });
  expect(data.answers).toEqual([{ created_at: '1970-01-01T00:00:00.000Z', answer: { id: 3 } }]);
  expect(text).not.toContain(from);
});
