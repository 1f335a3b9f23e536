import { eq } from 'drizzle-orm';
import { ledgerChecks } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import { formatBritishMoment } from '../../lib/calendar.ts';
import { organisationsToRead, type ChangesServices } from '../refresh/changes.server.ts';
import { isComparing } from './check.server.ts';
import { listUnmatched } from '../unmatched/unmatched-screen.server.ts';
import type { Difference } from './differences.ts';

/** What the page of the reconciliation shows, as text. */
export type Reconciliation = ReturnType<typeof loadReconciliation>;

/** The last comparison of each organisation that invoices were made in. */
export function loadReconciliation(services: ChangesServices & Pick<Services, 'config'>) {
  const { db, ledger, config } = services;
  const organisations = organisationsToRead(services).map((id) => {
    const row = db.select().from(ledgerChecks).where(eq(ledgerChecks.tenantId, id)).get();
    const differences = JSON.parse(row?.differences ?? '[]') as Difference[];
    return {
      id,
      name: ledger.findOrganisation(id)?.name ?? 'An organisation',
      isConnected: ledger.isConnected(id),
      compared: row?.compared ?? 0,
      checkedAt: row?.checkedAt ? formatBritishMoment(row.checkedAt, config.timeZone) : null,
      message: row?.message ?? null,
      differences: differences.map((difference, index) => ({
        key: index,
        ...difference,
        url: ledger.invoiceUrl(id, difference.ledgerId),
      })),
    };
  });
  return { organisations, unmatched: listUnmatched(services), isComparing: isComparing(services) };
}
