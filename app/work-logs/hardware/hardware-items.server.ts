import { and, eq } from 'drizzle-orm';
import { write } from '#db/connection.server.ts';
import { hardwareItems, workLogs, type HardwareItem } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import { conflict, notFound } from '../../lib/errors.ts';
import { MAX_ITEMS, toItemColumns, type HardwareItemInput } from './hardware-items.ts';
import { keepWorth } from './items.server.ts';
import type { NamedWorkLog } from '../work-logs.ts';
import { getOpenWorkLog } from '../work-logs.server.ts';

type ItemServices = Pick<Services, 'db' | 'clock'>;

function getHardwareLog(services: ItemServices, workLogId: number): NamedWorkLog {
  const log = getOpenWorkLog(services, workLogId);
  if (!log.isHardware) throw conflict('This work log is for time, so it has no hardware items.');
  return log;
}

function touchLog({ db }: ItemServices, workLogId: number, now: Date) {
  keepWorth(db, workLogId);
  db.update(workLogs).set({ updatedAt: now }).where(eq(workLogs.id, workLogId)).run();
}

/** One item of a log. Throws 404. */
export function getItem({ db }: Pick<Services, 'db'>, workLogId: number, id: number): HardwareItem {
  const item = db
    .select()
    .from(hardwareItems)
    .where(and(eq(hardwareItems.workLogId, workLogId), eq(hardwareItems.id, id)))
    .get();
  if (!item) throw notFound('The hardware item');
  return item;
}

/** Adds an item. Throws 404, and 409 when the log is, or is being, invoiced, is for time, or is full. */
export function addItem(
  services: ItemServices,
  workLogId: number,
  input: HardwareItemInput,
): HardwareItem {
  const now = services.clock();
  return write(services.db, () => {
    const log = getHardwareLog(services, workLogId);
    if (log.hardwareItems.length >= MAX_ITEMS) {
      throw conflict(`One log has at most ${MAX_ITEMS} items. Start another log.`);
    }
    const item = services.db
      .insert(hardwareItems)
      .values({ ...toItemColumns(input), workLogId, createdAt: now, updatedAt: now })
      .returning()
      .get();
    touchLog(services, workLogId, now);
    return item;
  });
}

/** Changes an item. Throws 404, and 409 when its log is, or is being, invoiced. */
export function updateItem(
  services: ItemServices,
  workLogId: number,
  id: number,
  input: HardwareItemInput,
): HardwareItem {
  const now = services.clock();
  return write(services.db, () => {
    getHardwareLog(services, workLogId);
    getItem(services, workLogId, id);
    services.db
      .update(hardwareItems)
      .set({ ...toItemColumns(input), updatedAt: now })
      .where(eq(hardwareItems.id, id))
      .run();
    touchLog(services, workLogId, now);
    return getItem(services, workLogId, id);
  });
}

/** Removes an item. Throws 404, and 409 when its log is, or is being, invoiced. */
export function removeItem(services: ItemServices, workLogId: number, id: number): void {
  write(services.db, () => {
    getHardwareLog(services, workLogId);
    getItem(services, workLogId, id);
    services.db.delete(hardwareItems).where(eq(hardwareItems.id, id)).run();
    touchLog(services, workLogId, services.clock());
  });
}
