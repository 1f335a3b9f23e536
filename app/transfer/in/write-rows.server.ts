import { prepared, write } from '#db/connection.server.ts';
import { addWorkLogs } from '#db/many-work-logs.server.ts';
import { createClient } from '../../clients/clients.server.ts';
import { ClientInput } from '../../clients/clients.ts';
import type { Services } from '../../context.server.ts';
import { createWorkType } from '../../work-types/work-types.server.ts';
import { FALLBACK_RATE_PENCE } from '../../work-types/fallback-rate.ts';
import { eq } from 'drizzle-orm';
import { workTypes } from '#db/schema.ts';
import type { FileFormat } from './reading/fields.ts';
import { plainName } from './names.server.ts';
import { applyEdits } from './own-rows.server.ts';
import type { ClientRecord, WorkTypeRecord } from './reading/read-own.server.ts';

/** The services that writing needs. */
export type WriteServices = Pick<Services, 'db' | 'clock'>;

const ADD_RECORD = 'insert into import_records (import_id, kind, record_id) values (?, ?, ?)';
const OWN_ROWS = `select record from import_rows
  where import_id = ? and problem is null and not is_known order by line`;

/** Makes the clients or work types of a file of ours that are not here yet. In the caller's transaction. */
export function writeOwnRows(
  services: WriteServices,
  importId: number,
  format: 'clients' | 'work-types',
): void {
  const { db } = services;
  const rows = prepared<{ record: string }>(db, OWN_ROWS).all(importId);
  for (const { record } of rows) {
    const isClient = format === 'clients';
    const id = isClient ? addClient(services, record) : addWorkType(services, record);
    prepared(db, ADD_RECORD).run(importId, isClient ? 'client' : 'work-type', id);
  }
}

/** Whoever sent the file is asked about all of it at once. */
function addClient({ db, clock }: WriteServices, json: string): number {
  return createClient({ db, clock }, JSON.parse(json) as ClientRecord).id;
}

function addWorkType({ db, clock }: WriteServices, json: string): number {
  const { isActive, ...input } = JSON.parse(json) as WorkTypeRecord;
  const { id } = createWorkType({ db, clock }, input);
  if (!isActive) db.update(workTypes).set({ isActive }).where(eq(workTypes.id, id)).run();
  return id;
}

const NEW_NAMES = `select n.id, n.kind, n.name, n.is_hardware as isHardware from import_names n
  where n.import_id = :id and n.record_id is null and n.problem is null and exists (
    select 1 from import_rows r where r.import_id = :id and r.problem is null
      and (not r.is_known or (:edits and r.is_changed and r.doubt is null)) and (r.client_name = n.id or r.work_type_name = n.id))
  order by n.id`;
const SET_NAME = 'update import_names set record_id = ? where id = ?';

type NewName = { id: number; kind: 'client' | 'work-type'; name: string; isHardware: number };

/** Makes the clients and work types that lines name and nobody has yet, with the usual rates. */
function makeNames(services: WriteServices, { importId, edits }: Written): void {
  const { db } = services;
  const made = new Map<string, number>();
  for (const { id, kind, name, isHardware } of db.$client
    .prepare<[{ id: number; edits: number }], NewName>(NEW_NAMES)
    .all({ id: importId, edits: Number(edits) })) {
    // `Acme` and `acme` of one file are one client.
    const key = `${kind} ${isHardware} ${plainName(name)}`;
    const known = made.get(key);
    const recordId = known ?? makeOne(services, { kind, name, isHardware: isHardware === 1 });
    if (known === undefined) prepared(db, ADD_RECORD).run(importId, kind, recordId);
    made.set(key, recordId);
    prepared(db, SET_NAME).run(recordId, id);
  }
}

function makeOne(
  { db, clock }: WriteServices,
  { kind, name, isHardware }: { kind: NewName['kind']; name: string; isHardware: boolean },
): number {
  if (kind === 'work-type') {
    const hourlyRate = isHardware ? 0 : FALLBACK_RATE_PENCE;
    return createWorkType({ db, clock }, { name, hourlyRate, description: null, isHardware }).id;
  }
  return createClient({ db, clock }, ClientInput.parse({ name })).id;
}

/** The rate that the rules give a new log (`rateForNewLog`), and an edited one, in SQL. */
const NEW_RATE = `case when c.standard_rate_pence > 0 then c.standard_rate_pence
  when t.hourly_rate_pence > 0 then t.hourly_rate_pence else ${FALLBACK_RATE_PENCE} end`;
