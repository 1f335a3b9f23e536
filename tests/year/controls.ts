import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { disagreementsInSums } from './agree.ts';
import { make, MEANT } from './acts.ts';
import { OFFICE } from './arrivals.ts';
import type { Log } from './book.ts';
import { enter, wordsOf } from './deeds.ts';
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
  const free = await freeLog(world);
  if (!invoice) throw new Error('There is no invoice yet that a control could change.');
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

/** A log that is on no invoice, and never will be. */
async function freeLog(world: World): Promise<Log> {
  const { book } = world;
  const [client] = book.clients;
  const [type] = book.types;
  if (!client || !type) throw new Error('The practice has not begun.');
  const day = new Date(world.now()).toISOString().slice(0, 10);
  const [minutes, description, isBillable] = [60, wordsOf(world), false];
  const work = { clientId: client.id, workTypeId: type.id, duration: minutes, description };
  const body = { ...work, date: day, billable: isBillable, confirm: MEANT };
  const id = await make(world, OFFICE, '/api/work-logs', body);
  enter(world, { id, person: OFFICE, day, minutes, description, isBillable }, client, type);
  const log = book.logs.get(id);
  if (!log) throw new Error('The book lost a log.');
  return log;
}
