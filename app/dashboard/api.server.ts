import { z } from 'zod';
import { read, type ApiTable } from '../auth/api-route.server.ts';
import { pounds } from '../records/answers.server.ts';
import { TimerOrNone } from '../work-logs/answers.server.ts';
import { answerUnlessKnown, readNow } from './now.server.ts';
import { loadStatistics, toStatisticsView } from './statistics/stats.server.ts';

/** Hours and pounds as numbers, by period, such as `todayHours` and `lastMonthRevenue`. */
const Statistics = z.record(z.string(), z.number());

const Worked = z.strictObject({ hours: z.number(), net: pounds });
const Now = z.strictObject({
  timer: TimerOrNone,
  today: Worked,
  week: Worked,
  unbilled: Worked,
  waiting: z.int().min(0).describe('In review'),
});

export const DASHBOARD_API: ApiTable = {
  '/api/now': {
    GET: read({ called: 'getNow', gives: Now }, ({ context, user, request }) =>
      answerUnlessKnown(request, readNow(context, user)),
    ),
  },
  '/api/dashboard/stats': {
    GET: read({ called: 'getStatistics', gives: Statistics }, ({ context }) =>
      toStatisticsView(loadStatistics(context).statistics),
    ),
  },
};
