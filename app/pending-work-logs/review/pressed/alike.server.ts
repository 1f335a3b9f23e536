import { prepared } from '#db/connection.server.ts';
import type { Services } from '../../../context.server.ts';

// Labels are stored sorted, so that equal sets of labels have equal texts.
const ALIKE = `
  select id from pending_work_logs
  where id in (select value from json_each(?))
    and labels = (select labels from pending_work_logs where id = ?)`;

/** Those of the ids whose tasks have the same labels as one task, in their order. */
export function labelsAlike({ db }: Pick<Services, 'db'>, id: number, ids: number[]): number[] {
  const rows = prepared<{ id: number }>(db, ALIKE).all(JSON.stringify(ids), id);
  const alike = new Set(rows.map((row) => row.id));
  return ids.filter((one) => alike.has(one));
}
