import type SqliteDatabase from 'better-sqlite3';
import type { Database } from '#db/connection.server.ts';

type Statement = SqliteDatabase.Statement;
type Seen = (statement: Statement, method: Method, values: unknown[]) => void;
type Method = (typeof METHODS)[number];

const METHODS = ['all', 'get', 'run', 'iterate'] as const;

const watchers = new WeakMap<SqliteDatabase.Database, Seen[]>();
let isWatching = false;
let isTelling = false;

/**
 * Tells of every statement that runs on a database from now on, right before it runs, also of those that the product compiled
 * long ago; what runs meanwhile is not told of.
 */
export function watchStatements({ $client }: Database, seen: Seen): void {
  watchers.set($client, [...(watchers.get($client) ?? []), seen]);
  if (isWatching) return;
  isWatching = true;
  const shared = Object.getPrototypeOf($client.prepare('select 1')) as Record<
    Method,
    (this: Statement, ...values: unknown[]) => unknown
  >;
  for (const method of METHODS) {
    const usual = shared[method];
    shared[method] = function (...values) {
      tell(this, method, values);
      return usual.apply(this, values);
    };
  }
}

function tell(statement: Statement, method: Method, values: unknown[]): void {
  const told = watchers.get(statement.database);
  if (told === undefined || isTelling) return;
  isTelling = true;
  try {
    for (const seen of told) seen(statement, method, values);
  } finally {
    isTelling = false;
  }
}
