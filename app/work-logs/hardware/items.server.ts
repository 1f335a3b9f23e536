import { and, eq, inArray } from 'drizzle-orm';
import { prepared, type Database } from '#db/connection.server.ts';
import { columnsOf, type Stored } from '#db/columns.server.ts';
import { hardwareItems, workLogs, type HardwareItem } from '#db/schema.ts';
import { toItemColumns, type HardwareItemInput, type StoredItem } from './hardware-items.ts';
import { worthOf } from './item-prices.ts';

const COLUMNS = columnsOf(hardwareItems, 'i', ['createdAt', 'updatedAt']);

type ItemRow = Stored<StoredItem & Pick<HardwareItem, 'workLogId'>>;

/** The ids are one JSON list, so that the text is the same for any number of them. */
const ITEMS_OF = `
  select ${COLUMNS.text}
  from json_each(?) ids join hardware_items i on i.work_log_id = ids.value
  order by i.work_log_id, i.id`;

/** The items of several logs, by the log's id; logs without items are left out. */
export function listItemsOf(db: Database, workLogIds: number[]): Map<number, StoredItem[]> {
  if (workLogIds.length === 0) return new Map();
  const rows = prepared<ItemRow>(db, ITEMS_OF).all(JSON.stringify(workLogIds));
  return Map.groupBy(
    rows.map((row) => COLUMNS.read(row)),
    ({ workLogId }) => workLogId,
  );
}

/** The items of one log, in the order they were added. */
export function itemsOf(db: Database, workLogId: number): StoredItem[] {
  return listItemsOf(db, [workLogId]).get(workLogId) ?? [];
}

/** Keeps what a log's items come to. Whatever writes items calls this behind it, in the same transaction. */
export function keepWorth(db: Database, workLogId: number): void {
  db.update(workLogs)
    .set(worthOf(itemsOf(db, workLogId)))
    .where(and(eq(workLogs.id, workLogId), eq(workLogs.isHardware, true)))
    .run();
}

/** Makes these the items of a log, inside the caller's transaction; those with an id it has stay themselves. */
export function replaceItems(
  db: Database,
  workLogId: number,
  inputs: HardwareItemInput[],
  now: Date,
): void {
  const existing = new Set(itemsOf(db, workLogId).map(({ id }) => id));
  if (existing.size === 0 && inputs.length === 0) return;
  for (const input of inputs) {
    const columns = { ...toItemColumns(input), updatedAt: now };
    if (input.id !== null && existing.delete(input.id)) {
      db.update(hardwareItems).set(columns).where(eq(hardwareItems.id, input.id)).run();
    } else {
      db.insert(hardwareItems)
        .values({ ...columns, workLogId, createdAt: now })
        .run();
    }
  }
  if (existing.size > 0) {
    db.delete(hardwareItems)
      .where(inArray(hardwareItems.id, [...existing]))
      .run();
  }
  keepWorth(db, workLogId);
}
