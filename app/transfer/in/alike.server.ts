import { prepared, type Database } from '#db/connection.server.ts';
import { cleanLine, storableText } from '../../lib/text.ts';
import type { StoredItem } from '../../work-logs/hardware/hardware-items.ts';
import type { StagedItems } from './reading/read-items.ts';

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

/** A log, and its rate in pence. */
export type Alike = { id: number; rate: number };

const BLANKS = [
  ...[9, 10, 11, 12, 13, 32, 160, 5760, 8232, 8233, 8239, 8287, 12288, 65279],
  ...Array.from({ length: 11 }, (_, at) => 8192 + at),
];

/**
 * Texts from before were not always cleaned: they have NUL, other ends of lines, or blanks around them. These few
 * are compared once they are, beside those that are the same to the letter.
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
