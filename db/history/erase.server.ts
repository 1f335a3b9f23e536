import type SqliteDatabase from 'better-sqlite3';
import { REMOVED } from './acting.server.ts';
import { hashAfter, verifyChain, type Link } from './chain.server.ts';
import { digestOf, type Erasure } from './erasures.server.ts';
import { recordAct } from './record-changes.server.ts';

/** Whom entries are about: the ids that a person had, and their emails in lower case. */
export type Erased = { ids: number[]; emails: string[] };

/** The fields that say who somebody is, by the kind of entry that has them. */
const FIELDS: Record<string, string[]> = {
  user: ['email', 'issuer', 'subject', 'firstName', 'lastName', 'profileImageUrl'],
  'approved-email': ['email'],
  'sign-in': ['email', 'device', 'address', 'name'],
};

type Stored = Link & { id: number; hash: string | null };

const CANDIDATES = `select id, at, user_id as userId, by, kind, record_id as recordId, action, before, after, hash
  from history_entries
  where user_id in (select value from json_each(?)) or kind in ('user', 'approved-email', 'sign-in')
  order by id`;

/**
 * Takes out of the history who a person was, and adds an entry that says so: what happened, when, and by
 * which number stays, and the chain goes on over it. Gives how many entries were changed. Throws when
 * the chain is broken already, since that could not be seen any more. To be run in `write`.
 */
export function eraseFromHistory(sqlite: SqliteDatabase.Database, erased: Erased): number {
  const hashes = new Map<number, string>();
  const verdict = verifyChain(sqlite, null, (id, its) => hashes.set(id, its));
  if (!verdict.isWhole) throw new Error(`The history is broken at entry ${verdict.at}.`);
  const changed = sqlite
    .prepare<[string], Stored>(CANDIDATES)
    .all(JSON.stringify(erased.ids))
    .flatMap((entry) => {
      const left = withoutPerson(entry, erased);
      return left === null ? [] : [{ entry, left }];
    });
  if (changed.length === 0) return 0;

  const last = 'select coalesce(max(batch), 0) from history_erasures';
  const batch = Number(sqlite.prepare(last).pluck().get()) + 1;
  const open = sqlite.prepare(
    `insert into history_erasures (entry_id, batch, kept_hash, left_hash) values (?, ?, ?, '')`,
  );
  const change = sqlite.prepare(
    'update history_entries set by = ?, before = ?, after = ? where id = ?',
  );
  const close = sqlite.prepare(
    'update history_erasures set left_hash = ? where entry_id = ? and batch = ?',
  );
  const erasures = changed.map(({ entry, left }): Erasure => {
    const keptHash = hashes.get(entry.id) ?? '';
    const leftHash = hashAfter('', left);
    open.run(entry.id, batch, keptHash);
    change.run(left.by, left.before, left.after, entry.id);
    close.run(leftHash, entry.id, batch);
    return { entryId: entry.id, batch, keptHash, leftHash };
  });
  const after = { entries: changed.length, batch, digest: digestOf(erasures) };
  recordAct(sqlite, { kind: 'history', action: 'erased', after });
  return changed.length;
}

/** An entry without who the person was; null where it does not say. */
function withoutPerson(entry: Stored, { ids, emails }: Erased): Link | null {
  const isTheirs = entry.userId !== null && ids.includes(entry.userId);
  const isAbout = isTheirs || isOf(entry, { ids, emails });
  const names = isAbout ? (FIELDS[entry.kind] ?? []) : [];
  // An act of the removed person on somebody else's record holds the other's details, which stay.
  const fields = entry.kind === 'sign-in' || isOf(entry, { ids, emails }) ? names : [];
  const left: Link = {
    ...entry,
    by: isTheirs ? REMOVED : entry.by,
    before: without(entry.before, fields),
    after: without(entry.after, fields),
  };
  const isSame = left.by === entry.by && left.before === entry.before && left.after === entry.after;
  return isSame ? null : left;
}

function isOf({ kind, recordId, before, after }: Stored, { ids, emails }: Erased): boolean {
  if (kind === 'user') return recordId !== null && ids.includes(recordId);
  const named = [before, after].flatMap((json) => (json === null ? [] : [read(json).email]));
  return named.some((email) => typeof email === 'string' && emails.includes(email));
}

const read = (json: string) => JSON.parse(json) as Record<string, unknown>;

/** The JSON with these fields set to null, where they were not. */
function without(json: string | null, fields: string[]): string | null {
  if (json === null || fields.length === 0) return json;
  const contents = read(json);
  for (const name of fields) if (contents[name] != null) contents[name] = null;
  return JSON.stringify(contents);
}
