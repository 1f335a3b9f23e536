import type SqliteDatabase from 'better-sqlite3';
import { beginChain, hashAfter, preparePrevious, type Link } from './chain.server.ts';
import { OUTSIDE, presentActor, REMOVED, type Actor } from './acting.server.ts';
import { RECORD_KINDS, type Change, type Contents } from './records.ts';
import { isClosed } from './settings-records.ts';
import { viewOf } from './triggers.server.ts';

/** A record that the transaction touched, as it was before. */
type Touched = { id: number; record: string; before: string | null; at: number };

/** Who is told of changes, and of which kinds of records. */
type Follower = { kinds: ReadonlySet<string>; tell: (changes: Change[]) => void };

/** The statements of the trail, compiled once for a database. */
type Statements = {
  /** What was touched after an id, some at a time: an import touches many. */
  touched: SqliteDatabase.Statement<[number], Touched>;
  forget: SqliteDatabase.Statement<[]>;
  isKnown: SqliteDatabase.Statement<[string, number]>;
  isUser: SqliteDatabase.Statement<[number]>;
  add: SqliteDatabase.Statement;
  previous: () => string;
  settings: SqliteDatabase.Statement<[string], { json: string }>;
  kinds: Map<
    string,
    { now: SqliteDatabase.Statement<[number], { json: string }>; derived: Set<string> }
  >;
};

type Trail = { statements: Statements; clock: () => Date; follower: Follower | null };

const trails = new WeakMap<SqliteDatabase.Database, Trail>();

/** Keeps the trail of this connection from now on; its triggers are there. */
export function keepTrail(sqlite: SqliteDatabase.Database): void {
  const kinds = RECORD_KINDS.map(({ kind, derived }) => {
    const now = sqlite.prepare<[number], { json: string }>(
      `select json from ${viewOf(kind)} where id = ?`,
    );
    return [kind, { now, derived: new Set(derived) }] as const;
  });
  const statements = {
    touched: sqlite.prepare<[number], Touched>(
      `select id, record, before, at from history_touched where id > ? order by id limit ${STEP}`,
    ),
    forget: sqlite.prepare<[]>('delete from history_touched'),
    isKnown: sqlite.prepare<[string, number]>(
      'select 1 from history_entries where kind = ? and record_id = ? limit 1',
    ),
    isUser: sqlite.prepare<[number]>('select 1 from users where id = ?'),
    add: sqlite.prepare(`insert into history_entries
      (at, user_id, by, kind, record_id, action, before, after, hash)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?)`),
    previous: preparePrevious(sqlite),
    settings: sqlite.prepare<[string], { json: string }>(
      `select json from ${viewOf('settings')} where record = ?`,
    ),
    kinds: new Map(kinds),
  };
  beginChain(sqlite);
  trails.set(sqlite, { statements, clock: () => new Date(), follower: null });
}

/** From now on, entries have the time of this clock instead of the machine's. */
export function keepTrailBy(sqlite: SqliteDatabase.Database, clock: () => Date): void {
  const trail = trails.get(sqlite);
  if (trail) trail.clock = clock;
}

/**
 * Has what depends on these kinds of records told of every change of theirs: in its transaction, when all of it
 * is done. What is changed for it enters the trail with the change.
 */
export function followChanges(sqlite: SqliteDatabase.Database, follower: Follower): void {
  const trail = trails.get(sqlite);
  if (trail) trail.follower = follower;
}

/**
 * Runs what writes, in the caller's transaction, and adds an entry for each record that it changed.
 * What was touched before by something else than the product gets its entries first.
 */
export function withTrail<Result>(sqlite: SqliteDatabase.Database, run: () => Result): Result {
  const trail = trails.get(sqlite);
  if (trail === undefined) return run();
  recordChanges(trail, OUTSIDE);
  const result = run();
  checkChanges(trail);
  tellFollower(trail);
  recordChanges(trail, null);
  return result;
}

/** Has what limits who acts at present look at each change. */
function checkChanges({ statements }: Trail): void {
  const { check } = presentActor();
  if (check === undefined) return;
  for (const one of touchedOf(statements)) {
    const change = changeOf(statements, one);
    if (change !== null) check(change);
  }
}

/** Tells whoever follows what became of the records that were touched. */
function tellFollower({ statements, follower }: Trail): void {
  if (follower === null) return;
  const changes: Change[] = [];
  for (const one of touchedOf(statements)) {
    const change = follower.kinds.has(kindOf(one.record)) ? changeOf(statements, one) : null;
    if (change !== null) changes.push(change);
  }
  if (changes.length > 0) follower.tell(changes);
}

/** The records that were touched, in their order, so many at once. */
function* touchedOf({ touched }: Statements): Iterable<Touched> {
  let some = touched.all(0);
  while (some.length > 0) {
    yield* some;
    const last = some.at(-1);
    some = last === undefined || some.length < STEP ? [] : touched.all(last.id);
  }
}

