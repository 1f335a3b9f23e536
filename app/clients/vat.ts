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

/** Work dated `from` or later, `yyyy-MM-dd` in the business time zone, has the code `newRate` instead of `oldRate`. */
export type VatChange = { from: string; oldRate: string; newRate: string };
/** An organisation's codes, and the changes of its VAT by their days. */
type DatedCodes = Codes & { vatChanges: readonly VatChange[] };

/** A client's VAT on work of a day, and since when it is that; null where no change has come. */
export type DatedVat = { vat: VatTreatment; since: string | null };

/** What a client's VAT is on work of a day, `yyyy-MM-dd` in the business time zone. */
export function vatOn(treatment: VatTreatment, day: string, codes: DatedCodes): DatedVat {
  let [code, since]: [string | null, string | null] = [codeOf(treatment, codes), null];
  for (const { from, oldRate, newRate } of codes.vatChanges) {
    // Two changes of one day are both of what was there before it.
    if (from <= day && oldRate === code && from !== since) [code, since] = [newRate, from];
  }
  return { vat: code === null || since === null ? treatment : treatmentOf(code, codes), since };
}

/** The codes of a client's VAT in their order: what it is at first, and what changes make it; none without a code. */
export function codesOverTime(treatment: VatTreatment, codes: DatedCodes): string[] {
  const all = [treatment, ...codes.vatChanges.map(({ from }) => vatOn(treatment, from, codes).vat)];
  return [...new Set(all.flatMap((vat) => codeOf(vat, codes) ?? []))];
}

/** What these codes are called, of which each follows the one before. */
export const sayVatOverTime = (codes: readonly string[], rates: Rates) =>
  codes.map((code) => sayVat(code, rates)).join(', later ');
