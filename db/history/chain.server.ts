import { hash } from 'node:crypto';
import type SqliteDatabase from 'better-sqlite3';
import { readErasures, untold, type Erasures } from './erasures.server.ts';

/**
 * The entries of the trail as a chain: the hash of each covers what it holds and the hash before it, so
 * that none can be changed, taken out or put in between without breaking all that follow
 * (docs/decisions/0026-trail.md).
 */

/** The parts of an entry that its hash covers, as the database holds them. */
export type Link = {
  at: number;
  userId: number | null;
  by: string;
  kind: string;
  recordId: number | null;
  action: string;
  before: string | null;
  after: string | null;
};

/** The hash of an entry that follows the entry with this hash; the first follows the empty text. */
export function hashAfter(previous: string, link: Link): string {
  const { at, userId, by, kind, recordId, action, before, after } = link;
  const text = JSON.stringify([previous, at, userId, by, kind, recordId, action, before, after]);
  return hash('sha256', text, 'base64url');
}

type Stored = Link & { id: number; hash: string | null };

const ENTRIES = `select id, at, user_id as userId, by, kind, record_id as recordId, action, before, after,
  hash from history_entries`;

type Seal = { entryId: number; hash: string };

function sealOf(sqlite: SqliteDatabase.Database, reason: 'begun' | 'dropped'): Seal | null {
  const seal = sqlite
    .prepare<[string], Seal>('select entry_id as entryId, hash from history_seals where reason = ?')
    .get(reason);
  return seal ?? null;
}

/** Gives the hash that the next entry follows. Compiled once. */
export function preparePrevious(sqlite: SqliteDatabase.Database): () => string {
  const statement = sqlite.prepare<[], string>(`select coalesce(
    (select hash from history_entries order by id desc limit 1),
    (select hash from history_seals order by entry_id desc limit 1), '')`);
  return () => statement.pluck().get() ?? '';
}

/**
 * Begins the chain where there is none yet. Entries from before it are sealed as a whole: a later
 * change of one is found, though not which it is.
 */
export function beginChain(sqlite: SqliteDatabase.Database): void {
  if (sealOf(sqlite, 'begun') !== null) return;
  sqlite
    .transaction(() => {
      let [last, previous] = [0, ''];
      for (const entry of sqlite.prepare<[], Stored>(`${ENTRIES} order by id`).iterate()) {
        last = entry.id;
        previous = hashAfter(previous, entry);
      }
      sqlite
        .prepare(`insert into history_seals (reason, entry_id, hash) values ('begun', ?, ?)`)
        .run(last, previous);
    })
    .immediate();
}

/** An entry and its hash, noted elsewhere, which the trail must still have. */
export type Noted = { id: number; hash: string };

/**
 * What a look at the whole chain found; `at` is the entry at which it is broken, or the last before, `dropped` the last
 * that was dropped for its age, or 0.
 */
export type Verdict =
  | { isWhole: true; entries: number; first: number | null; last: Noted; dropped: number }
  | { isWhole: false; at: number; why: string };

/**
 * Reads every entry and works all hashes out anew; of an entry that was emptied of a removed person, it
 * checks what is left of it, and that the history says so. Changes nothing. Calls `onEntry` with each hash.
 */
