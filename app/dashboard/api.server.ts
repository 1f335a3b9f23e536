import type { ApiTable } from '../auth/api-route.server.ts';
import { answerUnlessKnown, readNow } from './now.server.ts';
import { loadStatistics, toStatisticsView } from './statistics/stats.server.ts';

export const DASHBOARD_API: ApiTable = {
  '/api/now': {
    GET: ({ context, user, request }) => answerUnlessKnown(request, readNow(context, user)),
  },
  '/api/dashboard/stats': {
    GET: ({ context }) => toStatisticsView(loadStatistics(context).statistics),
  },
};
