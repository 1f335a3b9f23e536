import { prepared } from '#db/connection.server.ts';
import { createClient, ClientInput } from '../../clients/clients.server.ts';
import { createJob } from '../../jobs/jobs.server.ts';
import { createWorkType } from '../../work-types/work-types.server.ts';
import { FALLBACK_RATE_PENCE } from '../../records/fallback-rate.ts';
import { eq } from 'drizzle-orm';
import { workTypes } from '#db/schema.ts';
import { toItemColumns, toItemView } from '../../work-logs/hardware/hardware-items.ts';
import { logWork, type WorkLogServices } from '../../work-logs/work-logs.server.ts';
import { keepLines } from './came.server.ts';
import { nameKey, type FileName } from './choices.ts';
import { plainName } from './names.server.ts';
import { applyEdits, ofLine } from './edits.server.ts';
import type { WorkTypeRecord } from './reading/stage.server.ts';
import { JOINED, listLines, stagedItems, type StagedLine } from './staged.server.ts';

const ADD_RECORD = 'insert into import_records (import_id, kind, record_id) values (?, ?, ?)';
const OWN_ROWS = `select record from import_rows
  where import_id = ? and problem is null and not is_known order by line`;

/** Makes the clients or work types of a file that are not here yet. In the caller's transaction. */
export function writeOwnRows(services: WorkLogServices, importId: number, isClient: boolean): void {
  const { db } = services;
  for (const record of prepared<string>(db, OWN_ROWS).pluck().all(importId)) {
    const { id } = isClient
      ? // Whoever sent the file is asked about all of it at once.
        createClient(services, JSON.parse(record) as ClientInput)
      : addWorkType(services, JSON.parse(record) as WorkTypeRecord);
    prepared(db, ADD_RECORD).run(importId, isClient ? 'client' : 'work-type', id);
  }
}

function addWorkType(services: WorkLogServices, { isActive, ...input }: WorkTypeRecord) {
  const { id } = createWorkType(services, input);
  if (!isActive) services.db.update(workTypes).set({ isActive }).where(eq(workTypes.id, id)).run();
  return { id };
}

/** SQL for a line `r` that is written: a new one, or an edit that is not left and says something of `what`. */
const WRITES = (what: string) =>
  `(not r.is_known or (r.is_changed and r.doubt is null and r.says like '%${what}%'))`;

const NEW_NAMES = `select n.id, n.kind, n.name, n.is_hardware as isHardware from import_names n
  where n.import_id = :id and n.record_id is null and n.problem is null and exists (
    select 1 from import_rows r where r.import_id = :id and r.problem is null
      and ((r.client_name = n.id and ${WRITES('client')})
        or (r.work_type_name = n.id and ${WRITES('workType')})))
  order by n.id`;
const SET_NAME = 'update import_names set record_id = ? where id = ?';

type NewName = FileName & { id: number; kind: 'client' | 'work-type' };

const NEW_JOBS = `select c.record_id as clientId, r.job_name as name from ${JOINED}
  where r.import_id = :id and r.problem is null and r.job_name <> '' and c.record_id is not null
    and ${WRITES('job')}
    and not exists (select 1 from jobs j where j.client_id = c.record_id and j.name = r.job_name)
  group by c.record_id, r.job_name order by min(r.line)`;

function makeJobs(services: WorkLogServices, id: number): void {
  const { db } = services;
  const none = { poNumber: null, hourlyRate: null, budgetHours: null, isOpen: null };
  for (const job of prepared<{ clientId: number; name: string }>(db, NEW_JOBS).all({ id })) {
    prepared(db, ADD_RECORD).run(id, 'job', createJob(services, { ...job, ...none }).id);
  }
}

function makeNames(services: WorkLogServices, importId: number): void {
  const { db } = services;
  const made = new Map<string, number>();
  const names = prepared<NewName>(db, NEW_NAMES).all({ id: importId });
  for (const name of names) {
    // `Acme` and `acme` of one file are one client.
    const key = nameKey({ ...name, name: plainName(name.name) });
    const known = made.get(key);
    const recordId = known ?? makeOne(services, name);
    if (known === undefined) prepared(db, ADD_RECORD).run(importId, name.kind, recordId);
    made.set(key, recordId);
    prepared(db, SET_NAME).run(recordId, name.id);
  }
}

function makeOne(services: WorkLogServices, { kind, name, ...of }: NewName): number {
  if (kind === 'client') return createClient(services, ClientInput.parse({ name })).id;
  const isHardware = of.isHardware === 1;
  const hourlyRate = isHardware ? 0 : FALLBACK_RATE_PENCE;
  return createWorkType(services, { name, hourlyRate, description: null, isHardware }).id;
}

/**
 * The lines that become logs. Those of one minute keep the order of their file: ours begins with the newest, so it is
 * gone through from the end.
 */
const NEW_LINES = `select r.line from ${JOINED}
  where r.import_id = :id and r.problem is null and not r.is_known
    and c.record_id is not null and t.record_id is not null
  order by r.date, r.line * :way`;

const SET_LOG = 'update import_rows set known_log = :log where import_id = :id and line = :line';

const ADD_LOG_RECORDS = `insert into import_records (import_id, kind, record_id)
  select import_id, 'work-log', known_log from import_rows
  where import_id = ? and not is_known and known_log is not null order by known_log`;

type Written = { importId: number; importer: number | null; format: string | null };

/**
 * Makes the logs of all new lines without a problem, and what they need, and the edits. In the caller's transaction.
 */
export function writeWorkRows(
  services: WorkLogServices,
  { importId: id, importer, format }: Written,
): void {
  const { db } = services;
  const way = format === 'work-logs' ? -1 : 1;
  makeNames(services, id);
  makeJobs(services, id);
  applyEdits(services, id);
  for (const line of prepared<number>(db, NEW_LINES).pluck().all({ id, way })) {
    const [row] = listLines(db, id, { which: 'true', after: line - 1, most: 1 });
    if (row === undefined) continue;
    const log = ofLine(line, () => logLine(services, row, importer));
    prepared(db, SET_LOG).run({ id, line, log: log.id });
  }
  prepared(db, ADD_LOG_RECORDS).run(id);
  keepLines(db, id, format);
}

function logLine(services: WorkLogServices, row: StagedLine, importer: number | null) {
  const { clientId, workTypeId } = row;
  if (clientId === null || workTypeId === null) throw new Error('A name of the line means nothing');
  return logWork(
    services,
    {
      clientId,
      workTypeId,
      jobId: row.jobId,
      duration: row.minutes,
      travelTime: null,
      description: row.description,
      hourlyRate: row.ratePence,
      billable: row.billable === 1,
      date: { instant: new Date(row.date) },
      hardwareItems: row.items === null ? null : toItemViews(row.items),
      mayLackItems: true,
    },
    {
      person: row.personName === null ? importer : row.personId,
      isInvoiced: row.isInvoiced === 1,
      invoiceNumber: row.invoiceNumber,
    },
  );
}

/** The items of a line in the words of the API, in which a log is given them. */
function toItemViews(staged: string) {
  const views = stagedItems(staged).map((item) => toItemView({ ...toItemColumns(item), id: 0 }));
  return views.map((view) => ({ ...view, id: null }));
}
