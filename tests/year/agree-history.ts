import { readCsv } from '../support/data/read-csv.ts';
import { visitorOf } from './acts.ts';
import { OFFICE } from './arrivals.ts';
import { totalOf } from './book.ts';
import { decimal } from './pence.ts';
import { runCommand } from './product.ts';
import type { World } from './world.ts';

/** The chain verifies, and the newest entry of each log tells what it is, or that it is gone. */
export async function disagreeInHistory(world: World): Promise<string[]> {
  const said = await runCommand(world.dataDir, world.now(), 'history:verify');
  const wrong = said.includes('The history is whole') ? [] : [`history:verify: ${said}`];
  const file = (await visitorOf(world, OFFICE).get('/history.csv?kind=work-log')).text;
  const newest = new Map<string, Record<string, string>>();
  for (const row of readCsv(`\uFEFF${file}`)) {
    const known = newest.get(row.record ?? '');
    if (!known || Number(row.id) > Number(known.id)) newest.set(row.record ?? '', row);
  }
  const { logs, deleted } = world.book;
  for (const log of logs.values()) {
    const text = newest.get(`work-log:${log.id}`)?.after ?? '';
    const after = JSON.parse(text === '' ? '{}' : text) as {
      duration?: number;
      totalAmount?: string;
      description?: string;
    };
    const here = `${after.duration} ${after.totalAmount} ${after.description}`;
    const ours = `${log.minutes} ${decimal(totalOf(log))} ${log.description}`;
    if (here !== ours) wrong.push(`the history of log ${log.id}: ${here}; in the book ${ours}`);
  }
  for (const id of deleted) {
    const last = newest.get(`work-log:${id}`)?.action ?? 'nothing';
    if (last !== 'deleted') wrong.push(`the history of log ${id}, which was deleted: ${last}`);
  }
  return wrong;
}
