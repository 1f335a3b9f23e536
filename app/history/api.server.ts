import { z } from 'zod';
import { read, type ApiTable } from '../auth/api-route.server.ts';
import { answerList } from '../http/api-list.server.ts';
import { checked } from '../lib/checked.ts';
import { HistoryEntry } from '../records/answers.server.ts';
import { Filters, listHistory, readHistoryFilters } from './history.server.ts';
import { toEntryView } from './history.ts';

const SAID = {
  called: 'listHistory',
  query: Filters,
  isPaged: true,
  gives: z.array(HistoryEntry),
} as const;

export const HISTORY_API: ApiTable = {
  '/api/history': {
    GET: read(SAID, ({ context, url }) => {
      const filters = checked(readHistoryFilters(url.searchParams));
      return answerList(context, url, {
        read: (page) => listHistory(context, filters, page),
        cursorOf: ({ at, id }) => ({ date: at.getTime(), id }),
        toView: toEntryView,
      });
    }),
  },
};
