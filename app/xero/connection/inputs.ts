import { z } from 'zod';
import { optionalText, requiredText } from '../../lib/fields.ts';

/** The form that chooses the active organisation. */
export const OrganisationInput = z.object({
  tenantId: requiredText('Choose an organisation.'),
});

/**
 * The form with the account and the VAT of time; it names the organisation that it was shown for.
 */
export const ChoicesInput = z.object({
  tenantId: requiredText('Choose an organisation.'),
  accountCode: requiredText('Choose a revenue account.'),
  timeTaxCode: optionalText(),
});
