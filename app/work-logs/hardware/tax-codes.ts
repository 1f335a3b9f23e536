import { TAX_CODES, type TaxCode } from '#db/words.ts';
import { toPercent } from './item-prices.ts';

/** The usual VAT rate of each tax code, in hundredths of a per cent; choosing a code sets it. */
export const USUAL_VAT_RATE: Record<TaxCode, number> = {
  OUTPUT2: 2_000,
  OUTPUT: 2_000,
  ZERORATED: 0,
  EXEMPTINPUT: 0,
};

export const TAX_CODE_LABELS: Record<TaxCode, string> = {
  OUTPUT2: 'OUTPUT2 (20% VAT)',
  OUTPUT: 'OUTPUT (standard VAT)',
  ZERORATED: 'ZERORATED (zero rated)',
  EXEMPTINPUT: 'EXEMPTINPUT (exempt)',
};

/** The tax codes that go with a VAT rate, in hundredths of a per cent. */
export const codesFor = (rateHundredths: number): TaxCode[] =>
  TAX_CODES.filter((code) => USUAL_VAT_RATE[code] > 0 === rateHundredths > 0);

/** Why a VAT rate, in hundredths of a per cent, does not fit a tax code, and which codes it fits; null when it fits. */
export function mismatchOf(taxCode: TaxCode, rateHundredths: number): string | null {
  const codes = codesFor(rateHundredths);
  if (codes.includes(taxCode)) return null;
  const choices = codes.map((code) => TAX_CODE_LABELS[code]).join(' or ');
  return `A VAT rate of ${toPercent(rateHundredths)}% does not go with ${taxCode}. Choose ${choices}, or another rate.`;
}
