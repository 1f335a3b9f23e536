import type { Client, WorkType } from '#db/schema.ts';
import { MAX_DURATION_MINUTES } from '../lib/duration.ts';
import { invalid, ProductError } from '../lib/errors.ts';
import { timeTotal } from '../lib/money.ts';
import { isOnSite } from '../work-types/work-types.ts';
import { readItems, toItemView, type HardwareItemInput } from './hardware-items.ts';
import { itemTotal } from './item-prices.ts';
import { rateForEditedLog, rateForNewLog } from './rates.ts';
import {
  ADD_AN_ITEM,
  ENTER_DURATION,
  TOO_LONG,
  type NamedWorkLog,
  type WorkLogInput,
} from './work-logs.ts';

/** How much work a log holds and what it comes to: minutes, pence, items. */
export type Measured = {
  duration: number;
  hourlyRatePence: number;
  totalPence: number;
  items: HardwareItemInput[];
};

/**
 * Time for time, items for hardware: whichever the work type is not is left out, so that a
 * form may hold both. `log` is the log that is edited. Throws 400 with the field that is wrong.
 */
export function measureWork(
  input: WorkLogInput,
  client: Client,
  workType: WorkType,
  log?: NamedWorkLog,
): Measured {
  if (workType.isHardware) return measureItems(input, log);
  const duration = totalDuration(input, workType);
  const hourlyRatePence = log
    ? editedRate(log, input, client, workType)
    : (input.hourlyRate ?? rateForNewLog(client, workType));
  return { duration, hourlyRatePence, totalPence: timeTotal(duration, hourlyRatePence), items: [] };
}

function measureItems(input: WorkLogInput, log: NamedWorkLog | undefined): Measured {
  const { items, issues } = readItems(givenItems(input, log));
  if (issues) throw new ProductError(400, issues[0]?.message ?? ADD_AN_ITEM, issues);
  if (items.length === 0 && !input.mayLackItems) throw invalid('hardwareItems', ADD_AN_ITEM);
  const totalPence = items.reduce(
    (sum, { quantity, unitPrice }) => sum + itemTotal({ quantity, unitPricePence: unitPrice }),
    0,
  );
  return { duration: 0, hourlyRatePence: 0, totalPence, items };
}

/** The items as given; those that the log has, where a change says nothing of them. */
function givenItems(input: WorkLogInput, log: NamedWorkLog | undefined): unknown[] {
  if (input.hardwareItems) return input.hardwareItems;
  return (log?.hardwareItems ?? []).map((item) => toItemView(item));
}

/** The minutes of a time log, travel included. Throws 400. */
function totalDuration(input: WorkLogInput, workType: WorkType): number {
  const travelTime = input.travelTime ?? 0;
  if (travelTime > 0 && !isOnSite(workType.name)) {
    throw invalid(
      'travelTime',
      'Travel time is only for on-site work. Empty this field, or choose an on-site work type.',
    );
  }
  const duration = (input.duration ?? 0) + travelTime;
  if (duration === 0) throw invalid('duration', ENTER_DURATION);
  if (duration > MAX_DURATION_MINUTES) throw invalid('duration', TOO_LONG);
  return duration;
}

/** The rate that was given; without, a moved log's follows the rule, and another keeps its own. */
function editedRate(
  log: NamedWorkLog,
  input: WorkLogInput,
  client: Client,
  workType: WorkType,
): number {
  const isMoved = client.id !== log.clientId || workType.id !== log.workTypeId;
  return input.hourlyRate ?? (isMoved ? rateForEditedLog(client, workType) : log.hourlyRatePence);
}
