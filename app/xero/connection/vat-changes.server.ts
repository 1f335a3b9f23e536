import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { write } from '#db/connection.server.ts';
import { xeroOrganisations } from '#db/schema.ts';
import { sayVat, type VatChange } from '../../clients/vat.ts';
import type { Services } from '../../context.server.ts';
import { formatBritishDay } from '../../lib/calendar.ts';
import { conflict, invalid } from '../../lib/errors.ts';
import type { VatChangeInput } from './choices.ts';
import { activeOrganisation, type ConnectedOrganisation } from './organisation.server.ts';

const NOT_ACTIVE = 'This organisation is not active any more. No changes were made.';

type Taxed = Pick<ConnectedOrganisation, 'taxRates' | 'vatChanges'>;

/** An organisation's changes of VAT, each with a sentence: `From 1 Apr 2026, 5% becomes 20%`. */
export function listVatChanges({ taxRates, vatChanges }: Taxed): (VatChange & { text: string })[] {
  const say = (code: string) => sayVat(code, { taxRates, taxCodes: new Map() });
  return vatChanges.map((change) => ({
    ...change,
    text: `From ${formatBritishDay(change.from)}, ${say(change.oldRate)} becomes ${say(change.newRate)}`,
  }));
}

/**
 * Adds a change of VAT to the active organisation's, or removes it, where it is still there. Throws 400 for rates that it
 * does not have or are the same, and for one that changes already, and 409 where the organisation is not active any more.
 */
export function saveVatChange(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { tenantId, remove, ...change }: z.output<typeof VatChangeInput>,
): void {
  write(db, () => {
    const organisation = activeOrganisation({ db });
    if (organisation?.tenantId !== tenantId) throw conflict(NOT_ACTIVE);
    if (!remove) check(organisation, change);
    const others = organisation.vatChanges.filter(
      ({ from, oldRate }) => from !== change.from || oldRate !== change.oldRate,
    );
    const all = remove ? others : [...others, change];
    const vatChanges = JSON.stringify(all.sort((one, two) => (one.from < two.from ? -1 : 1)));
    db.update(xeroOrganisations)
      .set({ vatChanges, updatedAt: clock() })
      .where(eq(xeroOrganisations.tenantId, tenantId))
      .run();
  });
}

function check(organisation: Taxed, { oldRate, newRate }: VatChange): void {
  const isThere = (rate: string) => organisation.taxRates.some(({ code }) => code === rate);
  if (!isThere(oldRate)) throw invalid('oldRate', 'Choose one of the VAT rates.');
  if (!isThere(newRate)) throw invalid('newRate', 'Choose one of the VAT rates.');
  if (oldRate === newRate)
    throw invalid('newRate', 'Choose another VAT than the one that changes.');
  const known = listVatChanges(organisation).find((one) => one.oldRate === oldRate);
  if (known) throw invalid('oldRate', `This changes already: ${known.text}. Remove that first.`);
}
