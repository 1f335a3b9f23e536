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
import type { ManyServices } from './many.server.ts';
import { MOST_AT_ONCE, type RepriceOf } from './many.ts';
import { changeKept, keepForUndo } from './undo-many.server.ts';

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
  const { clientId, workTypeId = 0 } = of;
  const { id } = clientId ? getClient({ db }, clientId) : getWorkType({ db }, workTypeId);
  const rates = new Map<string, number>();
  const logs: Repriced[] = [];
  for (const row of prepared<WorkLogRow>(db, clientId ? OF_CLIENT : OF_TYPE).all(id)) {
    const key = [row.clientId, row.workTypeId, row.jobId, row.hourlyRatePence].join();
    const ratePence = rates.get(key) ?? rateToday(db, row);
    rates.set(key, ratePence);
    if (ratePence === row.hourlyRatePence) continue;
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
export function reprice(services: ManyServices, of: RepriceOf, as?: string) {
  return write(services.db, () => {
    const plan = planRepricing(services, of);
    if (as !== undefined && as !== printRepricing(plan))
      throw conflict(
        'Logs or rates were changed since this page was opened, so nothing was repriced. Look at the sums again.',
      );
    const kept = plan.logs.map(({ log, ratePence }) =>
      changeKept(services, log.id, { hourlyRate: ratePence, isRateByRules: true }),
    );
    return { ...plan, done: keepForUndo(services, 'repriced', { kept, left: [] }) };
  });
}

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

/** What these fields of a record held whenever the trail knows of it, in pence; 0 for nothing. */
function statesOf(db: Database, kind: string, id: number, names: string[]): number[][] {
  const query = (state: string) => `
    select ${names.map((name) => `${state} ->> '${name}'`).join()}
    from history_entries indexed by history_entries_record
    where kind = :kind and record_id = :id and after is not null`;
  const text = `${query('after')} union ${query("json_patch(after, coalesce(before, '{}'))")}`;
  const states = prepared<(string | null)[]>(db, text).raw().all({ kind, id });
  return states.map((rates) => rates.map((rate) => parsePounds(rate ?? '') ?? 0));
}

/**
 * What the rate of a log is today, in pence, by the rule that gave it as its client, work type and job are or once were:
 * that for new logs, or that for edited ones. Its own rate where no rule ever gave it, since then a person did.
 */
function rateToday(db: Database, log: WorkLogRow): number {
  const { clientId, workTypeId, jobId, hourlyRatePence: own } = log;
  const ofClient = statesOf(db, 'client', clientId, ['standardRate', 'discountedRate']);
  const ofType = statesOf(db, 'work-type', workTypeId, ['hourlyRate']);
  const ofJob = jobId === null ? [] : statesOf(db, 'job', jobId, ['hourlyRate']);
  const clients = ofClient.map(([standardRatePence = 0, discountedRatePence = 0]) => ({
    standardRatePence,
    discountedRatePence,
  }));
  const types = ofType.map(([hourlyRatePence = 0]) => ({ hourlyRatePence }));
  const jobs = ofJob.map(([hourlyRatePence = 0]) => ({ name: '', hourlyRatePence }));
  const now = [
    getClient({ db }, clientId),
    getWorkType({ db }, workTypeId),
    jobId === null ? null : findJob({ db }, jobId),
  ] as const;
  const states = [now[0], ...clients].flatMap((client) =>
    [now[1], ...types].flatMap((type) =>
      [now[2], ...jobs].map((job) => [client, type, job] as const),
    ),
  );
  if (states.some((state) => rateForNewLog(...state) === own)) return rateForNewLog(...now);
  const isEdited = states.some((state) => rateForEditedLog(...state) === own);
  return isEdited ? rateForEditedLog(...now) : own;
}
