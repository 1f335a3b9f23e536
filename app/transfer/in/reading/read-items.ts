import { readItems, type HardwareItemInput } from '../../../work-logs/hardware/hardware-items.ts';
import type { Reading } from './values.ts';

/**
 * The items of a hardware log as they are kept until the log is made: prices in pence, rates of VAT in
 * hundredths of a per cent.
 */
export type StagedItems = { items: HardwareItemInput[] };

const NO_LIST =
  'is no list of items. Each item is as our own files of work logs have it: {"itemName": …, "quantity": …}.';

/**
 * Reads the cell that holds the items of a hardware log: JSON in the words of the API, as our own file of
 * work logs has it. A log may be without items, `[]`, and then the cell says so.
 */
export function readItemsCell(text: string): Reading<StagedItems> {
  const list = parse(text);
  if (!Array.isArray(list)) return { problem: `“${text.slice(0, 100)}” ${NO_LIST}` };
  const { items, issues } = readItems(list);
  if (issues !== null) return { problem: issues[0]?.message ?? NO_LIST };
  return { value: { items } };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
