import { z } from 'zod';
import { BILLING_STEPS, type BillingStep } from '#db/words.ts';
import { optionalText } from '../lib/fields.ts';

/**
 * The longest PO number or reference that a person may give, in characters. With our own mark behind
 * it, it still fits into what Xero takes as a reference.
 */
export const LONGEST_PO_NUMBER = 100;

const STEP_RULE = `Choose ${BILLING_STEPS.slice(0, -1).join(', ')} or ${BILLING_STEPS.at(-1) ?? ''} minutes.`;

/** Minutes that billed time is rounded to; undefined when left out. */
export const billingStepField = z.preprocess(
  (value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value),
  z
    .custom<BillingStep>((value) => BILLING_STEPS.some((step) => step === value), STEP_RULE)
    .optional(),
);

/** One of a few words; undefined when left out. */
export function oneOf<const Words extends readonly [string, ...string[]]>(words: Words) {
  return z.enum(words, `Choose one of: ${words.join(', ')}.`).optional();
}

const PO_RULE =
  'Use letters, figures and common signs, without quotation marks and backslashes: Xero looks the invoice up by this text.';

/**
 * A PO number, or another text that a customer refers to an invoice by, in one line; null when it
 * is empty. It is part of the reference by which we find an invoice in Xero again, so it has no
 * signs that Xero might change or read as its own.
 */
export const poNumberField = z.preprocess(
  (value) =>
    typeof value === 'string' ? value.normalize('NFC').replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ') : value,
  optionalText(LONGEST_PO_NUMBER).refine(
    (text) =>
      text === null ||
      (/^[\p{L}\p{M}\p{N}\p{P}\p{S} ]*$/u.test(text) && !/["\\\u{10000}-\u{10ffff}]/u.test(text)),
    PO_RULE,
  ),
);
