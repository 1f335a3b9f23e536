import { prepared } from '#db/connection.server.ts';
import type { Services } from '../../context.server.ts';
import { formatTime } from '../../lib/calendar.ts';
import { newOneTimeKey } from '../../http/once/one-time-keys.server.ts';
import { formatElapsed } from './clock.ts';

type Row = {
  id: number;
  startedAt: number;
  isRunning: 0 | 1;
  client: string | null;
  workType: string | null;
};

const TIMERS = `
  select t.id, t.started_at as startedAt, t.stopped_at is null as isRunning,
    c.name as client, w.name as workType
  from timers t left join clients c on c.id = t.client_id left join work_types w on w.id = t.work_type_id
  where t.user_id = ?`;

/** What the frame of every screen shows of a person's timer. */
export type FrameTimer = ReturnType<typeof loadFrameTimer>;

/** The running timer as of now, by the server's clock, and how many drafts wait. */
export function loadFrameTimer(
  { db, clock, config }: Pick<Services, 'db' | 'clock' | 'config'>,
  person: { id: number },
) {
  const rows = prepared<Row>(db, TIMERS).all(person.id);
  const running = rows.find(({ isRunning }) => isRunning === 1);
  const drafts = rows.filter(({ isRunning }) => isRunning === 0).length;
  return { drafts, running: running ? toView(running) : null, oneTimeKey: newOneTimeKey() };

  function toView({ id, startedAt, client, workType }: Row) {
    const now = clock();
    const elapsed = Math.max(0, now.getTime() - startedAt);
    return {
      id,
      elapsed,
      shown: formatElapsed(elapsed),
      asOf: formatTime(now, config.timeZone),
      label: [client, workType].filter((name) => name !== null).join(' · '),
    };
  }
}
