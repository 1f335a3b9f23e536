import { scaleHalfUp } from './money.ts';

/** Net, VAT and gross in pence; gross is always net + VAT. */
export type VatAmounts = { net: number; vat: number; gross: number };

/**
 * Net, VAT and gross of an amount in pence, at a rate in hundredths of a per cent. This is the only
 * place that rounds VAT. VAT included: net = amount × 100 ÷ (100 + rate), rounded half up, and VAT
 * is the rest. VAT added: VAT = amount × rate ÷ 100, rounded half up
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
