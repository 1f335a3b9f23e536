import { z } from 'zod';
import { optionalDay, optionalFlag, optionalText, requiredText } from '../../lib/fields.ts';

type Account = { code: string; name: string };
type TaxRate = { code: string };

const USUAL_ACCOUNT = '200';
const USUAL_TAX_CODE = 'OUTPUT2';

/**
 * The account that invoice lines are booked to: the chosen one while it exists, else 200, else the
 * first named Sales, else the only one. Null when somebody has to choose.
 */
export function chooseAccount(accounts: Account[], chosen: string | null): string | null {
  const byCode = (wanted: string | null) => accounts.find(({ code }) => code === wanted);
  const found =
    byCode(chosen) ??
    byCode(USUAL_ACCOUNT) ??
    accounts.find(({ name }) => name.trim().toLowerCase() === 'sales') ??
    (accounts.length === 1 ? accounts[0] : undefined);
  return found?.code ?? null;
}

/**
 * The tax code for time of an organisation with VAT: the chosen one while it exists, else the
 * standard rate. Null when somebody has to choose.
 */
export function chooseTimeTaxCode(taxRates: TaxRate[], chosen: string | null): string | null {
  const found = [chosen, USUAL_TAX_CODE].find((wanted) =>
    taxRates.some(({ code }) => code === wanted),
  );
  return found ?? null;
}

/** The chosen code while it exists. Null when somebody has to choose. */
export function stillThere(all: { code: string }[], chosen: string | null): string | null {
  return all.some(({ code }) => code === chosen) ? chosen : null;
}

/** The form that chooses the active organisation. */
export const OrganisationInput = z.object({
  tenantId: requiredText('Choose an organisation.'),
});

/** The form with the account and the VAT of time; it names the organisation that it was shown for. */
export const ChoicesInput = z.object({
  tenantId: requiredText('Choose an organisation.'),
  accountCode: requiredText('Choose a revenue account.'),
  timeTaxCode: optionalText(),
});

/** The form with a change of VAT, or the button that removes one. */
export const VatChangeInput = z.object({
  tenantId: requiredText('Choose an organisation.'),
  from: optionalDay.transform((day, context) => {
    if (day === null) context.addIssue('Enter the first day of the new VAT.');
    return day ?? z.NEVER;
  }),
  oldRate: requiredText('Choose the VAT that changes.'),
  newRate: requiredText('Choose what it becomes.'),
  remove: optionalFlag,
});
