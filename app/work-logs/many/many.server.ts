import { write } from '#db/connection.server.ts';
import type { Services } from '../../context.server.ts';
import { addToDay, movedTo } from '../../lib/calendar.ts';
import { formatCount } from '../../lib/count.ts';
import { type Doubt, DoubtfulError } from '../../lib/doubts.ts';
import { invalid, notFound, ProductError } from '../../lib/errors.ts';
import { MAX_DESCRIPTION_LENGTH } from '../../lib/fields.ts';
import { aboutItems } from '../../work-types/items-name.ts';
import { repeatWorkLog } from '../again/repeat.server.ts';
import { deleteWorkLog } from '../deletion.server.ts';
import { listWorkLogs } from '../list/list.server.ts';
import { BEING_INVOICED, INVOICED, type NamedWorkLog, type WorkLogChange } from '../work-logs.ts';
import { findWorkLog, type WorkLogServices } from '../work-logs.server.ts';
import {
  MOST_AT_ONCE,
  TOO_MANY,
  type Left,
  type LogSelection,
  type ManyChange,
  type ManyDeed,
  type ManyDone,
} from './many.ts';
import { changeKept, keepForUndo, type Kept } from './undo-many.server.ts';

export type ManyServices = WorkLogServices & Pick<Services, 'logger'>;

const CHANGED_SINCE = 'This work log was changed since this page was opened.';
const NO_RATE = 'This work log is for hardware, which has no rate.';

/**
 * Changes, deletes or duplicates many logs, each at its date, by the rules for one (`updateWorkLog`, `deleteWorkLog`,
 * `repeatWorkLog`), all or none. Those that are, or are being, invoiced (unless they are duplicated), were changed
 * since a page showed their `versions`, are gone, or are hardware where a rate is given, are left and named. Gives
 * the ids of new logs. Throws 400 and 409 with how many logs a refusal concerns, and 409 with one question about all
 * that is doubtful.
 */
export function changeMany(
  services: ManyServices,
  selection: LogSelection,
  deed: ManyDeed,
  { versions }: { versions?: ReadonlyMap<number, number> } = {},
): ManyDone {
  return write(services.db, () => {
    const logs: NamedWorkLog[] = [];
    const left: Left[] = [];
    for (const [id, log] of chosenLogs(services, selection)) {
      const message = whyLeft(log, deed, versions?.get(id));
      if (message !== null) left.push({ id, message });
      else if (log !== null) logs.push(log);
    }
    const kept = forEach(services, inTurn(logs, deed), (log): Kept => {
      const { id, date } = log;
      if (deed === 'duplicated')
        return { id: repeatWorkLog(services, id, { date: { instant: date } }).id };
      if (deed !== 'deleted') return changeKept(services, id, changeOf(services, log, deed));
      deleteWorkLog(services, id);
      return { id };
    });
    return keepForUndo(services, typeof deed === 'string' ? deed : 'changed', { kept, left });
  });
}

function whyLeft(log: NamedWorkLog | null, deed: ManyDeed, version?: number): string | null {
  if (log === null) return notFound('The work log').message;
  if (log.isInvoiced && deed !== 'duplicated') return INVOICED;
  if (log.isClaimed && deed !== 'duplicated') return BEING_INVOICED;
  if (version !== undefined && version !== log.version) return CHANGED_SINCE;
  const isRated = typeof deed === 'object' && (deed.rate ?? deed.hourlyRate) !== undefined;
  return isRated && log.isHardware ? aboutItems(NO_RATE, log) : null;
}

/** The logs that are chosen, by their ids; null for one that is gone. Throws 400 for too many. */
export function chosenLogs(
  services: WorkLogServices,
  selection: LogSelection,
): Map<number, NamedWorkLog | null> {
  if ('ids' in selection) {
    if (selection.ids.length > MOST_AT_ONCE) throw new ProductError(400, TOO_MANY);
    return new Map(selection.ids.map((id) => [id, findWorkLog(services, id)]));
  }
  const { logs, hasMore } = listWorkLogs(services, selection.filters, { limit: MOST_AT_ONCE });
  if (hasMore) throw new ProductError(400, TOO_MANY);
  return new Map(logs.map((log) => [log.id, log]));
}

/** Logs that move by days, in the order in which none comes to a day before those of that day have left it. */
function inTurn(logs: NamedWorkLog[], deed: ManyDeed): NamedWorkLog[] {
  if (typeof deed === 'string' || !deed.moveDays) return logs;
  const sign = deed.moveDays > 0 ? -1 : 1;
  return logs.toSorted((one, other) => sign * (one.date.getTime() - other.date.getTime()));
}

function changeOf(
  { config }: ManyServices,
  log: NamedWorkLog,
  { date, moveDays = 0, rate, ...change }: ManyChange,
): WorkLogChange {
  const { description = log.description, descriptionBefore, descriptionAfter, ...same } = change;
  const day = date ?? addToDay(log.day, moveDays);
  const texts = [descriptionBefore, description, descriptionAfter];
  const text = texts.filter(Boolean).join(' ');
  if (text.length > MAX_DESCRIPTION_LENGTH) throw invalid('description', TOO_LONG_TEXT);
  return {
    ...same,
    isRateByRules: rate === 'today',
    description: text,
    date: day === log.day ? null : { instant: movedTo(day, log.date, config.timeZone) },
  };
}

const TOO_LONG_TEXT = `With this, a description would have more than ${formatCount(MAX_DESCRIPTION_LENGTH)} characters.`;

/**
 * Does the same to each of these logs. Throws what is refused, with how many it concerns, and then what is doubtful, as one
 * question; the caller's transaction undoes the rest.
 */
function forEach<Result>(
  { confirmed }: ManyServices,
  logs: NamedWorkLog[],
  run: (log: NamedWorkLog) => Result,
): Result[] {
  const refused: ProductError[] = [];
  const doubts: Doubt[] = [];
  const results = logs.flatMap((log) => {
    try {
      return [run(log)];
    } catch (error) {
      if (error instanceof DoubtfulError) doubts.push(...error.doubts);
      else if (error instanceof ProductError) refused.push(error);
      else throw error;
      return [];
    }
  });
  const [first] = refused;
  if (first) throw concerning(first, refused, logs.length);
  if (doubts.length > 0) throw new DoubtfulError(someOf(doubts), confirmed ?? new Set());
  return results;
}

function concerning(first: ProductError, refused: ProductError[], all: number): ProductError {
  const alike = refused.filter(({ message }) => message === first.message).length;
  const how = `This concerns ${formatCount(alike)} of ${formatCount(all)} work logs. No changes were made.`;
  const message = all === 1 ? first.message : `${first.message} ${how}`;
  const issues = first.issues.slice(0, 1).map(({ path }) => ({ path, message }));
  return new ProductError(first.status, message, issues);
}

/** As many questions of a kind as are said one by one. */
const SAID = 3;

/** The first few of the doubts of each kind, and how many more there are. */
function someOf(doubts: Doubt[]): Doubt[] {
  return [...Map.groupBy(doubts, ({ word }) => word)].flatMap(([word, alike]) => {
    const messages = [...new Set(alike.map(({ message }) => message))];
    const more = messages.length - SAID;
    const rest = more > 0 ? [`So it is for ${formatCount(more)} more.`] : [];
    return [...messages.slice(0, SAID), ...rest].map((message) => ({ word, message }));
  });
}
