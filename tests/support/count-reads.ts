import type { Database } from '#db/connection.server.ts';
import { watchStatements } from './watch-statements.ts';

/** Counts how often the statements with this text in them are run for all their rows, from now on. */
export function countReads(db: Database, part: string): () => number {
  let count = 0;
  watchStatements(db, ({ source }, method) => {
    if (method === 'all' && source.includes(part)) count += 1;
  });
  return () => count;
}
