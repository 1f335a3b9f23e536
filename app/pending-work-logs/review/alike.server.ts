import { prepared } from '#db/connection.server.ts';
import type { Services } from '../../context.server.ts';

// Labels are stored sorted, so that equal sets of labels have equal texts.
const ALIKE = `
  select id from pending_work_logs
  where id in (select value from json_each(?))
    and labels = (select labels from pending_work_logs where id = ?)
  order by id`;

/** Those of the ids whose tasks have the same labels as one task. */
export function labelsAlike({ db }: Pick<Services, 'db'>, id: number, ids: number[]): number[] {
  return prepared<{ id: number }>(db, ALIKE)
    .all(JSON.stringify(ids), id)
    .map((row) => row.id);
}
