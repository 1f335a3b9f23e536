import type { ApiTable } from '../auth/api-route.server.ts';
import { answerList } from '../http/api-list.server.ts';
import { checked } from '../lib/checked.ts';
import { listHistory, readHistoryFilters } from './history.server.ts';
import { toEntryView } from './history.ts';

export const HISTORY_API: ApiTable = {
  '/api/history': {
    GET: ({ context, url }) => {
      const filters = checked(readHistoryFilters(url.searchParams));
      return answerList(context, url, {
        read: (page) => listHistory(context, filters, page),
        cursorOf: ({ at, id }) => ({ date: at.getTime(), id }),
        toView: toEntryView,
      });
    },
  },
};
