import { write, type Database } from '#db/connection.server.ts';
import { actingAs } from '#db/history/acting.server.ts';
import { eraseFromHistory } from '#db/history/erase.server.ts';
import type { KnownPerson } from './find-person.server.ts';

/** The rows of a person in each table, without what is secret. The name of the column says whose a row is. */
const ROWS: Record<string, { columns: string; from: string; by: string }> = {
  user: { columns: '*', from: 'users', by: 'id' },
  sessions: {
    columns: 'device, address, created_at, last_seen_at, expires_at',
    from: 'sessions',
    by: 'user_id',
  },
  passkeys: { columns: 'name, created_at, last_used_at', from: 'passkeys', by: 'user_id' },
  timers: { columns: '*', from: 'timers', by: 'user_id' },
  workLogs: { columns: '*', from: 'work_logs', by: 'created_by' },
  imports: {
    columns: 'id, file_name, status, started_at, finished_at',
    from: 'imports',
    by: 'user_id',
  },
  todoistImports: {
    columns: 'id, status, started_at, finished_at',
    from: 'todoist_imports',
    by: 'user_id',
  },
  invoiceRuns: { columns: 'id, status', from: 'invoice_runs', by: 'user_id' },
  rewriteBatches: { columns: 'id, subject', from: 'rewrite_batches', by: 'user_id' },
};

const HISTORY = `select id, at, user_id, by, kind, record_id, action, before, after from history_entries
  where user_id in (select value from json_each($ids))
    or (kind = 'user' and record_id in (select value from json_each($ids)))
    or (kind in ('approved-email', 'sign-in') and (
      before ->> 'email' in (select value from json_each($emails)) or after ->> 'email' in (select value from json_each($emails))))
  order by id`;

type Row = Record<string, unknown>;

/** All that is kept about a person; instants in ISO, UTC. */
export function exportPerson(
  db: Database,
  { ids, email, emails }: KnownPerson,
): Record<string, unknown> {
  const { $client } = db;
  const list = JSON.stringify(ids);
  const isApproved = $client.prepare('select 1 from approved_emails where email = ?');
  const read = () => ({
    email,
    emails,
    isApproved: emails.some((one) => isApproved.get(one) !== undefined),
    ...Object.fromEntries(
      Object.entries(ROWS).map(([name, { columns, from, by }]) => {
        const text = `select ${columns} from ${from} where ${by} in (select value from json_each(?))`;
        return [name, $client.prepare<unknown[], Row>(text).all(list).map(readable)];
      }),
    ),
    history: $client
      .prepare<unknown[], Row>(HISTORY)
      .all({ ids: list, emails: JSON.stringify(emails) })
      .map(({ before, after, ...row }) => ({
        ...readable(row),
        before: parse(before),
        after: parse(after),
      })),
  });
  return $client.transaction(read)();
}

const parse = (json: unknown): unknown => (typeof json === 'string' ? JSON.parse(json) : null);

const isInstant = (name: string) => name === 'at' || name.endsWith('_at') || name === 'date';

const readable = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      isInstant(name) && typeof value === 'number' ? new Date(value).toISOString() : value,
    ]),
  );

/**
 * Removes a person: off the approved list, the user with all that is theirs alone, and who they were out of
 * the history. What they logged stays. Safe to repeat, also after a crash half-way. Gives how many
 * entries of the history were emptied, and whether the file was swept of bytes that are in no use. Throws
 * when the history is broken already.
 */
export function removePerson(
  db: Database,
  person: KnownPerson,
): { erased: number; isSwept: boolean } {
  const { $client } = db;
  const { ids, emails } = person;
  const erased = actingAs({ userId: null, name: 'the operator' }, () => {
    write(db, () => {
      const list = JSON.stringify(ids);
      for (const email of emails) {
        $client.prepare('delete from approved_emails where email = ?').run(email);
        $client.prepare('delete from sign_in_links where email = ?').run(email);
        forgetAnswersWith(db, email);
      }
      $client.prepare('delete from users where id in (select value from json_each(?))').run(list);
    });
    // Its own transaction, since the deletions get their entries at the end of theirs.
    return write(db, () => eraseFromHistory($client, person));
  });
  return { erased, isSwept: sweep(db) };
}

/** Forgets the kept answers that name an email; a longer one that it is a part of, as `joann@…`, is somebody else's. */
function forgetAnswersWith({ $client }: Database, email: string): void {
  const named = new RegExp(
    String.raw`(?<![\w.%+-])${email.replace(/\W/g, '\\$&')}(?![\w-]|\.\w)`,
    'i',
  );
  const answers = $client.prepare<unknown[], { id: number; answer: string }>(
    'select rowid as id, answer from one_time_keys where instr(lower(answer), ?)',
  );
  const forget = $client.prepare('delete from one_time_keys where rowid = ?');
  for (const { id, answer } of answers.all(email)) if (named.test(answer)) forget.run(id);
}

/** Writes the file anew: what was deleted, now or before, is in its unused bytes. */
function sweep({ $client }: Database): boolean {
  try {
    $client.exec('vacuum');
    const [state] = $client.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
    return state?.busy === 0;
  } catch {
    return false;
  }
}
