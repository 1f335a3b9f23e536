import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import SqliteDatabase from 'better-sqlite3';
import { z } from 'zod';
import type { Visitor } from '../server/visitor.ts';

const Sums = z.object({ logs: z.int(), pence: z.int() });

/** What work comes to: the number of logs, and their pence. */
export type Sums = z.infer<typeof Sums>;

const sumsIn = (db: SqliteDatabase.Database) =>
  Sums.parse(
    db.prepare('select count(*) as logs, sum(total_pence) as pence from work_logs').get(),
  );

/** Writes the database that the first migration made, with its data, into a folder; gives what is in it. */
export function writeEarlierDatabase(dataDir: string): Sums {
  const db = new SqliteDatabase(join(dataDir, 'database.sqlite'));
  try {
    // Its tables come in the order of their names.
    db.pragma('foreign_keys = OFF');
    db.exec(readFileSync(join(import.meta.dirname, 'before-0.1.0.sql'), 'utf8'));
    db.pragma('journal_mode = WAL');
    return sumsIn(db);
  } finally {
    db.close();
  }
}

/** Writes the database of a release into a folder, as `history-everything.test.ts` left it then; gives what is in it. */
export function writeReleasedDatabase(dataDir: string, version: string): Sums {
  const file = join(dataDir, 'database.sqlite');
  const packed = readFileSync(join(import.meta.dirname, `release-${version}.sqlite.gz`));
  writeFileSync(file, gunzipSync(packed));
  const db = new SqliteDatabase(file, { readonly: true });
  try {
    return sumsIn(db);
  } finally {
    db.close();
  }
}

const WorkLogs = z.array(z.object({ totalAmount: z.string().regex(/^\d+\.\d\d$/) }));

/** What the API's list of all work logs comes to. */
export async function sumsOf(visitor: Visitor): Promise<Sums> {
  const list = WorkLogs.parse((await visitor.api('GET', '/api/work-logs')).json());
  const pence = list.map(({ totalAmount }) => Number(totalAmount.replace('.', '')));
  return { logs: list.length, pence: pence.reduce((sum, one) => sum + one, 0) };
}
