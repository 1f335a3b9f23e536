import { apiRoute } from '../auth/api-route.server.ts';
import { answerList } from '../http/api-list.server.ts';
import { ProductError } from '../lib/errors.ts';
import { readPendingFilters } from './review/review-filters.ts';
import { listPendingLogs } from './pending-list.server.ts';
import { toPendingView } from './pending-work-logs.ts';

const route = apiRoute({
  GET: ({ context, url }) => {
    const { filters, issues } = readPendingFilters(url.searchParams);
    if (issues) throw new ProductError(400, issues[0]?.message ?? 'Wrong filter.', issues);
    return answerList(context, url, {
      read: (page) => {
        const { entries, hasMore } = listPendingLogs(context, filters, page);
        return { rows: entries, hasMore };
      },
      cursorOf: (entry) => ({ date: entry.completedAt.getTime(), id: entry.id }),
      toView: toPendingView,
    });
  },
});

export const loader = route.loader;
export const action = route.action;
