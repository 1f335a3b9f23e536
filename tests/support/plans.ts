import type { Database } from '#db/connection.server.ts';
import { watchStatements } from './watch-statements.ts';

/**
 * A statement that ran: its plan, in the lines of `explain query plan`, and the names of the
 * columns that it gave, if any.
 */
export type Plan = { text: string; steps: string[]; columns: string[] };

/**
 * Collects the plans of all statements that run on a database from now on. Each plan is asked for
 * with the same values, since SQLite's choice can depend on a value.
 */
export function recordPlans(db: Database): Plan[] {
  const plans: Plan[] = [];
  watchStatements(db, (statement, _method, values) => {
    const text = statement.source;
    const rows = db.$client.prepare(`explain query plan ${text}`).all(...values);
    const columns = statement.reader ? statement.columns().map(({ name }) => name) : [];
    plans.push({
      text,
      steps: (rows as { detail: string }[]).map(({ detail }) => detail),
      columns,
    });
  });
  return plans;
}

/** The tables with more than so many rows. */
export function tablesOver(db: Database, rows: number): Set<string> {
  const tables = db.$client
    .prepare(`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`)
    .pluck()
    .all() as string[];
  return new Set(
    tables.filter(
      (table) => Number(db.$client.prepare(`select count(*) from "${table}"`).pluck().get()) > rows,
    ),
  );
}

/** The tables of a statement by their names and aliases, such as `t` for `work_log_totals`. */
function namesIn(text: string): Map<string, string> {
  const names = new Map<string, string>();
  for (const match of text.matchAll(
    /\b(?:from|join|into|update)\s+"?(\w+)"?(?:\s+(?:as\s+)?(\w+))?/gi,
  )) {
    const [, table = '', alias = ''] = match;
    names.set(table, table);
    names.set(alias, table);
  }
  return names;
}

/** The steps of a plan that read the whole of one of these tables. */
export function scansOf(
  { text, steps }: Pick<Plan, 'text' | 'steps'>,
  tables: Set<string>,
): string[] {
  const names = namesIn(text);
  return steps.filter((step) => {
    const name = /^SCAN (\w+)/.exec(step)?.[1];
    return name !== undefined && tables.has(names.get(name) ?? name);
  });
}
