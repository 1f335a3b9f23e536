import { and, eq } from 'drizzle-orm';
import { write, type Database } from '#db/connection.server.ts';
import { hardwareItems, workLogs, type HardwareItem } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import { conflict, notFound } from '../../lib/errors.ts';
import { MAX_ITEMS, toItemColumns, type HardwareItemInput } from './hardware-items.ts';
import { keepWorth } from './items.server.ts';
import type { NamedWorkLog } from '../work-logs.ts';
import { getOpenWorkLog } from '../work-logs.server.ts';

type ItemServices = Pick<Services, 'db' | 'clock'>;

/** One item of a log. Throws 404. */
export function getItem({ db }: Pick<Services, 'db'>, workLogId: number, id: number): HardwareItem {
  const isThis = and(eq(hardwareItems.workLogId, workLogId), eq(hardwareItems.id, id));
  const item = db.select().from(hardwareItems).where(isThis).get();
  if (!item) throw notFound('The hardware item');
  return item;
}

/** Changes the items of a hardware log. Throws 404, and 409 when it is, or is being, invoiced, or is for time. */
function changeItems<Result>(
  services: ItemServices,
  workLogId: number,
  change: (db: Database, now: Date, log: NamedWorkLog) => Result,
): Result {
  const { db, clock } = services;
  const now = clock();
  return write(db, () => {
    const log = getOpenWorkLog(services, workLogId);
    if (!log.isHardware) throw conflict('This work log is for time, so it has no hardware items.');
    const result = change(db, now, log);
    keepWorth(db, workLogId);
    db.update(workLogs).set({ updatedAt: now }).where(eq(workLogs.id, workLogId)).run();
    return result;
  });
}

/** Adds an item. Throws what {@link changeItems} throws, and 409 when the log has as many as it may have. */
export function addItem(services: ItemServices, workLogId: number, input: HardwareItemInput) {
  return changeItems(services, workLogId, (db, now, log) => {
    if (log.hardwareItems.length >= MAX_ITEMS) {
      throw conflict(`One log has at most ${MAX_ITEMS} items. Start another log.`);
    }
    const values = { ...toItemColumns(input), workLogId, createdAt: now, updatedAt: now };
    return db.insert(hardwareItems).values(values).returning().get();
  });
}

/** Changes an item. Throws what {@link changeItems} throws. */
export function updateItem(
  services: ItemServices,
  workLogId: number,
  id: number,
  input: HardwareItemInput,
): HardwareItem {
  return changeItems(services, workLogId, (db, now) => {
    getItem(services, workLogId, id);
    const change = { ...toItemColumns(input), updatedAt: now };
    return db.update(hardwareItems).set(change).where(eq(hardwareItems.id, id)).returning().get();
  });
}

/** Removes an item. Throws what {@link changeItems} throws. */
export function removeItem(services: ItemServices, workLogId: number, id: number): void {
  changeItems(services, workLogId, (db) => {
    getItem(services, workLogId, id);
    db.delete(hardwareItems).where(eq(hardwareItems.id, id)).run();
  });
}
