import { createHash } from 'node:crypto';
import { prepared, type Database } from '#db/connection.server.ts';
import { conflict, ProductError } from '../../lib/errors.ts';
import { storableText } from '../../lib/text.ts';
import { toItemColumns } from '../../work-logs/hardware/hardware-items.ts';
import type { NamedWorkLog, WorkLogChange } from '../../work-logs/work-logs.ts';
import {
  findWorkLog,
  getWorkLog,
  updateWorkLog,
  type WorkLogServices,
} from '../../work-logs/work-logs.server.ts';
import { itemsText, minuteOf } from './alike.server.ts';
import type { LineField } from './comparing.ts';
import { JOINED, listLines, stagedItems, stepsOfLines, type StagedLine } from './staged.server.ts';

/**
 * Lines that say something else than their logs, which is an edit: rows of our own file of work logs
 * (`own-rows.server.ts`), and lines that changed where they come from (`came.server.ts`).
 */

/** Why a log cannot become what a line says, as a sentence; null: it can. */
export function doubtOf(
  row: StagedLine,
  log: NamedWorkLog,
  isChanged: boolean,
  isTwice = false,
): string | null {
  const name = `Log ${log.id}`;
  if (Boolean(row.isHardware) !== log.isHardware) {
    return `${name} is for ${log.isHardware ? 'hardware' : 'time'}, and stays that.`;
  }
  if (isTwice) {
    return `${name} stands in this file more than once. Empty the id of a line that is another log.`;
  }
  const items = row.items === null ? null : itemsText(stagedItems(row.items).map(toItemColumns));
  if (items !== null && items !== itemsText(log.hardwareItems)) {
    return `${name} has other items here. Change them on its page.`;
  }
  if (isChanged && (log.isInvoiced || log.isClaimed)) {
    return `${name} is on an invoice, so it stays as it is, and this line says something else.`;
  }
  return null;
}

/**
 * What a row says otherwise than its log, of what it `says`; a client, job or work type that is to be made has the
 * id 0.
 */
export function changeOf(
  row: StagedLine,
  log: NamedWorkLog,
  said: readonly string[] = (row.says ?? '').split(','),
): WorkLogChange {
  const says = (field: LineField) => said.includes(field);
  const change: WorkLogChange = {};
  if (says('client') && row.clientId !== log.clientId) change.clientId = row.clientId ?? 0;
  if (says('workType') && row.workTypeId !== log.workTypeId) {
    change.workTypeId = row.workTypeId ?? 0;
  }
  if (
    says('job') &&
    row.jobName !== null &&
    (change.clientId !== undefined || row.jobName !== (log.jobName ?? ''))
  ) {
    change.jobId = row.jobName === '' ? null : (row.jobId ?? 0);
  }
  const isMoved = Object.keys(change).length > 0;
  if (says('date') && row.hasTime && minuteOf(row.date) !== minuteOf(log.date.getTime())) {
    change.date = { instant: new Date(row.date) };
  }
  if (says('date') && !row.hasTime && row.day !== log.day) change.date = { day: row.day };
  if (says('description') && row.description !== storableText(log.description)) {
    change.description = row.description;
  }
  if (says('billable') && Boolean(row.billable) !== log.billable) change.billable = !log.billable;
  if (log.isHardware) return change;
  if (says('duration') && row.minutes !== log.duration) change.duration = row.minutes;
  // Another client, work type or job would have the rules give the rate, and the row says it.
  const { ratePence } = row;
  const rate = says('rate') ? ratePence : log.hourlyRatePence;
  if (ratePence !== null && rate !== null && (isMoved || rate !== log.hourlyRatePence)) {
    change.hourlyRate = rate;
  }
  return change;
}

const CHANGED = `r.is_changed and r.doubt is null and r.says <> ''`;
const KEYS = `select concat_ws(':', r.line, w.version, coalesce(c.record_id, 0), coalesce(t.record_id, 0))
  from ${JOINED} join work_logs w on w.id = r.known_log
  where r.import_id = ? and ${CHANGED} order by r.line`;

/** What stands for each edit of a file, of its log as it is now: another text once that is another. */
const keysOf = (db: Database, importId: number) => prepared<string>(db, KEYS).pluck().all(importId);

const hashOf = (keys: string[]) => createHash('sha256').update(keys.join(' ')).digest('base64url');

const LEAVE = `update import_rows set says = '' where import_id = :id and is_changed
  and line not in (select value from json_each(:lines))`;

/**
 * Leaves the edits of a file that were not chosen (`Choices.edits`). False, and nothing is changed: what was chosen is
 * another edit by now.
 */
export function leaveOthers(db: Database, importId: number, edits: string | null): boolean {
  const chosen = new Set(edits?.split(' '));
  const keys = keysOf(db, importId);
  if (chosen.has('all') || chosen.has(hashOf(keys))) return true;
  const taken = keys.filter((key) => chosen.has(key));
  if (taken.length < chosen.size) return false;
  const lines = JSON.stringify(taken.map((key) => Number.parseInt(key)));
  prepared(db, LEAVE).run({ id: importId, lines });
  return true;
}

/** The first edits of an import, at most so many, each with its log and what stands for it; `seen`: for all of them. */
export function listEdits(db: Database, importId: number, most: number) {
  const keys = keysOf(db, importId);
  const byLine = new Map(keys.map((key) => [Number.parseInt(key), key]));
  const edits = listLines(db, importId, { which: CHANGED, most }).flatMap((row) => {
    const log = row.knownLog === null ? null : findWorkLog({ db }, row.knownLog);
    const key = byLine.get(row.line);
    return log === null || key === undefined ? [] : [{ row, log, key }];
  });
  return { seen: hashOf(keys), edits };
}

/**
 * Changes the logs of all edits that are not left, as any edit does, in the caller's transaction. Throws 409 for one that
 * cannot be.
 */
export function applyEdits(services: WorkLogServices, importId: number): void {
  for (const rows of stepsOfLines(services.db, importId, CHANGED)) {
    for (const row of rows) {
      const { line, knownLog: id } = row;
      if (id === null) continue;
      ofLine(line, () => updateWorkLog(services, id, changeOf(row, getWorkLog(services, id))));
    }
  }
}

/** Does what a line says. Throws 409 with the line where that cannot be. */
export function ofLine<Result>(line: number, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    throw conflict(`Not imported because of line ${line}. ${error.message}`);
  }
}
