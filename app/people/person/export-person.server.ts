import type { Database } from '#db/connection.server.ts';
import type { KnownPerson } from './find-person.server.ts';

type Rows = {
  from: string;
  /** What of them is given: all but what is secret, and what is only for the product. */
  columns: string;
  /** The column, or SQL, that says whose a row is: by a number, or by an email. */
  by: string;
  is?: 'email';
};

/** Where what is kept about a person stands, by its name in the export; the history comes besides. */
export const ROWS: Readonly<Record<string, Rows>> = {
  user: { from: 'users', columns: '*', by: 'id' },
  profileImages: { from: 'profile_images', columns: 'type, bytes', by: 'user_id' },
  approvedEmails: {
    from: 'approved_emails',
    columns: 'email, created_at',
    by: 'email',
    is: 'email',
  },
  sessions: {
    from: 'sessions',
    columns: 'device, address, created_at, last_seen_at, expires_at',
    by: 'user_id',
  },
  signInLinks: { from: 'sign_in_links', columns: 'email, expires_at', by: 'email', is: 'email' },
  passkeys: { from: 'passkeys', columns: 'name, created_at, last_used_at', by: 'user_id' },
  tokens: {
    from: 'api_tokens',
    columns: 'name, scopes, created_at, last_used_at, expires_at, ended_at, writes_back_days',
    by: 'user_id',
  },
  calendars: { from: 'calendars', columns: 'created_at', by: 'user_id' },
  timers: { from: 'timers', columns: '*', by: 'user_id' },
  workLogs: { from: 'work_logs', columns: '*', by: 'created_by' },
  hardwareItems: {
    from: 'hardware_items',
    columns: '*',
    by: '(select created_by from work_logs where work_logs.id = work_log_id)',
  },
  deletedWorkLogs: {
    from: 'deleted_work_logs',
    columns: 'work_log_id, deleted_at, contents',
    by: "contents ->> '$.log.created_by'",
  },
  changedWorkLogs: { from: 'changed_work_logs', columns: 'done_at, contents', by: 'user_id' },
  totals: { from: 'person_totals', columns: '*', by: 'person_id' },
  answers: { from: 'one_time_keys', columns: 'created_at, answer', by: 'user_id' },
  reviewUndos: { from: 'review_undos', columns: 'done_at, undone_at, contents', by: 'user_id' },
  imports: {
    from: 'imports',
    columns: 'id, file_name, status, started_at, finished_at',
    by: 'user_id',
  },
  namesInFiles: {
    from: 'import_names',
    columns: 'import_id, name',
    by: "iif(kind = 'person', record_id, null)",
  },
  chosenForNames: {
    from: "imports, json_each(imports.choices, '$.names') chosen",
    columns: 'imports.id as import_id, substr(chosen.key, 8) as name',
    by: "iif(chosen.key like 'person:%', chosen.value, null)",
  },
  todoistImports: {
    from: 'todoist_imports',
    columns: 'id, since, until, status, started_at, finished_at',
    by: 'user_id',
  },
  invoiceRuns: {
    from: 'invoice_runs',
    columns: 'id, status, started_at, finished_at',
    by: 'user_id',
  },
  invoicesTakenBack: {
    from: 'invoice_take_backs',
    columns: 'invoice_id, sent_at, message',
    by: 'user_id',
  },
  rewriteBatches: {
    from: 'rewrite_batches',
    columns: 'id, subject, status, started_at',
    by: 'user_id',
  },
};

const EMAILS = '(select value from json_each($emails))';
const HISTORY = `select id, at, user_id, by, kind, record_id, action, before, after from history_entries
  where user_id in (select value from json_each($ids))
    or (kind = 'user' and record_id in (select value from json_each($ids)))
    or (kind in ('approved-email', 'sign-in') and (
      before ->> 'email' in ${EMAILS} or after ->> 'email' in ${EMAILS}))
  order by id`;

type Row = Record<string, unknown>;

/** All that is kept about a person, of one moment, without what is secret; instants in ISO, UTC. */
export function exportPerson(db: Database, person: KnownPerson): Record<string, unknown> {
  const { ids, email, emails } = person;
  const { $client } = db;
  const lists = { ids: JSON.stringify(ids), emails: JSON.stringify(emails) };
  const rowsOf = ({ from, columns, by, is }: Rows) => {
    const text = `select ${columns} from ${from} where ${by} in (select value from json_each(?))`;
    return $client.prepare<unknown[], Row>(text).all(is === 'email' ? lists.emails : lists.ids);
  };
  const read = () => ({
    email,
    emails,
    isApproved:
      rowsOf({ from: 'approved_emails', columns: '1', by: 'email', is: 'email' }).length > 0,
    ...Object.fromEntries(
      Object.entries(ROWS).map(([name, rows]) => [name, rowsOf(rows).map(readable)]),
    ),
    answersToOthers: answersNaming(db, person)
      .filter(({ userId }) => !ids.includes(userId))
      .map(({ createdAt, answer }) => readable({ created_at: createdAt, answer })),
    history: $client.prepare<unknown[], Row>(HISTORY).all(lists).map(readable),
  });
  return $client.transaction(read)();
}

const INSTANTS = new Set(['at', 'date', 'since', 'until']);
const JSON_COLUMNS = new Set(['before', 'after', 'contents', 'answer']);

function readable(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, readableValue(name, value)]),
  );
}

function readableValue(name: string, value: unknown): unknown {
  if (JSON_COLUMNS.has(name) && typeof value === 'string') return withoutBrowser(JSON.parse(value));
  if (Buffer.isBuffer(value)) return value.toString('base64');
  const isInstant = INSTANTS.has(name) || name.endsWith('_at');
  return isInstant && typeof value === 'number' ? new Date(value).toISOString() : value;
}

/** An answer without the hash of the session that it was asked from (`browserOf` in http/once). */
function withoutBrowser(contents: unknown): unknown {
  if (typeof contents !== 'object' || contents === null || Array.isArray(contents)) return contents;
  const { from, ...rest } = contents as Row;
  return typeof from === 'string' && /^[\w-]{43}$/.test(from) ? rest : contents;
}

/** A kept answer to a form or a call: the number of its row, who was answered, and its JSON. */
type KeptAnswer = { id: number; userId: number; createdAt: number; answer: string };

const ANSWERS = `select rowid as id, user_id as userId, created_at as createdAt, answer from one_time_keys`;
const LOGGED_BY = `${ANSWERS} where answer like '%"loggedById":%' and exists (
  select 1 from json_tree(answer) part
  where part.key = 'loggedById' and part.value in (select value from json_each(?)))`;

/** The kept answers that say who somebody is: by an email of theirs, or as who logged some work. */
export function answersNaming({ $client }: Database, person: KnownPerson): KeptAnswer[] {
  const { ids, emails } = person;
  const withEmail = $client.prepare<[string], KeptAnswer>(
    `${ANSWERS} where instr(lower(answer), ?)`,
  );
  const found = [
    ...$client.prepare<[string], KeptAnswer>(LOGGED_BY).all(JSON.stringify(ids)),
    ...emails.flatMap((email) =>
      withEmail.all(email).filter(({ answer }) => isNamed(answer, email)),
    ),
  ];
  return [...new Map(found.map((answer) => [answer.id, answer])).values()];
}

/** Whether a text has an email; a longer one that it is a part of, as `joann@…`, is somebody else's. */
function isNamed(text: string, email: string): boolean {
  const pattern = String.raw`(?<![\w.%+-])${email.replace(/\W/g, '\\$&')}(?![\w-]|\.\w)`;
  return new RegExp(pattern, 'i').test(text);
}
