import { createHash } from 'node:crypto';
import type { Services } from '../context.server.ts';
import { isKnown } from '../http/unchanged.server.ts';
import { toDecimalString } from '../lib/money.ts';
import { countPending } from '../pending-work-logs/pending-list.server.ts';
import type { UserView } from '../users/users.ts';
import { runningTimer } from '../work-logs/timer/timer.server.ts';
import { toTimerView } from '../work-logs/timer/timer.ts';
import { readyAmounts } from './dashboard-screen.server.ts';
import { loadStatistics, type Figures } from './statistics/stats.server.ts';

/** More than ever wait. */
const MOST_WAITING = 100_000;

const WAITING = {
  status: 'pending_review',
  clientId: null,
  startDate: null,
  endDate: null,
} as const;

const worked = ({
  minutes,
  pence,
  includedVatPence = 0,
}: Pick<Figures, 'minutes' | 'pence'> & Partial<Figures>) => ({
  hours: minutes / 60,
  net: toDecimalString(pence - includedVatPence),
});

/**
 * What the Dashboard says of the present, for programs that show it all the time, and the timer of a person: by its
 * start, so that nothing of it changes while it runs. Hours are numbers, money is without VAT.
 */
export function readNow(
  services: Pick<Services, 'db' | 'clock' | 'config' | 'ledger'>,
  user: Pick<UserView, 'id'>,
) {
  const { statistics } = loadStatistics(services);
  const { clients } = readyAmounts(services);
  const sumOf = (name: 'minutes' | 'netPence') =>
    clients.reduce((sum, client) => sum + client[name], 0);
  const running = runningTimer(services.db, user);
  return {
    timer: running === null ? { running: false } : toTimerView(running),
    today: worked(statistics.today),
    week: worked(statistics.thisWeek),
    unbilled: worked({ minutes: sumOf('minutes'), pence: sumOf('netPence') }),
    waiting: countPending(services, WAITING, MOST_WAITING),
  };
}

/** An answer with its `ETag`; 304 for who has it already. */
export function answerUnlessKnown(request: Request, data: unknown): Response {
  const text = JSON.stringify(data);
  const tag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  const headers = { ETag: tag };
  if (isKnown(request, tag)) return new Response(null, { status: 304, headers });
  return new Response(text, { headers: { ...headers, 'Content-Type': 'application/json' } });
}
