import { prepared, type Database } from '#db/connection.server.ts';
import { cleanLine, storableText } from '../../lib/text.ts';
import type { StoredItem } from '../../work-logs/hardware/hardware-items.ts';
import type { StagedItems } from './reading/row-cells.ts';
import { createHash } from 'node:crypto';
import { plainName } from './names.server.ts';
import type { WorkRow } from './reading/read-row.ts';

/** The work of a line, whose client and work type are here already. */
export type StagedWork = {
  clientId: number;
  workTypeId: number;
  minutes: number;
  description: string;
  ratePence: number | null;
  /** JSON: the items of a hardware log. */
  items: string | null;
};

/** From when until when a log can be the one of a line, `until` itself left out. */
export type Period = { from: number; until: number };

type Alike = { id: number; rate: number };

const BLANKS = [
  ...[9, 10, 11, 12, 13, 32, 160, 5760, 8232, 8233, 8239, 8287, 12288, 65279],
  ...Array.from({ length: 11 }, (_, at) => 8192 + at),
];

/**
 * Texts from before were not always cleaned: these few are compared once they are, beside those that are the same to
 * the letter.
 */
const MAYBE_SAID = `(description = :description or instr(description, char(13))
  or instr(description, char(0)) or description <> trim(description, char(${BLANKS.join(', ')})))`;

const TIME = `select id, hourly_rate_pence as rate, description from work_logs
  where client_id = :clientId and date >= :from and date < :until and work_type_id = :workTypeId
    and duration = :minutes and ${MAYBE_SAID} order by rate, id`;

/** Items as one JSON text, so that lists of them can be compared. */
const LISTED = (fields: string) => `json_group_array(json_array(${fields}))`;
const ITEMS_OF_LOG = `(select ${LISTED(`item_name, description, quantity, unit_price_pence, vat_included,
    vat_rate_hundredths, tax_code`)}
  from (select * from hardware_items i where i.work_log_id = w.id order by i.id))`;

/** Names from before may be of several lines: JSON has a backslash there, or one of these signs. */
const MAYBE_ITEMS = `(items = :items or instr(items, '\\') or instr(items, char(133))
  or instr(items, char(8232)) or instr(items, char(8233)))`;

const HARDWARE = `select id, 0 as rate, description, items from (
    select id, description, ${ITEMS_OF_LOG} as items from work_logs w
    where client_id = :clientId and date >= :from and date < :until and work_type_id = :workTypeId
      and is_hardware and ${MAYBE_SAID})
  where ${MAYBE_ITEMS} order by id`;

/** The logs of time that are the same work as a line, in the order of their rates. */
export function listTimeLike(db: Database, work: StagedWork, period: Period): Alike[] {
  const { clientId, workTypeId, minutes, description } = work;
  return prepared<Alike & { description: string }>(db, TIME)
    .all({ clientId, workTypeId, minutes, description, ...period })
    .filter((log) => storableText(log.description) === description);
}

/** The hardware logs that are the same work as a line, item by item. */
export function listHardwareLike(
  db: Database,
  work: StagedWork & { items: string },
  period: Period,
): Alike[] {
  const { clientId, workTypeId, description } = work;
  const items = itemsOf(work.items);
  return prepared<Alike & { description: string; items: string }>(db, HARDWARE)
    .all({ clientId, workTypeId, description, items, ...period })
    .filter((log) => storableText(log.description) === description && cleaned(log.items) === items);
}

type Listed = [name: string, description: string, ...rest: unknown[]];

/** The items of a log as {@link itemsOf} lists those of a line. */
export function itemsOfLog(items: StoredItem[]): string {
  return JSON.stringify(
    items.map((item): Listed => {
      const { itemName, description, quantity, unitPricePence, vatIncluded } = item;
      const { vatRateHundredths, taxCode } = item;
      const texts = [cleanLine(itemName), storableText(description)] as const;
      return [...texts, quantity, unitPricePence, Number(vatIncluded), vatRateHundredths, taxCode];
    }),
  );
}

/** The items of a line as SQLite lists those of a log. */
export function itemsOf(staged: string): string {
  const { items } = JSON.parse(staged) as StagedItems;
  return JSON.stringify(
    items.map((item): Listed => {
      const { itemName, description, quantity, unitPrice, vatIncluded, vatRate, taxCode } = item;
      return [itemName, description, quantity, unitPrice, Number(vatIncluded), vatRate, taxCode];
    }),
  );
}

function cleaned(items: string): string {
  return JSON.stringify(
    (JSON.parse(items) as Listed[]).map(([name, description, ...rest]) => [
      cleanLine(name),
      storableText(description),
      ...rest,
    ]),
  );
}

/**
 * Lines as they came, with the log that each became: whatever is done to the log since does not make another line of
 * it.
 */

const MINUTE = 60_000;

/** The digest of a line's own words, without its rate: one file of the same work may have rates and another none. */
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
 * The log of a line that came before and is no other line's; null: none. Unless `exactly`, either may have had no
 * rate.
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
