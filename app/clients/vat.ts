import { VAT_TREATMENTS, type VatTreatment } from '#db/words.ts';
import { sayBilling } from './billing.ts';

const RATE = 'rate:';

/** The code of a rate, or the word, that a client's VAT is; null where it is the organisation's. */
export function vatCode(treatment: VatTreatment): string | null {
  if (treatment === 'organisation') return null;
  return treatment.startsWith(RATE) ? treatment.slice(RATE.length) : treatment;
}

type Codes = { timeTaxCode: string | null; taxCodes: ReadonlyMap<string, string> };

/** The organisation's code for a client's VAT; null where it has none for all. */
export function codeOf(treatment: VatTreatment, { timeTaxCode, taxCodes }: Codes): string | null {
  const code = vatCode(treatment);
  return code === null ? timeTaxCode : (taxCodes.get(code) ?? code);
}

/** How a client's VAT says a code of one of the organisation's rates. */
export function treatmentOf(code: string, { timeTaxCode, taxCodes }: Codes): VatTreatment {
  if (code === timeTaxCode) return 'organisation';
  return VAT_TREATMENTS.find((word) => taxCodes.get(word) === code) ?? `${RATE}${code}`;
}

type Rates = {
  taxRates: { code: string; name?: string }[];
  taxCodes: ReadonlyMap<string, string>;
};

/** The name of the organisation's rate for a code or a word of VAT; null where it has none. */
export function nameOfRate(code: string, { taxRates, taxCodes }: Rates): string | null {
  const own = taxCodes.get(code) ?? code;
  const rate = taxRates.find((one) => one.code === own);
  return rate ? (rate.name ?? rate.code) : null;
}

/** What a code or a word of VAT is called, whether the organisation has a rate for it or not. */
export const sayVat = (code: string, rates: Rates) =>
  nameOfRate(code, rates) ?? sayBilling('vatTreatment', code);
