import { prepared, type Database } from './connection.server.ts';

/**
 * 1 where VAT that a price includes is VAT; 0 where the active organisation is not registered for it, so
 * that the whole price is net. SQL, of no row of the query that it stands in, so worked out once in it.
 * Kept totals hold included VAT in columns of their own: each reader takes it times this.
 */
export const SPLITS_VAT = `coalesce((select is_vat_registered
  from xero_connections join xero_organisations using (tenant_id)
  where xero_connections.id = 1 and read_at is not null), 1)`;

/** The same, of a database. */
export function splitsVat(db: Database): boolean {
  return prepared<{ splits: number }>(db, `select ${SPLITS_VAT} as splits`).get()?.splits === 1;
}