const EDITED_RATE = `case when c.discounted_rate_pence > 0 then c.discounted_rate_pence
  when t.hourly_rate_pence > 0 then t.hourly_rate_pence else ${FALLBACK_RATE_PENCE} end`;

/**
 * The lines that become logs, each with the id of its log. Logs of one minute keep the order of their
 * file: ours have the newest first, so they are gone through from the end.
 */
const NEW_LINES = `select :after + row_number() over (order by r.date, r.line * :way) as log_id, r.*,
    cn.record_id as client_id, tn.record_id as work_type_id
  from import_rows r
  join import_names cn on cn.id = r.client_name
  join import_names tn on tn.id = r.work_type_name
  where r.import_id = :id and r.problem is null and not r.is_known`;

const ADD_LOGS = `insert into work_logs (id, client_id, work_type_id, is_hardware, duration, description,
    hourly_rate_pence, has_own_rate, total_pence, included_vat_pence, billable, date, day, is_invoiced,
    xero_invoice_number, created_by, created_at, updated_at)
  select r.log_id, c.id, t.id, r.is_hardware, r.minutes, r.description,
    coalesce(r.rate_pence, ${NEW_RATE}),
    not r.is_hardware and coalesce(r.rate_pence not in (${NEW_RATE}, ${EDITED_RATE}), 0),
    iif(r.is_hardware, r.record ->> 'totalPence',
      (r.minutes * coalesce(r.rate_pence, ${NEW_RATE}) + 30) / 60),
    iif(r.is_hardware, r.record ->> 'includedVatPence', 0),
    r.billable, r.date, r.day, r.is_invoiced, r.invoice_number,
    (select u.id from users u where u.id = iif(r.person_name is null, :importer, pn.record_id)),
    :now, :now
  from (${NEW_LINES}) r
  join clients c on c.id = r.client_id
  join work_types t on t.id = r.work_type_id
  left join import_names pn on pn.id = r.person_name`;

const HAS_HARDWARE = 'select 1 from import_rows where import_id = ? and is_hardware limit 1';
const ADD_ITEMS = `insert into hardware_items (work_log_id, item_name, description, quantity,
    unit_price_pence, vat_included, vat_rate_hundredths, tax_code, created_at, updated_at)
  select r.log_id, i.value ->> 'itemName', i.value ->> 'description', i.value ->> 'quantity',
    i.value ->> 'unitPrice', i.value ->> 'vatIncluded', i.value ->> 'vatRate', i.value ->> 'taxCode',
    :now, :now
  from (${NEW_LINES}) r join json_each(r.record, '$.items') i
  where r.is_hardware order by r.log_id, i.key`;

const ADD_LOG_RECORDS = `insert into import_records (import_id, kind, record_id)
  select ?, 'work-log', id from work_logs where id between ? and ? order by id`;

// In the order of its key, so that no part of a large table is written to twice.
const KEEP_LINES = `insert or ignore into import_lines (digest, work_log_id, rate_pence, import_id)
  select digest, log_id, rate_pence, :id from (
    select digest, log_id, rate_pence from (${NEW_LINES})
    union all
    select digest, known_log, rate_pence from import_rows
    where import_id = :id and problem is null and doubt is null and known_log is not null
      and (:edits or not is_changed))
  order by digest, log_id`;

/**
 * An import whose lines are written: who brings it in, which kind of file it is, and whether its edits of logs are
 * made.
 */
type Written = {
  importId: number;
  importer: number | null;
  format: FileFormat;
  edits: boolean;
  timeZone: string;
};

/**
 * Makes the logs of all lines that are new and have no problem, with their items, and the clients and
 * work types that they need, and the edits of logs; keeps what the lines were. In the caller's transaction.
 */
export function writeWorkRows(services: WriteServices, written: Written): void {
  const { db, clock } = services;
  const { importId, importer, format, edits, timeZone } = written;
  const way = format === 'work-logs' ? -1 : 1;
  const { $client } = db;
  write(db, () => {
    makeNames(services, written);
    if (edits) applyEdits({ db, clock, config: { timeZone } }, importId);
    const made = addWorkLogs(db, (after) => {
      const values = { id: importId, after, way, now: clock().getTime() };
      const { changes } = $client.prepare(ADD_LOGS).run({ ...values, importer });
      if (prepared(db, HAS_HARDWARE).get(importId)) $client.prepare(ADD_ITEMS).run(values);
      return changes;
    });
    if (made !== null) prepared(db, ADD_LOG_RECORDS).run(importId, made.first, made.last);
    const after = (made?.first ?? 1) - 1;
    prepared(db, KEEP_LINES).run({ id: importId, after, way, edits: Number(edits) });
  });
}
