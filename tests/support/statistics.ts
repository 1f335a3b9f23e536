import type { Database } from '#db/connection.server.ts';
import { fillDatabase } from '#tests/bench/fill.ts';

/** How many logs an installation has in its first days. */
const FEW = 40;

function copyStatistics(from: Database, to: Database): void {
  for (const table of ['sqlite_stat1', 'sqlite_stat4']) {
    to.$client.exec(`delete from ${table}`);
    const rows = from.$client.prepare(`select * from ${table}`).raw().all() as unknown[][];
    for (const row of rows) {
      const places = row.map(() => '?').join(', ');
      to.$client.prepare(`insert into ${table} values (${places})`).run(row);
    }
  }
}

/** The statistics that SQLite can have of a filled database; used when the database is next opened. */
export const KNOWLEDGE: { name: string; learn: (db: Database) => void }[] = [
  { name: 'knowing nothing', learn: () => undefined },
  { name: 'after analyze', learn: (db) => db.$client.exec('analyze') },
  {
    name: 'with an analyze of the first days',
    learn: (db) => {
      const few = fillDatabase(':memory:', FEW);
      for (const one of [few, db]) one.$client.exec('analyze');
      copyStatistics(few, db);
      few.$client.close();
    },
  },
];
