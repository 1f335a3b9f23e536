import { columnsOf, type Stored } from '#db/columns.server.ts';
import { workLogs } from '#db/schema.ts';
import type { NamedWorkLog } from '../work-logs.ts';
import type { StoredItem } from '../hardware/hardware-items.ts';

const COLUMNS = columnsOf(workLogs, 'w');

/** A row of {@link selectWorkLogs}. */
export type WorkLogRow = Stored<Omit<NamedWorkLog, 'hardwareItems'>>;

/**
 * The select of work logs with the names of their clients and work types. Written out, since most
 * screens run it and a query builder's mapping costs ten times the query. `cross join` and `indexed
 * by` make SQLite find the logs first, by the named index, whatever its statistics say.
 */
export const selectWorkLogs = (index?: string) => `
  select ${COLUMNS.text}, c.name as clientName, t.name as workTypeName,
    k.invoice_id is not null as isClaimed,
    i.tenant_id as organisationId
  from work_logs w ${index ? `indexed by ${index}` : ''}
  cross join clients c on c.id = w.client_id
  cross join work_types t on t.id = w.work_type_id
  left join invoice_logs k indexed by invoice_logs_live on k.work_log_id = w.id and k.is_live
  left join invoices i on i.id = k.invoice_id`;

/** The work log in a row, with its items. */
export function fromRow(row: WorkLogRow, hardwareItems: StoredItem[]): NamedWorkLog {
  return {
    ...COLUMNS.read(row),
    isHardware: row.isHardware === 1,
    isClaimed: row.isClaimed === 1,
    hardwareItems,
  };
}
