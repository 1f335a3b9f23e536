import { createHash } from 'node:crypto';
import { z } from 'zod';
import { read, type ApiTable } from '../auth/api-route.server.ts';
import type { Services } from '../context.server.ts';
import { isKnown } from '../http/unchanged.server.ts';
import { toDecimalString } from '../lib/money.ts';
import { countPending } from '../pending-work-logs/pending-list.server.ts';
import { pounds } from '../records/answers.server.ts';
import type { UserView } from '../users/users.ts';
import { TimerOrNone } from '../work-logs/answers.server.ts';
import { runningTimer } from '../work-logs/timer/timer.server.ts';
import { toTimerView } from '../work-logs/timer/timer.ts';
import { readyAmounts } from './dashboard-screen.server.ts';
import {
  loadStatistics,
  sumOf,
  toStatisticsView,
  type Figures,
} from './statistics/stats.server.ts';

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

/** More than ever wait. */
const MOST_WAITING = 100_000;

const WAITING = {
  status: 'pending_review',
  clientId: null,
  startDate: null,
  endDate: null,
} as const;

const worked = ({ minutes, pence, includedVatPence }: Figures) => ({
  hours: minutes / 60,
  net: toDecimalString(pence - includedVatPence),
});

/**
 * What the Dashboard says of the present, for programs that show it all the time, and the timer of a person: by its
 * start, so that nothing of it changes while it runs. Hours are numbers, money is without VAT.
 */
function readNow(
  services: Pick<Services, 'db' | 'clock' | 'config' | 'ledger'>,
  user: Pick<UserView, 'id'>,
) {
  const { statistics } = loadStatistics(services);
  const { clients } = readyAmounts(services);
  const running = runningTimer(services.db, user);
  return {
    timer: running === null ? { running: false } : toTimerView(running),
    today: worked(statistics.today),
    week: worked(statistics.thisWeek),
    unbilled: worked({
      minutes: sumOf(clients.map(({ minutes }) => minutes)),
      pence: sumOf(clients.map(({ netPence }) => netPence)),
      includedVatPence: 0,
    }),
    waiting: countPending(services, WAITING, MOST_WAITING),
  };
}

/** An answer with its `ETag`; 304 for who has it already. */
function answerUnlessKnown(request: Request, data: unknown): Response {
  const text = JSON.stringify(data);
  const tag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  if (isKnown(request, tag)) return new Response(null, { status: 304, headers: { ETag: tag } });
  return new Response(text, { headers: { ETag: tag, 'Content-Type': 'application/json' } });
}
