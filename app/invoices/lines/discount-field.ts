import { optionalLine } from '../../lib/fields.ts';
import { readDiscount, sayDiscount } from './discount.ts';

const RULE =
  'Enter a discount below 100%, such as 10% or 12.5%, or pounds ex VAT, such as 50.00, or leave this empty.';

/** A discount as the text that is stored, or null; nothing off is none. */
export const discountField = optionalLine().transform((text, context): string | null => {
  const read = text === null ? null : readDiscount(text);
  const isWrong = read === null || (read.isPercent && read.hundredths >= 10_000);
  if (text !== null && isWrong) context.addIssue({ code: 'custom', message: RULE });
  return read === null || read.hundredths === 0 ? null : sayDiscount(read);
});
