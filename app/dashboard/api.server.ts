import type { ApiTable } from '../auth/api-route.server.ts';
import { loadStatistics } from './statistics/stats.server.ts';
import { toStatisticsView } from './statistics/stats.ts';

export const DASHBOARD_API: ApiTable = {
  '/api/dashboard/stats': {
    GET: ({ context }) => toStatisticsView(loadStatistics(context).statistics),
  },
};