/** What was done that changes no record, such as a sign-in; `after` says more about it. */
export type Act = { kind: string; action: string; after: Contents };

/** Adds an entry for an act, by whoever acts at present. Part of the caller's transaction. */
export function recordAct(sqlite: SqliteDatabase.Database, { kind, action, after }: Act): void {
  const trail = trails.get(sqlite);
  if (trail === undefined) return;
  const { userId, name } = actorOf(trail.statements);
  addEntry(trail.statements, {
    at: trail.clock().getTime(),
    userId,
    by: name,
    ...{ kind, recordId: null, action, before: null, after: JSON.stringify(after) },
  });
}

/**
 * Who acts at present, as the database knows them now: work goes on after the request that asked for it, and
 * must not name again who was removed meanwhile.
 */
function actorOf({ isUser }: Statements): Actor {
  const actor = presentActor();
  const isGone = actor.userId !== null && isUser.get(actor.userId) === undefined;
  return isGone ? { ...actor, name: REMOVED } : actor;
}

function addEntry({ add, previous }: Statements, link: Link): void {
  const { at, userId, by, kind, recordId, action, before, after } = link;
  const hash = hashAfter(previous(), link);
  add.run(at, userId, by, kind, recordId, action, before, after, hash);
}

/** Adds the entries of what was touched; `actor` null: by whoever acts at present, and now. */
function recordChanges({ statements, clock }: Trail, actor: Actor | null): void {
  let touched = statements.touched.all(0);
  if (touched.length === 0) return;
  const { userId, name } = actor ?? actorOf(statements);
  const now = actor === null ? clock().getTime() : null;
  const add = (change: Change | null, touchedAt: number) => {
    if (change === null) return;
    const { kind, id, before, after } = change;
    const action = actionOf(statements, change);
    const contents = { before: before && JSON.stringify(before), after };
    const at = now ?? touchedAt;
    addEntry(statements, { at, userId, by: name, kind, recordId: id, action, ...contents });
  };
  const settings: Touched[] = [];
  let last = touched.at(-1);
  while (last !== undefined) {
    for (const one of touched) {
      if (kindOf(one.record) === 'settings') settings.push(one);
      else add(changeOf(statements, one), last.at);
    }
    touched = touched.length < STEP ? [] : statements.touched.all(last.id);
    last = touched.at(-1);
  }
  const [setting] = settings;
  if (setting !== undefined) add(changeOfSettings(statements, settings), setting.at);
  statements.forget.run();
}

/** How many records are gone through at once. */
const STEP = 500;

function actionOf({ isKnown }: Statements, { kind, id, before, after }: Change): string {
  if (after === null) return 'deleted';
  if (before !== null) return 'changed';
  return id !== null && isKnown.get(kind, id) ? 'restored' : 'created';
}

const kindOf = (record: string) => record.slice(0, record.indexOf(':'));

/** What became of a record; null when it is as it was. */
function changeOf({ kinds }: Statements, { record, before }: Touched): Change | null {
  const kind = kindOf(record);
  const known = kinds.get(kind);
  if (known === undefined) return null;
  const id = Number(record.slice(kind.length + 1));
  const after = known.now.get(id)?.json ?? null;
  if (before === after) return null;
  const was = before === null ? null : read(before);
  if (was === null || after === null) return { kind, id, before: was, after };
  const changed = changedFields(was, read(after));
  if (Object.keys(changed).every((name) => known.derived.has(name))) return null;
  return { kind, id, before: changed, after };
}

/** The settings that a transaction changed are one entry, with only these. */
function changeOfSettings(statements: Statements, touched: Touched[]): Change | null {
  const before: Contents = {};
  const after: Contents = {};
  for (const { record, before: text } of touched) {
    const was = text === null ? {} : read(text);
    const json = statements.settings.get(record)?.json;
    const is = json === undefined ? {} : read(json);
    for (const name of new Set([...Object.keys(was), ...Object.keys(is)])) {
      const [old, now] = [was[name] ?? null, is[name] ?? null];
      // A secret that was replaced looks as before.
      if (old === now && (old === null || !isClosed(name))) continue;
      before[name] = old;
      after[name] = old === now ? 'set anew' : now;
    }
  }
  if (Object.keys(after).length === 0) return null;
  return { kind: 'settings', id: null, before, after: JSON.stringify(after) };
}

function read(json: string): Contents {
  return JSON.parse(json) as Contents;
}

/** The fields that differ, as they were. */
function changedFields(before: Contents, after: Contents): Contents {
  const differs = (name: string) => JSON.stringify(before[name]) !== JSON.stringify(after[name]);
  return Object.fromEntries(Object.entries(before).filter(([name]) => differs(name)));
}
