import type { Database } from '#db/connection.server.ts';

/**
 * Counts how often the statements with this text in them are run for all their rows, from now on. To
 * be called before the first of them, since the product compiles each only once.
 */
export function countReads(db: Database, part: string): () => number {
  let count = 0;
  const prepare = db.$client.prepare.bind(db.$client);
  const counting = (text: string) => {
    const statement = prepare(text);
    if (!text.includes(part)) return statement;
    const all = statement.all.bind(statement);
    return Object.assign(statement, {
      all: (...values: unknown[]) => {
        count += 1;
        return all(...values);
      },
    });
  };
  db.$client.prepare = counting as typeof prepare;
  return () => count;
}
