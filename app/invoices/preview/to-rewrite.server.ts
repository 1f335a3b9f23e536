import { prepared } from '#db/connection.server.ts';
import { MOST_REWRITES } from '../../ai/batch/batches.server.ts';
import type { Services } from '../../context.server.ts';
import type { WorkLogFilters } from '../../work-logs/list/filters.ts';
import type { InvoiceChoices } from '../lines/choices.ts';
import { isDescribed, type InvoiceGroup } from '../lines/groups.ts';
import { readTemplate } from '../template/template.server.ts';
import { isLeftOut, planPage } from './plan.server.ts';

const DECIDED = `select distinct r.subject_id as id from rewrites r
  join rewrite_batches b on b.id = r.batch_id
  where b.subject = 'work_log' and r.decision is not null
    and r.subject_id in (select value from json_each(?))`;

/** What is rewritten, by ids of logs, and the invoices as they were chosen. */
type ToRewrite = { ids: number[]; groups: InvoiceGroup[] };

/**
 * The logs whose descriptions may be rewritten, of those that go on the invoices; at most a batch. First come
 * those on whose rewrites nobody has decided yet.
 */
export function logsToRewrite(
  services: Pick<Services, 'db' | 'config' | 'ledger'>,
  filters: WorkLogFilters,
  choices: InvoiceChoices,
): ToRewrite {
  const template = readTemplate(services);
  const { groups } = planPage(services, filters, choices);
  const ids = groups
    .filter((group) => !isLeftOut(group))
    .flatMap(({ entries }) => entries.filter(({ goes }) => goes))
    .flatMap(({ logs }) => logs)
    .filter((log) => isDescribed(log, template))
    .map(({ id }) => id);
  const rows = prepared<{ id: number }>(services.db, DECIDED).all(JSON.stringify(ids));
  const decided = new Set(rows.map(({ id }) => id));
  const first = [...ids.filter((id) => !decided.has(id)), ...ids.filter((id) => decided.has(id))];
  return { ids: first.slice(0, MOST_REWRITES), groups };
}
