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
import {
  BEING_INVOICED,
  INVOICED,
  type NamedWorkLog,
  type WorkDate,
  type WorkLogChange,
} from '../work-logs.ts';
import { findWorkLog, updateWorkLog, type WorkLogServices } from '../work-logs.server.ts';
import {
  MOST_AT_ONCE,
  TOO_MANY,
  type Left,
  type LogSelection,
  type ManyChange,
  type ManyDone,
} from './many.ts';
import { keepForUndo, storedLog, whatChanged, type Kept } from './undo-many.server.ts';

export type ManyServices = WorkLogServices & Pick<Services, 'logger'>;

/** The version of each log as a page showed it, by its id: what was changed since is left as it is. */
export type Shown = { versions?: ReadonlyMap<number, number> };

const CHANGED_SINCE = 'This work log was changed since this page was opened.';
const NO_RATE = 'This work log is for hardware, which has no rate.';

/**
 * Changes many logs by the rules for one (`updateWorkLog`), all or none. Those that are, or are being, invoiced, were changed since the page
 * showed them, are gone, or are hardware where a rate is given, are left and named. Throws 400 and 409 with how many
 * logs a refusal concerns, and 409 with one question about all that is doubtful.
 */
export function changeMany(
  services: ManyServices,
  selection: LogSelection,
  change: ManyChange,
  { versions }: Shown = {},
): ManyDone {
  return write(services.db, () => {
    const { logs, left } = sortOut(services, selection, (log) => {
      const hasNoRate = change.rate !== undefined && log.isHardware;
      return whyLocked(log, versions) ?? (hasNoRate ? aboutItems(NO_RATE, log) : null);
    });
    const kept = forEach(services, inTurn(logs, change), (log): Kept => {
      const before = storedLog(services.db, log.id);
      updateWorkLog(services, log.id, changeOf(services, log, change));
      return whatChanged(before, storedLog(services.db, log.id));
    });
    return keepForUndo(services, 'changed', { kept, left });
  });
}

/** Deletes many logs by the rules for one (`deleteWorkLog`), all or none. What is left, and thrown, is as for {@link changeMany}. */
export function deleteMany(
  services: ManyServices,
  selection: LogSelection,
  { versions }: Shown = {},
): ManyDone {
  return write(services.db, () => {
    const { logs, left } = sortOut(services, selection, (log) => whyLocked(log, versions));
    const kept = forEach(services, logs, ({ id }): Kept => {
      deleteWorkLog(services, id);
      return { id };
    });
    return keepForUndo(services, 'deleted', { kept, left });
  });
}

/**
 * Logs the work of many logs once more, each at its date, by the rules for one (`repeatWorkLog`), all or none; also of invoiced
 * ones. Gives the ids of the new logs. What is left, and thrown, is as for {@link changeMany}.
 */
export function duplicateMany(
  services: ManyServices,
  selection: LogSelection,
  { versions }: Shown = {},
): ManyDone {
  return write(services.db, () => {
    const { logs, left } = sortOut(services, selection, (log) => whyOther(log, versions));
    const kept = forEach(services, logs, ({ id, date }): Kept => {
      return { id: repeatWorkLog(services, id, { date: { instant: date } }).id };
    });
    return keepForUndo(services, 'duplicated', { kept, left });
  });
}

const whyOther = (log: NamedWorkLog, versions: Shown['versions']) =>
  (versions?.get(log.id) ?? log.version) === log.version ? null : CHANGED_SINCE;

function whyLocked(log: NamedWorkLog, versions: Shown['versions']): string | null {
  if (log.isInvoiced) return INVOICED;
  return log.isClaimed ? BEING_INVOICED : whyOther(log, versions);
}

/** The chosen logs, and those that are left, each for a reason. Throws 400 for too many. */
function sortOut(
  services: ManyServices,
  selection: LogSelection,
  why: (log: NamedWorkLog) => string | null,
): { logs: NamedWorkLog[]; left: Left[] } {
  const left: Left[] = [];
  const logs: NamedWorkLog[] = [];
  for (const [id, log] of chosen(services, selection)) {
    const message = log === null ? notFound('The work log').message : why(log);
    if (message !== null) left.push({ id, message });
    else if (log !== null) logs.push(log);
  }
  return { logs, left };
}

function chosen(
  services: ManyServices,
  selection: LogSelection,
): [id: number, log: NamedWorkLog | null][] {
  if ('ids' in selection) {
    const ids = [...new Set(selection.ids)];
    if (ids.length > MOST_AT_ONCE) throw new ProductError(400, TOO_MANY);
    return ids.map((id) => [id, findWorkLog(services, id)]);
  }
  const { logs, hasMore } = listWorkLogs(services, selection.filters, { limit: MOST_AT_ONCE });
  if (hasMore) throw new ProductError(400, TOO_MANY);
  return logs.map((log) => [log.id, log]);
}

/** Logs that move by days, in the order in which none comes to a day before those of that day have left it. */
function inTurn(logs: NamedWorkLog[], { date }: ManyChange): NamedWorkLog[] {
  if (!date || !('moveBy' in date)) return logs;
  const sign = date.moveBy > 0 ? -1 : 1;
  return logs.toSorted((one, other) => sign * (one.date.getTime() - other.date.getTime()));
}

function changeOf(
  { config }: ManyServices,
  log: NamedWorkLog,
  { date, rate, description, ...same }: ManyChange,
): WorkLogChange {
  const change: WorkLogChange = { ...same };
  if (date) change.date = dateOf(log, date, config.timeZone);
  if (rate === 'today') change.isRateByRules = true;
  else if (rate) change.hourlyRate = rate.pence;
  if (description) change.description = describe(log.description, description);
  return change;
}

function dateOf(
  { day, date }: NamedWorkLog,
  to: NonNullable<ManyChange['date']>,
  timeZone: string,
): WorkDate | null {
  const other = 'day' in to ? to.day : addToDay(day, to.moveBy);
  return other === day ? null : { instant: movedTo(other, date, timeZone) };
}

function describe(old: string, to: NonNullable<ManyChange['description']>): string {
  if ('set' in to) return to.set;
  const parts = 'before' in to ? [to.before, old] : [old, to.after];
  const text = parts.filter((part) => part !== '').join(' ');
  if (text.length <= MAX_DESCRIPTION_LENGTH) return text;
  const message = `With this, a description would have more than ${formatCount(MAX_DESCRIPTION_LENGTH)} characters.`;
  throw invalid('description', message);
}

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
