import type { Database } from '#db/connection.server.ts';
import type { Condition } from '../../lib/paging.ts';
import type { WorkLogFilters } from './filters.ts';
import { IDS_BY_WORDS, wordConditions } from './search.server.ts';

/** The few logs of a job, in the order of the list. */
export const LOGS_OF_JOB = 'work_logs w indexed by work_logs_job_date';

/**
 * All filters but the days as conditions on the row of a log, `w`: for few logs, found otherwise already. Null when no log
 * can match.
 */
export function plainConditions(
  db: Database,
  filters: WorkLogFilters,
  timeZone: string,
): Condition<number | string | bigint>[] | null {
  const { clientId, jobId, isInvoiced, workTypeId, billable, person, q } = filters;
  const equal = {
    'w.client_id': clientId,
    'w.job_id': jobId,
    'w.work_type_id': workTypeId,
    'w.is_invoiced': isInvoiced,
    'w.billable': billable,
    'w.created_by': person,
  };
  const conditions = Object.entries(equal).flatMap(
    ([column, value]): Condition<number | string | bigint>[] =>
      value === null ? [] : [[`${column} = ?`, [Number(value)]]],
  );
  if (q === null) return conditions;
  const words = wordConditions(db, filters, {}, timeZone);
  if (words === null) return null;
  const where = words.map(([text]) => text).join(' and ');
  const values = words.flatMap(([, some]) => some);
  return [...conditions, [`w.id in (${IDS_BY_WORDS} where ${where})`, values]];
}
