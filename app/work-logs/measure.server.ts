import type { Client, Job, WorkType } from '#db/schema.ts';
import { MAX_DURATION_MINUTES } from '../lib/duration.ts';
import { invalid, ProductError } from '../lib/errors.ts';
import { timeTotal } from '../lib/money.ts';
import { aboutItems } from '../work-types/items-name.ts';
import { isOnSite } from '../work-types/work-types.ts';
import { readItems, toItemColumns, type HardwareItemInput } from './hardware/hardware-items.ts';
import { worthOf } from './hardware/item-prices.ts';
import { isOtherPrice, rateOfNewLog, rateForEditedLog, rateForNewLog } from './rates/rates.ts';
import {
  ADD_AN_ITEM,
  ENTER_DURATION,
  TOO_LONG,
  type NamedWorkLog,
  type WorkLogChange,
  type WorkLogInput,
} from './work-logs.ts';

/** The duration in minutes, the rate and total in pence, and the items to store for a log. */
export type Measured = {
  duration: number;
  hourlyRatePence: number;
  /** Whether a person chose the rate, and not the rules; undefined: as it was. */
  hasOwnRate?: boolean;
  totalPence: number;
  /** Null: the log keeps its items. */
  items: HardwareItemInput[] | null;
};

type Of = { client: Client; workType: WorkType; job: Job | null };

/**
 * Measures a new log by its duration or, for a hardware work type, by its items. The other one is
 * ignored, since a form may hold both. What a file tells of (`isTold`) may have been edited since it was logged, so
 * the rate for edited logs is one of the rules, too. Throws 400 with the field that is wrong.
 */
export function measureWork(input: WorkLogInput, { client, workType, job }: Of, isTold = false) {
  if (workType.isHardware) return measureItems(input.hardwareItems ?? [], input, workType);
  const duration = totalDuration(input.duration ?? 0, input, workType);
  const rate = rateOfNewLog(input, client, workType, job).ratePence;
  const byRules = [
    rateForNewLog(client, workType, job),
    ...(isTold ? [rateForEditedLog(client, workType, job)] : []),
  ];
  const hasOwnRate = input.isRateByRules !== true && !byRules.includes(rate);
  return { ...measureTime(duration, rate), hasOwnRate };
}

/** Measures an edited log, which stays time or hardware; `before` is the job that it had. Throws 400 with the field that is wrong. */
export function measureEdited(
  log: NamedWorkLog,
  change: WorkLogChange,
  { client, workType, job, before }: Of & { before: Job | null },
): Measured {
  if (log.isHardware) {
    if (change.hardwareItems) return measureItems(change.hardwareItems, change, workType);
    return { duration: 0, hourlyRatePence: 0, totalPence: log.totalPence, items: null };
  }
  const isOther =
    client.id !== log.clientId || workType.id !== log.workTypeId || isOtherPrice(before, job);
  const rateForEdited = rateForEditedLog(client, workType, job);
  const rateForNew = rateForNewLog(client, workType, job);
  // Where no rate is given, a log of the same client, work type and job keeps its own.
  const unnamed = isOther ? rateForEdited : log.hourlyRatePence;
  const rate = change.hourlyRate ?? (change.isRateByRules ? rateForNew : unnamed);
  const isTimed = change.duration !== undefined || Boolean(change.travelTime);
  const { duration = log.duration } = change;
  const minutes = isTimed ? totalDuration(duration ?? 0, change, workType) : log.duration;
  const measured = measureTime(minutes, rate);
  if (change.isRateByRules) return { ...measured, hasOwnRate: false };
  if (rate === log.hourlyRatePence && !isOther) return measured;
  const byRules = [rateForNew, ...(isOther ? [rateForEdited] : [])];
  return { ...measured, hasOwnRate: !byRules.includes(rate) };
}

function measureTime(duration: number, hourlyRatePence: number): Measured {
  return { duration, hourlyRatePence, totalPence: timeTotal(duration, hourlyRatePence), items: [] };
}

function measureItems(given: unknown[], { mayLackItems }: WorkLogChange, workType: WorkType) {
  const { items, issues: found } = readItems(given);
  const addOne = aboutItems(ADD_AN_ITEM, workType);
  if (found) {
    const issues = found.map((issue) => ({
      ...issue,
      message: aboutItems(issue.message, workType),
    }));
    throw new ProductError(400, issues[0]?.message ?? addOne, issues);
  }
  if (items.length === 0 && !mayLackItems) throw invalid('hardwareItems', addOne);
  const { totalPence } = worthOf(items.map(toItemColumns));
  return { duration: 0, hourlyRatePence: 0, totalPence, items };
}

/** The minutes of a time log, travel included. Throws 400. */
function totalDuration(minutes: number, { travelTime }: WorkLogChange, workType: WorkType): number {
  if (travelTime && !isOnSite(workType.name)) {
    throw invalid(
      'travelTime',
      'Travel time is only for on-site work. Empty this field, or choose an on-site work type.',
    );
  }
  const duration = minutes + (travelTime ?? 0);
  if (duration === 0) throw invalid('duration', ENTER_DURATION);
  if (duration > MAX_DURATION_MINUTES) throw invalid('duration', TOO_LONG);
  return duration;
}
