import type { Services } from '../../context.server.ts';
import { answerList, type ListContext } from '../../http/api-list.server.ts';
import { ProductError } from '../../lib/errors.ts';
import { readFilters } from './filters.ts';
import { listWorkLogs } from './list.server.ts';
import { toWorkLogView } from '../work-logs.ts';

/** `GET /api/work-logs`, with the screen's filters. Throws 400. */
export function answerWorkLogs(context: ListContext & Pick<Services, 'db'>, url: URL): Response {
  const { filters, issues } = readFilters(url.searchParams);
  if (issues) throw new ProductError(400, issues[0]?.message ?? 'Wrong filter.', issues);
  return answerList(context, url, {
    read: (page) => {
      const { logs, hasMore } = listWorkLogs(context, filters, page);
      return { rows: logs, hasMore };
    },
    cursorOf: (log) => ({ date: log.date.getTime(), id: log.id }),
    toView: toWorkLogView,
  });
}
