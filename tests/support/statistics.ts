import type { Database } from '#db/connection.server.ts';
import { fillDatabase } from '#tests/bench/fill.ts';

/** A handful of logs, as in an installation's first days. */
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

/** What SQLite can know of a filled database when it chooses its way. Read when it is opened next. */
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
