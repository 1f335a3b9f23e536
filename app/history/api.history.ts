import { apiRoute } from '../auth/api-route.server.ts';
import { answerList } from '../http/api-list.server.ts';
import { ProductError } from '../lib/errors.ts';
import { toEntryView } from './history.ts';
import { readHistoryFilters } from './history-filters.ts';
import { listHistory } from './history.server.ts';

const route = apiRoute({
  GET: ({ context, url }) => {
    const { filters, issues } = readHistoryFilters(url.searchParams);
    if (issues) throw new ProductError(400, issues[0]?.message ?? 'Wrong filter.', issues);
    return answerList(context, url, {
      read: (page) => {
        const { entries, hasMore } = listHistory(context, filters, page);
        return { rows: entries, hasMore };
      },
      cursorOf: ({ at, id }) => ({ date: at.getTime(), id }),
      toView: toEntryView,
    });
  },
});

export const loader = route.loader;
export const action = route.action;
