import { entryOf, type Entry } from '../ai/batch/entry.ts';
import type { Services } from '../context.server.ts';
import { formatListDate } from '../lib/calendar.ts';
import { formatDuration } from '../lib/duration.ts';
import { getOpenWorkLog, getWorkLog } from './work-logs.server.ts';

type LogServices = Pick<Services, 'db'> & { config: Pick<Services['config'], 'timeZone'> };

/** A log whose description is to be rewritten; null when it does not exist any more. */
export function logToRewrite(services: LogServices, id: number): Entry | null {
  return entryOf(
    () => {
      const { clientName, workTypeName, date, duration, description } = getWorkLog(services, id);
      const day = formatListDate(date, services.config.timeZone);
      return {
        title: clientName,
        details: [workTypeName, day, duration > 0 ? inOnePiece(formatDuration(duration)) : '']
          .filter(Boolean)
          .join(' · '),
        text: description,
      };
    },
    () => getOpenWorkLog(services, id),
  );
}

/** Replaces spaces by non-breaking ones. */
function inOnePiece(text: string): string {
  return text.replaceAll(' ', '\u00a0');
}
