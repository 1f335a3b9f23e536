import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { disagreementsInSums } from './agree.ts';
import { invoiceOf } from './book.ts';
import type { World } from './world.ts';

/**
 * Changes a penny in Xero, a penny in the database, and a minute in the book, one after another, and puts each right again.
 * Gives which of them the comparison did not notice.
 */
export async function unnoticed(world: World): Promise<string[]> {
  const missed: string[] = [];
  const tryIt = async (name: string, change: (by: 1 | -1) => void) => {
    change(1);
    if ((await disagreementsInSums(world)).length === 0) missed.push(name);
    change(-1);
  };
  const [invoice] = world.xero.state().invoices;
  const free = [...world.book.logs.values()].find(
    ({ id, items }) => items.length === 0 && invoiceOf(world.book, id) === null,
  );
  if (!invoice || !free) throw new Error('There is nothing yet that a control could change.');
  await tryIt('a penny in Xero', (by) => {
    invoice.totalPence += by;
  });
  await tryIt('a penny in the database', (by) => {
    const sqlite = new SqliteDatabase(join(world.dataDir, 'database.sqlite'));
    sqlite
      .prepare('update work_logs set total_pence = total_pence + ? where id = ?')
      .run(by, free.id);
    sqlite.close();
  });
  await tryIt('a minute in the book', (by) => {
    free.minutes += by;
  });
  return missed;
}
