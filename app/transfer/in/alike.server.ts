import { createHash } from 'node:crypto';
import { prepared } from '#db/connection.server.ts';
import { addToDay, startOfBusinessDay } from '../../lib/calendar.ts';
import { PLACES } from '../../lib/money.ts';
import { cleanLine, storableText } from '../../lib/text.ts';
import { toItemColumns, type StoredItem } from '../../work-logs/hardware/hardware-items.ts';
import { findWorkLog } from '../../work-logs/work-logs.server.ts';
import type { Comparing, Found } from './comparing.ts';
import { plainName } from './names.server.ts';
import type { WorkRow } from './reading/read-row.ts';
import { stagedItems, type StagedLine } from './staged.server.ts';

const MINUTE = 60_000;

/** The minute of an instant in milliseconds, by which times of day are compared. */
export const minuteOf = (milliseconds: number) => Math.floor(milliseconds / MINUTE);

/**
 * A log that came as a line is asked for by that line. Only while it is as that line said may it be one that is
 * written in another way, such as by the day alone.
 */
const LOGS = `select id, hourly_rate_pence as rate, description from work_logs w
  where client_id = :clientId and date >= :from and date < :until and work_type_id = :workTypeId
    and duration = :minutes and is_hardware = :isHardware
    and not exists (select 1 from import_lines where work_log_id = w.id and digest = :digest)
    and (not exists (select 1 from import_lines where work_log_id = w.id and digest is not null)
      or exists (select 1 from import_lines k where work_log_id = w.id and digest is not null
        and (k.minutes is null or (k.minutes = w.duration and k.description = w.description
          and abs(k.date - w.date) < 43200000))))
  order by rate, id`;

/** The log that is the same work as a line, item by item, and no other line's; null: there is none. */
export function findAlike(line: StagedLine, { db, taken, timeZone }: Comparing): Found | null {
  const { clientId, workTypeId, minutes, isHardware, ratePence, description, digest } = line;
  if (clientId === null || workTypeId === null) return null;
  const items = line.items === null ? null : itemsText(stagedItems(line.items).map(toItemColumns));
  const found = prepared<{ id: number; rate: number; description: string }>(db, LOGS)
    .all({ clientId, workTypeId, minutes, isHardware, digest, ...periodOf(line, timeZone) })
    .find(
      (log) =>
        !taken.has(log.id) &&
        (ratePence === null || log.rate === ratePence) &&
        // Texts from before were not always cleaned.
        storableText(log.description) === description &&
        (items === null || itemsText(findWorkLog({ db }, log.id)?.hardwareItems ?? []) === items),
    );
  return found === undefined ? null : { log: found.id };
}

/** From when until when a log can be the one of a line, `until` itself left out. */
function periodOf({ date, day, hasTime }: StagedLine, timeZone: string) {
  if (hasTime) {
    const from = minuteOf(date) * MINUTE;
    return { from, until: from + MINUTE };
  }
  const startOf = (of: string) => startOfBusinessDay(of, timeZone).getTime();
  return { from: startOf(day), until: startOf(addToDay(day, 1)) };
}

/** Items as one text, by which lists of them are compared. Prices are in pence, as in the digests from before. */
export function itemsText(items: Omit<StoredItem, 'id'>[]): string {
  return JSON.stringify(
    items.map(({ itemName, description, quantityInPlaces, unitPriceInPlaces, ...item }) => {
      const texts = [cleanLine(itemName), storableText(description)];
      const vat = [Number(item.vatIncluded), item.vatRateHundredths, item.taxCode];
      return [...texts, quantityInPlaces / PLACES, unitPriceInPlaces / 100, ...vat];
    }),
  );
}

/**
 * The digest of a line's own words, without its rate: one file of the same work may have rates and another none. It
 * is kept with the log that the line became: whatever is done to the log since does not make another line of it.
 */
export function digestOf(row: WorkRow): string {
  const { client, workType, hasTime, date, day, minutes, items, description } = row;
  return hashOf([
    plainName(client),
    plainName(workType),
    hasTime ? minuteOf(date.getTime()) : day,
    items === null ? minutes : itemsText(items.map(toItemColumns)),
    description,
  ]);
}

/** The digest of a line's cells as they came: the same, whatever was chosen of its dates, money and columns. */
export function rawOf(header: readonly string[], cells: readonly string[]): string {
  const last = cells.findLastIndex((cell) => cell.trim() !== '');
  return hashOf([header, cells.slice(0, last + 1)].map((list) => list.map((cell) => cell.trim())));
}

const hashOf = (words: unknown[]) =>
  createHash('sha256').update(JSON.stringify(words)).digest('base64url').slice(0, 22);
