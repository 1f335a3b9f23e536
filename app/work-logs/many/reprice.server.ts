import { prepared, write, type Database } from '#db/connection.server.ts';
import { getClient } from '../../clients/clients.server.ts';
import type { Services } from '../../context.server.ts';
import { findJob } from '../../jobs/jobs.server.ts';
import { oneOrSeveral } from '../../lib/count.ts';
import { conflict } from '../../lib/errors.ts';
import { parsePounds, timeTotal } from '../../lib/money.ts';
import { getWorkType } from '../../work-types/work-types.server.ts';
import { fromRow, selectWorkLogs, type WorkLogRow } from '../list/list.server.ts';
import { rateForEditedLog, rateForNewLog } from '../rates/rates.ts';
import type { NamedWorkLog } from '../work-logs.ts';
import { updateWorkLog } from '../work-logs.server.ts';
import type { ManyServices } from './many.server.ts';
import { MOST_AT_ONCE, type ManyDone, type RepriceOf } from './many.ts';
import { keepForUndo, storedLog, whatChanged } from './undo-many.server.ts';

/** A log whose rate the rules gave before a client, a work type or a job got another; with what it would be today, in pence. */
export type Repriced = { log: NamedWorkLog; ratePence: number; totalPence: number };

/** What repricing comes to: the logs, oldest first, and their sums before and after, in pence. */
export type Repricing = { logs: Repriced[]; before: number; after: number };

/** Billable logs of time on no invoice, whose rate no person chose; `limit` is SQL for which. */
const open = (index: string, limit: string) => `
  ${selectWorkLogs(`work_logs w indexed by ${index}`)}
  where w.is_invoiced = 0 and w.billable = 1 and ${limit}
    and w.is_hardware = 0 and w.has_own_rate = 0 and k.invoice_id is null
  order by w.date`;
const OF_CLIENT = open('work_logs_unbilled', 'w.client_id = ?');
const OF_TYPE = open('work_logs_unbilled_date', 'w.date > 0 and w.work_type_id = ?');

/** The logs that are still at an old rate, and what they would come to today; nothing is changed. Throws 404. */
export function planRepricing({ db }: Pick<Services, 'db'>, of: RepriceOf): Repricing {
  const isClient = 'clientId' in of;
  const { id } = isClient ? getClient({ db }, of.clientId) : getWorkType({ db }, of.workTypeId);
  const rules = new Map<string, (ratePence: number) => number | null>();
  const logs: Repriced[] = [];
  for (const row of prepared<WorkLogRow>(db, isClient ? OF_CLIENT : OF_TYPE).all(id)) {
    const key = `${row.clientId} ${row.workTypeId} ${row.jobId ?? 0}`;
    const rule = rules.get(key) ?? ruleFor(db, row);
    rules.set(key, rule);
    const ratePence = rule(row.hourlyRatePence);
    if (ratePence === null || ratePence === row.hourlyRatePence) continue;
    const totalPence = timeTotal(row.duration, ratePence);
    logs.push({ log: fromRow(db, row, []), ratePence, totalPence });
    if (logs.length === MOST_AT_ONCE) break;
  }
  return {
    logs,
    before: logs.reduce((sum, { log }) => sum + log.totalPence, 0),
    after: logs.reduce((sum, { totalPence }) => sum + totalPence, 0),
  };
}

/**
 * Gives those logs the rates of today, all or none; for whoever saw it `as` a page showed it. Throws 404, and 409 where it would
 * come to something else by now.
 */
export function reprice(
  services: ManyServices,
  of: RepriceOf,
  as?: string,
): Repricing & { done: ManyDone } {
  return write(services.db, () => {
    const plan = planRepricing(services, of);
    if (as !== undefined && as !== printRepricing(plan)) throw conflict(OTHER_BY_NOW);
    const kept = plan.logs.map(({ log: { id }, ratePence }) => {
      const before = storedLog(services.db, id);
      updateWorkLog(services, id, { hourlyRate: ratePence, isRateByRules: true });
      return whatChanged(before, storedLog(services.db, id));
    });
    return { ...plan, done: keepForUndo(services, 'repriced', { kept, left: [] }) };
  });
}

const OTHER_BY_NOW =
  'Logs or rates were changed since this page was opened, so nothing was repriced. Look at the sums again.';

/** By this a form says what its page showed. */
export const printRepricing = ({ logs, before, after }: Repricing) =>
  `${logs.length} ${before} ${after}`;

/** Where logs at an old rate can be repriced; null where there are none. */
export function offerRepricing(services: Pick<Services, 'db'>, of: RepriceOf) {
  const count = planRepricing(services, of).logs.length;
  if (count === 0) return null;
  const [[name, id] = ['', 0]] = Object.entries(of);
  const text = oneOrSeveral(count, 'Reprice 1 unbilled log', 'Reprice # unbilled logs');
  return { to: `/work-logs/reprice?${name}=${id}`, text };
}

const STATES = `select before, after from history_entries indexed by history_entries_record
  where kind = ? and record_id = ? and after is not null`;

/** What a field of a record held whenever the trail knows of it, in pence; null for nothing. */
function statesOf(db: Database, kind: string, id: number, fields: string[]): (number | null)[][] {
  const entries = prepared<{ before: string | null; after: string }>(db, STATES).all(kind, id);
  const states = entries.flatMap(({ before, after }) => {
    const now = JSON.parse(after) as Record<string, unknown>;
    const was = { ...now, ...(JSON.parse(before ?? '{}') as Record<string, unknown>) };
    return [now, was].map((state) =>
      fields.map((name) => (typeof state[name] === 'string' ? parsePounds(state[name]) : null)),
    );
  });
  return [...new Map(states.map((state) => [state.join(), state])).values()];
}

/**
 * By which rule a log of this client, work type and job has its rate, as they are or once were: that for new logs, or
 * that for edited ones. Gives the rate by this rule today; null where no rule ever gave it, since then a person did.
 */
function ruleFor(
  db: Database,
  { clientId, workTypeId, jobId }: Pick<WorkLogRow, 'clientId' | 'workTypeId' | 'jobId'>,
): (ratePence: number) => number | null {
  const now = [
    getClient({ db }, clientId),
    getWorkType({ db }, workTypeId),
    jobId === null ? null : findJob({ db }, jobId),
  ] as const;
  const clients = statesOf(db, 'client', clientId, ['standardRate', 'discountedRate']).map(
    ([standard, discounted]) => ({
      standardRatePence: standard ?? 0,
      discountedRatePence: discounted ?? null,
    }),
  );
  const types = statesOf(db, 'work-type', workTypeId, ['hourlyRate']).map(([rate]) => ({
    hourlyRatePence: rate ?? 0,
  }));
  const jobs = (jobId === null ? [] : statesOf(db, 'job', jobId, ['hourlyRate'])).map(([rate]) => ({
    name: '',
    hourlyRatePence: rate ?? null,
  }));
  const forNew = new Set<number>();
  const forEdited = new Set<number>();
  for (const client of [now[0], ...clients])
    for (const type of [now[1], ...types])
      for (const job of [now[2], ...jobs]) {
        forNew.add(rateForNewLog(client, type, job));
        forEdited.add(rateForEditedLog(client, type, job));
      }
  return (ratePence) => {
    if (forNew.has(ratePence)) return rateForNewLog(...now);
    return forEdited.has(ratePence) ? rateForEditedLog(...now) : null;
  };
}
