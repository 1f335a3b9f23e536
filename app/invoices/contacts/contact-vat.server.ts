import { write } from '#db/connection.server.ts';
import type { Services } from '../../context.server.ts';
import { getClient, updateClient } from '../../clients/clients.server.ts';
import { codeOf, nameOfRate, sayVat, sayVatOverTime, treatmentOf } from '../../clients/vat.ts';
import { conflict } from '../../lib/errors.ts';
import type { Organisation } from '../ledger.ts';
import { NO_CONNECTION } from '../messages.ts';
import { contactOf, keepVatOver, type StoredLink } from './contact-links.server.ts';

/**
 * Asks which VAT holds, where the linked contact has one of its own that is none of those that the client's time has
 * (`codes`, the ledger's, of which each may become the next one from a day on); null where there is nothing to ask, or somebody answered.
 */
export function vatQuestion(
  organisation: Organisation | null,
  link: StoredLink | undefined,
  codes: readonly string[],
) {
  const { taxCode = null, vatKeptOver = null, contactName = '' } = link ?? {};
  const [first] = codes;
  if (!organisation?.isVatRegistered || taxCode === null || first === undefined) return null;
  if (codes.includes(taxCode) || taxCode === vatKeptOver) return null;
  const ofContact = sayVat(taxCode, organisation);
  const ofClient = sayVatOverTime(codes, organisation);
  return {
    /** The tax codes of the contact and of the client, and what they are called. */
    shown: { contact: taxCode, client: first },
    ofContact,
    ofClient,
    /** Whether the organisation has a rate for the contact's code. */
    canFollow: nameOfRate(taxCode, organisation) !== null,
    sentence: `The contact “${contactName}” has the VAT “${ofContact}” in Xero, and this client’s time has “${ofClient}”. Choose in Create Invoices which of the two holds.`,
  };
}

/** Which VAT holds for a client's time, and the tax codes that a person saw: left out, what they are now. */
type VatAnswer = {
  holds: 'client' | 'contact';
  shown?: { contact: string; client: string };
};

/**
 * Answers {@link vatQuestion} for a client: its VAT becomes the contact's, or stays, and is not asked about again
 * until the contact has another. Throws 404, and 409 when no organisation is active, when the VAT of one of them is not
 * the one that was shown, or the organisation has no rate for it.
 */
export function answerVat(
  services: Pick<Services, 'db' | 'clock' | 'ledger'>,
  clientId: number,
  { holds, shown }: VatAnswer,
): void {
  const organisation = services.ledger.activeOrganisation();
  if (!organisation) throw conflict(NO_CONNECTION);
  const { organisationId } = organisation;
  write(services.db, () => {
    const { name, vatTreatment } = getClient(services, clientId);
    const taxCode = contactOf(services, organisationId, clientId)?.taxCode ?? null;
    if (taxCode === null) {
      throw conflict(
        `${name} has no contact in Xero with a VAT of its own, so no changes were made.`,
      );
    }
    const changed = (whose: string, code: string) =>
      conflict(
        `The VAT of ${whose} is “${sayVat(code, organisation)}” now, so no changes were made. Check it, then choose again.`,
      );
    if (shown && shown.contact !== taxCode) throw changed(`${name}’s contact in Xero`, taxCode);
    const own = codeOf(vatTreatment, organisation) ?? '';
    // The same answer again, as of a double press.
    if (holds === 'contact' && own === taxCode) return;
    if (shown && shown.client !== own) throw changed(name, own);
    if (holds === 'client') {
      keepVatOver(services, organisationId, clientId, taxCode);
      return;
    }
    if (nameOfRate(taxCode, organisation) === null) {
      throw conflict(
        `${organisation.name} has no active sales tax rate ${taxCode} in Xero, so no changes were made. Keep the client’s VAT, or change the contact’s in Xero.`,
      );
    }
    updateClient(services, clientId, { vatTreatment: treatmentOf(taxCode, organisation) });
  });
}
