import { z } from 'zod';
import { read, type ApiTable } from '../auth/api-route.server.ts';
import { loadStatistics, toStatisticsView } from './statistics/stats.server.ts';

/** Hours and pounds as numbers, by period, such as `todayHours` and `lastMonthRevenue`. */
const Statistics = z.record(z.string(), z.number());

export const DASHBOARD_API: ApiTable = {
  '/api/dashboard/stats': {
    GET: read({ called: 'getStatistics', gives: Statistics }, ({ context }) =>
      toStatisticsView(loadStatistics(context).statistics),
    ),
  },
};
