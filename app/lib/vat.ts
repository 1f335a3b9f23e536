import { scaleHalfUp } from './money.ts';

/** Net, VAT and gross in pence; gross is always net + VAT. */
export type VatAmounts = { net: number; vat: number; gross: number };

/**
 * What an amount in pence comes to with VAT, at a rate in hundredths of a per cent. This is the
 * one place that rounds VAT. Included: net = amount × 100 ÷ (100 + rate), rounded half up, and
 * VAT is the rest. Added: VAT = amount × rate ÷ 100, rounded half up
 * (docs/specification.md, "Hardware").
 */
export function vatOf(
  amountPence: number,
  { isIncluded, rateHundredths }: { isIncluded: boolean; rateHundredths: number },
): VatAmounts {
  const [multiplier, divisor] = isIncluded
    ? [10_000, 10_000 + rateHundredths]
    : [10_000 + rateHundredths, 10_000];
  const other = scaleHalfUp(amountPence, multiplier, divisor);
  const [net, gross] = isIncluded ? [other, amountPence] : [amountPence, other];
  return { net, vat: gross - net, gross };
}
