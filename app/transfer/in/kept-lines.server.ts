import { createHash } from 'node:crypto';
import { prepared, type Database } from '#db/connection.server.ts';
import { itemsOf } from './alike.server.ts';
import { plainName } from './names.server.ts';
import type { WorkRow } from './reading/read-row.ts';

/**
 * Lines as they came, each by a digest of its words, with the log that it became or was: whatever is done to
 * the log since, its deletion too, does not make another line of it.
 */

const MINUTE = 60_000;

/**
 * The digest of a line's own words. Its rate is not among them: it stands beside, since one file of the same work may
 * have rates and another none.
 */
export function digestOf(row: WorkRow): string {
  const { client, workType, hasTime, date, day, minutes, items, description } = row;
  const words = [
    plainName(client),
    plainName(workType),
    hasTime ? Math.floor(date.getTime() / MINUTE) : day,
    items === null ? minutes : itemsOf(JSON.stringify(items)),
    description,
  ];
  return createHash('sha256').update(JSON.stringify(words)).digest('base64url').slice(0, 22);
}

/** A line that may have come before: its digest, and its rate in pence; null: the file has none. */
export type DigestedRow = { line: number; digest: string; ratePence: number | null };

const KEPT = `select work_log_id as log, rate_pence as rate from import_lines
  where digest = ? order by work_log_id`;

/**
 * The log of a line that came before, of those that no other line is yet; null: there is none. `exactly`: it had
 * the same rate, or none either; else one of both may have had none.
 */
export function findKept(
  db: Database,
  { digest, ratePence }: DigestedRow,
  { taken, exactly }: { taken: ReadonlySet<number>; exactly: boolean },
): number | null {
  const found = prepared<{ log: number; rate: number | null }>(db, KEPT)
    .all(digest)
    .find(
      ({ log, rate }) =>
        !taken.has(log) &&
        (rate === ratePence || (!exactly && (rate === null || ratePence === null))),
    );
  return found?.log ?? null;
}

/** Forgets the lines of an import that is undone: they may come in again. */
export function forgetLines(db: Database, importId: number): void {
  prepared(db, 'delete from import_lines where import_id = ?').run(importId);
}
