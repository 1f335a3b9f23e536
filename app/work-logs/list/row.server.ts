import { columnsOf, type Stored } from '#db/columns.server.ts';
import { splitsVat } from '#db/split-vat.server.ts';
import type { Database } from '#db/connection.server.ts';
import { users, workLogs } from '#db/schema.ts';
import type { NamedWorkLog } from '../work-logs.ts';
import type { StoredItem } from '../hardware/hardware-items.ts';

const COLUMNS = columnsOf(workLogs, 'w');

const { firstName, lastName, email } = users;
/** The name of a person as `displayName` (users.ts) gives it. */
const PERSON = `coalesce(nullif(trim(
  coalesce(u.${firstName.name}, '') || ' ' || coalesce(u.${lastName.name}, '')), ''), u.${email.name})`;

/** A row of {@link selectWorkLogs}. */
export type WorkLogRow = Stored<Omit<NamedWorkLog, 'hardwareItems' | 'hasVat'>> & {
  hasVat: number | null;
};

/**
 * The select of work logs with the names of their clients and work types. Written out, since most
 * screens run it and a query builder's mapping costs ten times the query. `cross join` makes SQLite find
 * the logs first, in `source`, whatever its statistics say.
 */
export const selectWorkLogs = (source = 'work_logs w') => `
  select ${COLUMNS.text}, c.name as clientName, t.name as workTypeName,
    k.invoice_id is not null as isClaimed,
    k.has_vat as hasVat,
    i.tenant_id as organisationId,
    ${PERSON} as loggedBy
  from ${source}
  cross join clients c on c.id = w.client_id
  cross join work_types t on t.id = w.work_type_id
  left join invoice_logs k indexed by invoice_logs_live on k.work_log_id = w.id and k.is_live
  left join invoices i on i.id = k.invoice_id
  left join users u on u.id = w.created_by`;

/** The work log in a row, with its items. */
export function fromRow(db: Database, row: WorkLogRow, hardwareItems: StoredItem[]): NamedWorkLog {
  return {
    ...COLUMNS.read(row),
    isHardware: row.isHardware === 1,
    isClaimed: row.isClaimed === 1,
    hasVat:
      row.hasVat === null
        ? row.isInvoiced === 1 || (row.isHardware === 1 && splitsVat(db))
        : row.hasVat === 1,
    hardwareItems,
  };
}
