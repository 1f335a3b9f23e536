import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { z } from 'zod';
import type { Visitor } from '../server/visitor.ts';

const Sums = z.object({ logs: z.int(), pence: z.int() });

/** What work comes to: the number of logs, and their pence. */
export type Sums = z.infer<typeof Sums>;

/** Writes the database of version 0.1.0 with its data into a folder; gives what is in it. */
export function writeEarlierDatabase(dataDir: string): Sums {
  const db = new SqliteDatabase(join(dataDir, 'database.sqlite'));
  try {
    // Its tables come in the order of their names.
    db.pragma('foreign_keys = OFF');
    db.exec(readFileSync(join(import.meta.dirname, 'version-0.1.0.sql'), 'utf8'));
    db.pragma('journal_mode = WAL');
    const sums = 'select count(*) as logs, sum(total_pence) as pence from work_logs';
    return Sums.parse(db.prepare(sums).get());
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
