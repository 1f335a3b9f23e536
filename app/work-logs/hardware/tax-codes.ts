import type { TaxCode } from '#db/words.ts';

/** The usual VAT rate of each tax code, in hundredths of a per cent; choosing a code sets it. */
export const USUAL_VAT_RATE: Record<TaxCode, number> = {
  OUTPUT2: 2_000,
  OUTPUT: 2_000,
  ZERORATED: 0,
  EXEMPTINPUT: 0,
};

/** Why a VAT rate, in hundredths of a per cent, does not fit a tax code; null when it fits. */
export function mismatchOf(taxCode: TaxCode, rateHundredths: number): string | null {
  const hasVat = USUAL_VAT_RATE[taxCode] > 0;
  if (hasVat === rateHundredths > 0) return null;
  return hasVat
    ? `${taxCode} is with VAT. Enter its rate, or choose ZERORATED or EXEMPTINPUT.`
    : `${taxCode} is without VAT. Enter 0, or choose another tax code.`;
}
