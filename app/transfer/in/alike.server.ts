import { createHash } from 'node:crypto';
import { prepared, type Database } from '#db/connection.server.ts';
import { addToDay, startOfBusinessDay } from '../../lib/calendar.ts';
import { PLACES } from '../../lib/money.ts';
import { cleanLine, storableText } from '../../lib/text.ts';
import { toItemColumns, type StoredItem } from '../../work-logs/hardware/hardware-items.ts';
import { findWorkLog } from '../../work-logs/work-logs.server.ts';
import { plainName } from './names.server.ts';
import type { WorkRow } from './reading/read-row.ts';
import { stagedItems, type StagedLine } from './staged.server.ts';

const MINUTE = 60_000;

const LOGS = `select id, hourly_rate_pence as rate, description from work_logs
  where client_id = :clientId and date >= :from and date < :until and work_type_id = :workTypeId
    and duration = :minutes and is_hardware = :isHardware order by rate, id`;

/** The log that is the same work as a line, item by item, and no other line's; null: there is none. */
export function findAlike(
  db: Database,
  line: StagedLine,
  { taken, timeZone }: { taken: ReadonlySet<number>; timeZone: string },
): number | null {
  const { clientId, workTypeId, minutes, isHardware, ratePence, description } = line;
  if (clientId === null || workTypeId === null) return null;
  const items = line.items === null ? null : itemsText(stagedItems(line.items).map(toItemColumns));
  const found = prepared<{ id: number; rate: number; description: string }>(db, LOGS)
    .all({ clientId, workTypeId, minutes, isHardware, ...periodOf(line, timeZone) })
    .find(
      (log) =>
        !taken.has(log.id) &&
        (ratePence === null || log.rate === ratePence) &&
        // Texts from before were not always cleaned.
        storableText(log.description) === description &&
        (items === null || itemsText(findWorkLog({ db }, log.id)?.hardwareItems ?? []) === items),
    );
  return found?.id ?? null;
}

/** From when until when a log can be the one of a line, `until` itself left out. */
function periodOf({ date, day, hasTime }: StagedLine, timeZone: string) {
  if (hasTime) {
    const from = Math.floor(date / MINUTE) * MINUTE;
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
  const words = [
    plainName(client),
    plainName(workType),
    hasTime ? Math.floor(date.getTime() / MINUTE) : day,
    items === null ? minutes : itemsText(items.map(toItemColumns)),
    description,
  ];
  return createHash('sha256').update(JSON.stringify(words)).digest('base64url').slice(0, 22);
}

const KEPT = `select work_log_id as log, rate_pence as rate from import_lines
  where digest = ? order by work_log_id`;

/**
 * The log of a line that came before and is no other line's; null: none. Unless `exactly`, either may have had no
 * rate.
 */
export function findKept(
  db: Database,
  { digest, ratePence }: StagedLine,
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
