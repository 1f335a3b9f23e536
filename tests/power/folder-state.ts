import { createHash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { writeTree, type Tree } from './power-cut.ts';

type Connection = SqliteDatabase.Database;

const DATABASE = 'database.sqlite';

/** How every file ends that is sent in to wait until somebody has looked at it. */
export const END_OF_FILE = 'the last line,true,60,,\r\n';

/** What stands in a data folder. */
export type FolderState = {
  /** A hash of every row of every table; the same for every database without tables. */
  digest: string;
  /** What can be looked for: see {@link factsOf}. */
  facts: Set<string>;
};

/** What is wrong with a database that cannot be read. */
export type Damage = { damage: string };

/**
 * Opens the folder that a tree describes, as the next start of the product would find it, in `place`, and
 * reads it. Every check of SQLite's is made when it is thorough, else the quick ones.
 */
export function readTreeState(
  tree: Tree,
  place: string,
  isThorough: boolean,
): FolderState | Damage {
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  writeTree(tree, place);
  const facts = factsOfFiles(tree);
  const file = tree.get(DATABASE);
  if (!file) return { digest: digestOf(null), facts };
  let sqlite: Connection | null = null;
  try {
    // One that only reads clears no log away when it closes, which takes half of the time.
    const readonly = !isThorough && tree.has(`${DATABASE}-wal`) && !tree.has(`${DATABASE}-journal`);
    sqlite = new SqliteDatabase(join(place, DATABASE), { readonly });
    const check = isThorough ? 'integrity_check' : 'quick_check';
    const said = sqlite.pragma(check, { simple: true });
    if (said !== 'ok') return { damage: String(said) };
    for (const fact of factsOf(sqlite)) facts.add(fact);
    const cut = findCutUpload(sqlite, tree);
    if (cut !== null) return { damage: cut };
    return { digest: digestOf(sqlite), facts };
  } catch (error) {
    return { damage: error instanceof Error ? error.message : String(error) };
  } finally {
    sqlite?.close();
  }
}

function tablesOf(sqlite: Connection): string[] {
  return sqlite
    .prepare(
      `select name from sqlite_schema where type = 'table' and sql not like 'create virtual%' order by name`,
    )
    .pluck()
    .all() as string[];
}

function digestOf(sqlite: Connection | null): string {
  const hash = createHash('sha1');
  for (const table of sqlite ? tablesOf(sqlite) : []) {
    hash.update(`\n${table}\n`);
    const rows = (sqlite?.prepare(`select * from "${table}"`).raw().all() ?? []) as unknown[][];
    const texts = rows.map((row) =>
      row.map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : value)),
    );
    hash.update(JSON.stringify(texts));
  }
  return hash.digest('base64');
}

/** Questions to a database; each row is a fact. */
const FACTS: Record<string, string> = {
  one_time_keys: `select 'key ' || key from one_time_keys`,
  history_entries: `select distinct 'entry ' || kind || ':' || coalesce(record_id, '') || ' ' || action
    from history_entries`,
  settings: `select 'setting ' || name from settings`,
  work_logs: `select 'log ' || description from work_logs`,
  rules: `select 'rule ' || words from rules where words is not null`,
  imports: `select 'import ' || id from imports where status in ('done', 'undone')`,
  invoices: `select 'told ' || send_key from invoices where send_key is not null`,
};

/**
 * What a database holds that was once acknowledged and never goes: `key …` for a one-time key with its
 * answer, `entry work-log:12 created`, `setting …`, `import …`, and `told …` for the key of a call to Xero.
 */
export function factsOf(sqlite: Connection): Set<string> {
  const tables = new Set(tablesOf(sqlite));
  const asked = Object.entries(FACTS).filter(([table]) => tables.has(table));
  return new Set(asked.flatMap(([, text]) => sqlite.prepare(text).pluck().all() as string[]));
}

/** The name of a file that waits to be imported and is missing or cut; null where there is none. */
function findCutUpload(sqlite: Connection, tree: Tree): string | null {
  if (!tablesOf(sqlite).includes('imports')) return null;
  const waiting = sqlite
    .prepare(`select stored_as from imports where status = 'waiting'`)
    .pluck()
    .all() as string[];
  for (const name of waiting) {
    const text = tree.get(`imports/${name}`)?.toString('latin1') ?? '';
    if (!text.endsWith(END_OF_FILE)) return `imports/${name} waits, and is missing or cut`;
  }
  return null;
}

const BACKUP = /^backups\/[^.][^/]*\.sqlite$/;

/** The files beside the database: `app-secret …` with what it holds, and `backup …` with a hash. */
function factsOfFiles(tree: Tree): Set<string> {
  const facts = new Set<string>();
  for (const [path, contents] of tree) {
    if (contents === null) continue;
    if (path === 'app-secret') facts.add(`app-secret ${contents.toString('latin1')}`);
    if (BACKUP.test(path)) facts.add(backupFact(path, contents));
  }
  return facts;
}

const known = new WeakMap<Buffer, string>();

/** The fact of a whole backup. */
export function backupFact(path: string, contents: Buffer): string {
  const hash = known.get(contents) ?? createHash('sha1').update(contents).digest('base64');
  known.set(contents, hash);
  return `${path} ${hash}`;
}