export function verifyChain(
  sqlite: SqliteDatabase.Database,
  noted: Noted | null,
  onEntry: (id: number, hash: string) => void = () => undefined,
): Verdict {
  const erasures = readErasures(sqlite);
  const told = new Set<string>();
  const dropped = sealOf(sqlite, 'dropped') ?? { entryId: 0, hash: '' };
  const begun = sealOf(sqlite, 'begun');
  if (begun === null) return broken(0, 'The chain was never begun, or its beginning is gone.');
  const last: Noted = { id: dropped.entryId, hash: dropped.hash };
  let [entries, first]: [number, number | null] = [0, null];
  let [isOpen, hasNoted] = [begun.entryId > dropped.entryId, noted === null];
  if (noted !== null && noted.id === last.id) hasNoted = noted.hash === last.hash;
  const opening = `An entry up to ${begun.entryId}, from before the chain, was changed, taken out or put in.`;
  for (const entry of sqlite.prepare<[], Stored>(`${ENTRIES} order by id`).iterate()) {
    if (entry.id <= dropped.entryId) return broken(entry.id, 'It was dropped, and is back.');
    if (isOpen && entry.id > begun.entryId) {
      if (last.hash !== begun.hash) return broken(begun.entryId, opening);
      isOpen = false;
    }
    const erased = erasures.last.get(entry.id);
    if (erased && erased.leftHash !== hashAfter('', entry)) return broken(entry.id, REWRITTEN);
    const expected = erased?.keptHash ?? hashAfter(last.hash, entry);
    if (!isOpen && entry.hash !== expected) {
      return broken(entry.id, 'It was changed or put in, or the entry before it was taken out.');
    }
    if (noted !== null && entry.id === noted.id) {
      hasNoted = noted.hash === expected;
      if (!hasNoted) return broken(entry.id, 'It is not the one whose hash was noted.');
    }
    if (entry.kind === 'history' && entry.action === 'erased') told.add(digestIn(entry));
    onEntry(entry.id, expected);
    entries += 1;
    first ??= entry.id;
    Object.assign(last, { id: entry.id, hash: expected });
  }
  if (isOpen && last.hash !== begun.hash) return broken(begun.entryId, opening);
  if (lastIdEver(sqlite) > Math.max(last.id, begun.entryId)) {
    return broken(last.id, 'Entries after it were taken out.');
  }
  const silent = untold(erasures, told, dropped.entryId);
  if (silent !== null) return broken(silent, 'Its person was taken out, and no entry says so.');
  if (!hasNoted) return broken(last.id, 'The entry whose hash was noted is not there.');
  return { isWhole: true, entries, first, last, dropped: dropped.entryId };
}

const REWRITTEN = 'Its person was taken out, and then it was changed.';

const digestIn = ({ after }: Link) =>
  String((JSON.parse(after ?? '{}') as { digest?: unknown }).digest);

const broken = (at: number, why: string): Verdict => ({ isWhole: false, at, why });

/** The highest id that an entry ever had. */
function lastIdEver(sqlite: SqliteDatabase.Database): number {
  const text = `select seq from sqlite_sequence where name = 'history_entries'`;
  return Number(sqlite.prepare(text).pluck().get() ?? 0);
}

/**
 * Drops the oldest entries from before an instant, at most so many, and keeps the hash that the next
 * one follows. Gives how many were dropped. To be run in a transaction.
 */
export function dropEntries(sqlite: SqliteDatabase.Database, before: Date, most: number): number {
  const text = `${ENTRIES} order by id limit ?`;
  const oldest = sqlite.prepare<[number], Stored>(text).all(most);
  const end = oldest.findIndex(({ at }) => at >= before.getTime());
  const dropped = end === -1 ? oldest : oldest.slice(0, end);
  const last = dropped.at(-1);
  if (last === undefined) return 0;
  const erasures = readErasures(sqlite);
  const hash = dropped.reduce(
    (previous, entry) => storedHash(entry, erasures) ?? hashAfter(previous, entry),
    sealOf(sqlite, 'dropped')?.hash ?? '',
  );
  sqlite
    .prepare(
      `insert into history_seals (reason, entry_id, hash) values ('dropped', ?, ?)
        on conflict (reason) do update set entry_id = excluded.entry_id, hash = excluded.hash`,
    )
    .run(last.id, hash);
  sqlite.prepare('delete from history_entries where id <= ?').run(last.id);
  return dropped.length;
}

/** The hash of the chain at an entry, where it need not be worked out. */
const storedHash = ({ id, hash }: Stored, { last }: Erasures) =>
  hash ?? last.get(id)?.keptHash ?? null;
