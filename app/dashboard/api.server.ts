import type { ApiTable } from '../auth/api-route.server.ts';
import { loadStatistics, toStatisticsView } from './statistics/stats.server.ts';

export const DASHBOARD_API: ApiTable = {
  '/api/dashboard/stats': {
    GET: ({ context }) => toStatisticsView(loadStatistics(context).statistics),
  },
};
