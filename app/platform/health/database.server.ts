import { statSync } from 'node:fs';
import { prepared, type Database } from '#db/connection.server.ts';
import { compareSchema, databaseSchema, programSchema } from '#db/schema-version.server.ts';
import { codeOf, damagedSentence, isDamage, UnfitDatabase } from '#db/soundness.server.ts';
import { BackupError } from '../backups/backup-files.server.ts';
import { atOnce } from '../without-waiting.server.ts';
import type { HealthCheck, Problem } from './health.server.ts';

/** How often to look whether nobody writes just now, in milliseconds. */
const LOOK = 20_000;

/** Knows whether what is written into the database would be found there again. */
export type DatabaseWatch = {
  checks: HealthCheck[];
  /** Throws UnfitDatabase where it would not. Cheap: to be called with every write, before it is kept. */
  refuseWrites: () => void;
  /** To be told of every error: damage that a query or a backup meets counts until the next start. */
  noteError: (error: unknown) => void;
  /**
   * Has SQLite copy its log into the database whenever nobody has written for a while, so that a copy of that file alone
   * is whole within a minute of the last save. Gives the function that stops this.
   */
  keepWrittenBack: () => () => void;
};

/**
 * Watches the files and the schema of a database that this process has open, as they are now. `isHeldByUs` says whether
 * a thread of our own writes for long.
 */
export function watchDatabase(
  db: Database,
  { file, migrations, isHeldByUs }: Watched,
): DatabaseWatch {
  const { $client } = db;
  const program = programSchema(migrations);
  const opened = FILES.map((end) => identityOf(file + end));
  let largest = statSync(file).size;
  let damage: string | null = null;

  const writeBack = (): boolean => {
    const [found] = $client.pragma('wal_checkpoint(PASSIVE)') as Checkpoint[];
    return found?.busy === 0 && found.log === found.checkpointed;
  };

  /** Whether the file is shorter than it was, and than it has to be once the log is in it. */
  function isCut(): boolean {
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    if (size >= largest) {
      largest = size;
      return false;
    }
    const pages = (name: string) => Number($client.pragma(name, { simple: true }));
    return size < pages('page_count') * pages('page_size');
  }

  function findFault(): Problem | null {
    if (damage !== null) return problem(damage);
    const lost = FILES.findIndex((end, index) => identityOf(file + end) !== opened[index]);
    if (lost === 0) return problem(REPLACED);
    if (lost > 0) {
      // The connection still has the log: what is in it goes into the database, where the next start finds it.
      setImmediate(quietly(writeBack));
      return problem(LOG_LOST);
    }
    if (isCut()) return problem((damage = CUT));
    const applied = prepared(db, 'select count(*) from __drizzle_migrations').pluck().get();
    return applied === program.length ? null : schemaFault(db, program);
  }

  return {
    checks: [checkAnswers(db, isHeldByUs), findFault],
    refuseWrites: () => {
      const fault = findFault();
      if (fault !== null) throw new UnfitDatabase(fault.sentence);
    },
    noteError: (error) => {
      if (error instanceof BackupError) damage ??= error.damage && damagedSentence(error.damage);
      else if (isDamage(error))
        damage ??= damagedSentence(error instanceof Error ? error.message : '');
    },
    keepWrittenBack: () => {
      let seen = '';
      let written = '';
      const look = () => {
        const now = stateOf(`${file}-wal`);
        const isIdle = now === seen;
        seen = now;
        if (isIdle && now !== written && findFault() === null && writeBack()) written = now;
      };
      const timer = setInterval(quietly(look), LOOK);
      timer.unref();
      return () => {
        clearInterval(timer);
      };
    },
  };
}

type Watched = { file: string; migrations: string; isHeldByUs: () => boolean };
type Checkpoint = { busy: number; log: number; checkpointed: number };

/** The database, and what SQLite keeps beside it while it is open. */
const FILES = ['', '-wal', '-shm'];

const REPLACED =
  'The database file was removed or replaced while the server runs. Nothing more is saved; what was saved until then is in the file that was there. Put it back, or restore the last backup, and start the server again.';
const LOG_LOST =
  'A file beside the database (database.sqlite-wal or -shm) was removed or replaced while the server runs. Nothing more is saved; what was saved until then is written into the database itself. Stop the server, and start it again.';
const CUT =
  'The database file was cut short while the server runs. Nothing more is saved: restore the last backup, as docs/operating.md says.';

/** The same work for a moment when nobody waits for it: what fails, on a full disk for instance, is tried again later. */
function quietly(work: () => unknown): () => void {
  return () => {
    try {
      work();
    } catch {
      // The next save says what is wrong.
    }
  };
}

function identityOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats ? `${stats.dev}:${stats.ino}` : '';
}

function stateOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats ? `${stats.mtimeMs}:${stats.size}` : '';
}

/**
 * Whether the database answers, and lets a write begin, unless a thread of our own holds it. Nothing is
 * written, and nobody waits.
 */
function checkAnswers(db: Database, isHeldByUs: () => boolean): HealthCheck {
  let wasBusy = false;
  return () => {
    try {
      db.$client.prepare('select 1 from users limit 1').get();
      if (!isHeldByUs()) atOnce(db, () => db.$client.exec('BEGIN IMMEDIATE; ROLLBACK'));
      wasBusy = false;
      return null;
    } catch (error) {
      const code = codeOf(error);
      if (code.startsWith('SQLITE_BUSY')) {
        // Another command may be writing just now; twice is no accident.
        const isStuck = wasBusy;
        wasBusy = true;
        return isStuck
          ? problem('Another program holds the database, so that nothing can be saved.')
          : null;
      }
      return problem(`The database does not answer${code ? ` (${code})` : ''}.`);
    }
  };
}

function schemaFault(db: Database, program: readonly number[]): Problem | null {
  const state = compareSchema(databaseSchema(db.$client) ?? [], program);
  if (state === 'same') return null;
  return {
    about: 'schema',
    sentence:
      state === 'newer'
        ? 'A later version of the program has changed the database while this one runs. Start the later version.'
        : 'The database lacks changes that this program needs. Start the program again.',
  };
}

const problem = (sentence: string): Problem => ({ about: 'database', sentence });
