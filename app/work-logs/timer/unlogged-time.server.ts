import type { Timer } from '#db/schema.ts';
import { prepared } from '#db/connection.server.ts';
import type { Services } from '../../context.server.ts';
import { formatDuration } from '../../lib/duration.ts';
import { shorten } from '../../lib/shorten.ts';
import { formatStart, isForgotten, minutesBetween } from './timer.ts';
import { listDrafts, runningTimer } from './timer.server.ts';

type Names = { client: string | null; workType: string | null };

const NAMES = `
  select c.name as client, w.name as workType from timers t
  left join clients c on c.id = t.client_id left join work_types w on w.id = t.work_type_id
  where t.id = ?`;

/** Enough of a description to tell what the time was for, in characters. */
const SHOWN = 200;

/** The running timer and the drafts of a person, oldest first, each said in a line. */
export function unloggedTime(
  { db, config }: Pick<Services, 'db' | 'config'>,
  person: { id: number },
): { id: number; text: string }[] {
  const running = runningTimer(db, person);
  return [...listDrafts(db, person), ...(running ? [running] : [])].map((timer) => {
    const names = prepared<Names>(db, NAMES).get(timer.id);
    const what = [names?.client, names?.workType, shorten(timer.description, SHOWN)];
    const started = formatStart(timer, config.timeZone);
    const told = [`${started}, ${sayLength(timer, config.timeZone)}`, sayWhat(what)];
    return { id: timer.id, text: told.join(': ') };
  });
}

function sayLength({ startedAt, stoppedAt }: Timer, timeZone: string): string {
  if (stoppedAt === null) return 'still running';
  if (isForgotten(startedAt, stoppedAt, timeZone)) return 'with its end to be said';
  return formatDuration(minutesBetween(startedAt, stoppedAt));
}

function sayWhat(parts: (string | null | undefined)[]): string {
  return parts.filter(Boolean).join(' · ') || 'not said what for';
}
