import { prepared } from '#db/connection.server.ts';
import type { Services } from '../context.server.ts';
import { formatBritishMoment } from '../lib/calendar.ts';
import { listHistory } from './history.server.ts';
import { formatRecord, type ReadEntry, type RecordName } from './history.ts';
import { sayEntry, sentenceOf } from './say-entry.ts';

type HistoryServices = Pick<Services, 'db'> & { config: Pick<Services['config'], 'timeZone'> };

const MOST_LINES = 5;

/** A record's own history for its dialog: a sentence a line, newest first, and where all of it is. */
export type RecordHistory = { lines: { id: number; text: string }[]; all: string };

const TASK_OF_LOG = 'select id from pending_work_logs where work_log_id = ?';

/** The last changes of a record; of a work log also those of the task that it came from. */
export function recordHistory(services: HistoryServices, record: RecordName): RecordHistory {
  const entries = [record, ...originOf(services, record)]
    .flatMap((one) => {
      const filters = { record: one, kind: null, person: null, from: null, to: null };
      return listHistory(services, filters, { limit: MOST_LINES }).rows;
    })
    .sort((one, other) => other.at.getTime() - one.at.getTime() || other.id - one.id);
  return {
    lines: entries
      .slice(0, MOST_LINES)
      .map((entry) => ({ id: entry.id, text: lineOf(entry, services.config.timeZone) })),
    all: `/history?record=${formatRecord(record)}`,
  };
}

function originOf({ db }: HistoryServices, { kind, id }: RecordName): RecordName[] {
  if (kind !== 'work-log' || id === null) return [];
  const task = prepared<{ id: number }>(db, TASK_OF_LOG).get(id);
  return task ? [{ kind: 'pending-work-log', id: task.id }] : [];
}

/** `29 Mar 2026, 12:00, Ann Lee: Rate changed from £60.00 to £75.00`. */
const lineOf = (entry: ReadEntry, timeZone: string) =>
  `${formatBritishMoment(entry.at, timeZone)}, ${entry.by}: ${sentenceOf(sayEntry(entry, timeZone))}`;
