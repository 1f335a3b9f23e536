import { prepared } from '#db/connection.server.ts';
import { addToDay } from '../../lib/calendar.ts';
import { formatCount } from '../../lib/count.ts';
import { withoutSigns } from '../../lib/text.ts';
import { FULL_DAY, LONG_LOG } from '../../work-logs/doubtful.ts';
import type { Services } from '../../context.server.ts';

/** What confirms the doubtful lines of a file, all at once. */
export const CONFIRM_FILE = 'doubtful';

const NEW = 'import_id = :id and problem is null and not is_known';
const LINES = `select count(*) filter (where minutes > ${LONG_LOG}) as long,
  count(*) filter (where day < :yearAgo) as old from import_rows where ${NEW}`;
const DAYS = `select count(*) from (select 1 from import_rows where ${NEW}
  group by person_name, day having sum(minutes) > ${FULL_DAY})`;
const NAMES = `select name from import_names
  where import_id = :id and kind = 'client' and record_id is null and problem is null
  union select record ->> 'name' from import_rows where ${NEW} and minutes is null and not is_hardware`;

/**
 * What of a file would be asked about if somebody typed it in (lib/doubts.ts), as a sentence; null where nothing is.
 */
export function doubtsOfFile(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  id: number,
): string | null {
  const yearAgo = addToDay(clock().toISOString().slice(0, 10), -366);
  const lines = prepared<{ long: number; old: number }>(db, LINES).get({ id, yearAgo });
  const days = Number(prepared(db, DAYS).pluck().get({ id }));
  const known = new Set(prepared<string>(db, 'select name from clients').pluck().all());
  const here = new Set([...known].map(withoutSigns));
  const isTwin = (name: string | null) =>
    name !== null && !known.has(name) && here.has(withoutSigns(name));
  const names = prepared<string | null>(db, NAMES).pluck().all({ id });
  const twins = names.filter(isTwin).length;
  const found = [
    [lines?.old ?? 0, 'more than a year old'],
    [lines?.long ?? 0, 'of more than 16 hours'],
    [days, 'days of a person with more than 24 hours'],
    [twins, 'new clients with the name of one that is here, but for signs'],
  ] as const;
  const said = found.flatMap(([count, what]) =>
    count > 0 ? [`${formatCount(count)} ${what}`] : [],
  );
  return said.length === 0 ? null : `The file has lines that are doubtful: ${said.join(', ')}.`;
}
