import { prepared, type Database } from './connection.server.ts';

/**
 * For logs on no invoice: 1 where VAT that a price includes is VAT; 0 where the active organisation is not registered
 * for it, so that the whole price is net. While none is active, the one that was read last counts: to disconnect it
 * changes no figure. SQL, of no row of the query that it stands in, so worked out once in it.
 */
export const SPLITS_VAT = `coalesce((select is_vat_registered from xero_organisations
  where read_at is not null and tenant_id = coalesce((select tenant_id from xero_connections where id = 1), tenant_id)
  order by read_at desc limit 1), 1)`;

/**
 * What the VAT that is kept of logs is taken times, in SQL of the alias of their rows or of kept totals: of invoiced
 * logs it is their invoice's, whatever organisation is active today.
 */
export const splitsVatOf = (rows: string) => `iif(${rows}.is_invoiced, 1, ${SPLITS_VAT})`;

/** `SPLITS_VAT` of a database. */
export function splitsVat(db: Database): boolean {
  return prepared<{ splits: number }>(db, `select ${SPLITS_VAT} as splits`).get()?.splits === 1;
}
