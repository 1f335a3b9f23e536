import { z } from 'zod';
import { optionalText, requiredText } from '../../lib/fields.ts';

/** Which organisation is to be active. */
export const OrganisationInput = z.object({
  tenantId: requiredText('Choose an organisation.'),
});

/** What was chosen for the invoices of the organisation that the form showed. */
export const ChoicesInput = z.object({
  tenantId: requiredText('Choose an organisation.'),
  accountCode: requiredText('Choose a revenue account.'),
  timeTaxCode: optionalText(),
});
