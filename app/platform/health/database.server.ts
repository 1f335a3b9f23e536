import type { Database } from '#db/connection.server.ts';
import { compareSchema, databaseSchema, programSchema } from '#db/schema-version.server.ts';
import { codeOf } from '#db/soundness.server.ts';
import type { HealthCheck, Problem } from './health.server.ts';

/**
 * Whether the database answers, and lets a write begin, unless a thread of our own holds it. Nothing is
 * written, and nobody waits.
 */
export function checkDatabase(db: Database, isHeldByUs: () => boolean): HealthCheck {
  let wasBusy = false;
  return () => {
    try {
      db.$client.prepare('select 1 from users limit 1').get();
      if (!isHeldByUs()) beginWrite(db);
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

function beginWrite({ $client }: Database): void {
  const patience = Number($client.pragma('busy_timeout', { simple: true }));
  $client.pragma('busy_timeout = 0');
  try {
    $client.exec('BEGIN IMMEDIATE');
    $client.exec('ROLLBACK');
  } finally {
    $client.pragma(`busy_timeout = ${patience}`);
  }
}

/** Whether the database still has the schema of this program. */
export function checkSchema(db: Database, migrations: string): HealthCheck {
  const program = programSchema(migrations);
  return () => {
    const state = compareSchema(databaseSchema(db.$client) ?? [], program);
    if (state === 'same') return null;
    return {
      about: 'schema',
      sentence:
        state === 'newer'
          ? 'A later version of the program has changed the database while this one runs. Start the later version.'
          : 'The database lacks changes that this program needs. Start the program again.',
    };
  };
}

const problem = (sentence: string): Problem => ({ about: 'database', sentence });
