import { asc, eq, inArray } from 'drizzle-orm';
import type { Database, Transaction } from '#db/connection.server.ts';
import { hardwareItems, type HardwareItem } from '#db/schema.ts';
import type { HardwareItemInput } from './hardware-items.ts';
import { itemTotal } from './item-prices.ts';

type Reader = Database | Transaction;

/** The items of several logs, by log; logs without items are not in it. */
export function listItemsOf(db: Reader, workLogIds: number[]): Map<number, HardwareItem[]> {
  const byLog = new Map<number, HardwareItem[]>();
  if (workLogIds.length === 0) return byLog;
  const items = db
    .select()
    .from(hardwareItems)
    .where(inArray(hardwareItems.workLogId, workLogIds))
    .orderBy(asc(hardwareItems.workLogId), asc(hardwareItems.id))
    .all();
  for (const item of items) {
    const known = byLog.get(item.workLogId);
    if (known) known.push(item);
    else byLog.set(item.workLogId, [item]);
  }
  return byLog;
}

/** The items of one log, in the order in which they were added. */
export function itemsOf(reader: Reader, workLogId: number): HardwareItem[] {
  return listItemsOf(reader, [workLogId]).get(workLogId) ?? [];
}

/** An item's columns from its input. */
export function toItemColumns(input: HardwareItemInput) {
  return {
    itemName: input.itemName,
    description: input.description,
    quantity: input.quantity,
    unitPricePence: input.unitPrice,
    vatIncluded: input.vatIncluded,
    vatRateHundredths: input.vatRate,
    taxCode: input.taxCode,
  };
}

/** The total of a hardware log in pence: the sum of its items. */
export function totalOf(items: Pick<HardwareItem, 'quantity' | 'unitPricePence'>[]): number {
  return items.reduce((sum, item) => sum + itemTotal(item), 0);
}

/**
 * Makes the items of a log those that are given: what is missing is deleted, what exists is
 * updated, what is new is added. Runs inside the caller's transaction.
 */
export function replaceItems(
  transaction: Transaction,
  workLogId: number,
  inputs: HardwareItemInput[],
  now: Date,
): void {
  const existing = new Set(itemsOf(transaction, workLogId).map(({ id }) => id));
  for (const input of inputs) {
    const columns = { ...toItemColumns(input), updatedAt: now };
    if (input.id !== null && existing.delete(input.id)) {
      transaction.update(hardwareItems).set(columns).where(eq(hardwareItems.id, input.id)).run();
    } else {
      transaction
        .insert(hardwareItems)
        .values({ ...columns, workLogId, createdAt: now })
        .run();
    }
  }
  if (existing.size > 0) {
    transaction
      .delete(hardwareItems)
      .where(inArray(hardwareItems.id, [...existing]))
      .run();
  }
}
