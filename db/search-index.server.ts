import { sql } from 'drizzle-orm';
import { withoutTriggers } from './business-days.server.ts';
import { prepared, write, type Database } from './connection.server.ts';

/** How many bits of a place hold the log's id; those above hold the second of its date. */
const ID_BITS = 29n;

/** The highest second that a place can hold: in the year 2514. */
const LAST_SECOND = 2 ** 34 - 1;

/** SQL for the id in a place. */
export const idOfPlace = (place: string) => `-${place} & ${2 ** Number(ID_BITS) - 1}`;

/**
 * A log's place in the list: the second of its date, then its id, as a negative number, so that the
 * newest comes first. The index of words has its logs by place, so that it gives them in the order
 * of the list; it goes forward far more quickly than backward. The triggers `work_log_words_…` compute
 * the same. A place with id 0 is behind every log of its second.
 */
export function placeOf({ date, id }: { date: number; id: number }): bigint {
  const second = Math.min(Math.max(Math.trunc(date / 1_000), 0), LAST_SECOND);
  return -((BigInt(second) << ID_BITS) | BigInt(id));
}

/** The private character that begins the words of a log's filters in the index. */
export const MARK = '\uE000';

const PLACE = `-((min(max(date / 1000, 0), ${LAST_SECOND}) << ${ID_BITS}) | id)`;

/** A soft hyphen, spaces and joiners of no width, marks of direction and a byte order mark. */
const UNSEEN = [173, 8203, 8204, 8205, 8206, 8207, 8288, 65279];

/** A description as it stands and, where signs that nobody sees are in it, without these as well: they part no words. */
const AS_SHOWN = `description || case when description glob '*[' || char(${UNSEEN.join(', ')}) || ']*'
  then ' ' || ${UNSEEN.reduce((text, sign) => `replace(${text}, char(${sign}), '')`, 'description')}
  else '' end`;

const WORDS = `replace(${AS_SHOWN}, '${MARK}', ' ') || ' ${MARK}c' || client_id
  || ' ${MARK}t' || work_type_id || ' ${MARK}b' || billable || ' ${MARK}i' || is_invoiced
  || coalesce(' ${MARK}p' || created_by, '')`;

/** Runs writes to work logs that leave the index of words alone, then makes it anew: for many logs. */
export function withoutSearchIndex(db: Database, run: () => void): void {
  write(db, () => {
    withoutTriggers(db, 'work_log_words_%', run);
    db.run(sql`insert into work_log_words (work_log_words) values ('delete-all')`);
    db.run(sql`delete from work_log_places`);
    indexWords(db, 'true');
  });
}

/**
 * Adds logs, an SQL condition, to the index of words: for many logs, written without its triggers. By
 * their places, since the index begins a new part with every place that is before the last one.
 */
export function indexWords(db: Database, condition: string): void {
  const ordered = `from work_logs where ${condition} order by date desc, id desc`;
  setHashSize(db, LARGE_HASH);
  db.$client.exec(
    `insert into work_log_words (rowid, description) select ${PLACE}, ${WORDS} ${ordered}`,
  );
  setHashSize(db, USUAL_HASH);
  db.$client.exec(
    `insert into work_log_places (place, minutes, total_pence)
      select ${PLACE}, duration, total_pence ${ordered}`,
  );
}

/**
 * How many bytes of words the index keeps in memory before it writes a part: with more, many logs take
 * half as long. The usual size is SQLite's own.
 */
function setHashSize(db: Database, bytes: number): void {
  db.$client.exec(
    `insert into work_log_words (work_log_words, rank) values ('hashsize', ${bytes})`,
  );
}

const USUAL_HASH = 1024 * 1024;
const LARGE_HASH = 8 * USUAL_HASH;

/** How much one step merges, in pages of the index: a hundredth of a second. */
const STEP_PAGES = 400n;

const MERGE = `insert into work_log_words (work_log_words, rank) values ('merge', ?)`;

/**
 * Merges a few parts of the index of words, of which each write makes one. Gives whether there may be more
 * to merge. Throws when somebody else is writing just now.
 */
export function mergeWords(db: Database): boolean {
  const changes = () => Number(prepared(db, 'select total_changes()').pluck().get());
  const before = changes();
  prepared(db, MERGE).run(STEP_PAGES);
  // SQLite counts one change for the statement itself.
  return changes() - before > 1;
}
