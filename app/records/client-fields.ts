import type { Client } from '#db/schema.ts';
import {
  BILLING_PER,
  BILLING_ROUNDINGS,
  INVOICE_DATES,
  INVOICE_LINES,
  INVOICE_PER,
  BILLING_STEPS,
  VAT_TREATMENTS,
  type BillingStep,
  type VatTreatment,
} from '#db/words.ts';
import {
  MAX_DESCRIPTION_LENGTH,
  optionalEmail,
  optionalFlag,
  optionalLine,
  optionalPounds,
  optionalText,
  pounds,
  requiredLine,
} from '../lib/fields.ts';
import { dueInField } from '../lib/due-in.ts';
import { checkShortcodes, LONGEST_TEMPLATE } from '../lib/shortcodes.ts';
import type { FieldsOf } from '../lib/record-fields.ts';
import { z } from 'zod';

/** With our own mark behind it, it still fits into what Xero takes as a reference. */
const LONGEST_PO_NUMBER = 100;

const STEP_RULE = `Choose ${BILLING_STEPS.slice(0, -1).join(', ')} or ${BILLING_STEPS.at(-1) ?? ''} minutes.`;

/** Minutes that billed time is rounded to; undefined when left out. */
const billingStepField = z.preprocess(
  (value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value),
  z
    .custom<BillingStep>((value) => BILLING_STEPS.some((step) => step === value), STEP_RULE)
    .meta({ enum: BILLING_STEPS })
    .optional(),
);

function oneOf<const Words extends readonly [string, ...string[]]>(words: Words) {
  return z.enum(words, `Choose one of: ${words.join(', ')}.`).optional();
}

const LONGEST_SMALLEST = 480;
const SMALLEST_RULE = `Enter whole minutes from 1 to ${LONGEST_SMALLEST}, or leave this empty.`;

/** The fewest minutes that a log is billed as; null when it is empty. */
const smallestField = z.preprocess(
  (value) => (typeof value !== 'string' ? value : value.trim() === '' ? null : Number(value)),
  z.int(SMALLEST_RULE).min(1, SMALLEST_RULE).max(LONGEST_SMALLEST, SMALLEST_RULE).nullable(),
);

/** The longest code of a rate is far shorter. */
const RATE_OF_LEDGER = /^rate:[A-Z0-9_]{1,50}$/;

/** A client's VAT, or a line's: one of the words, or `rate:` and a code; undefined when left out. */
export const vatTreatmentField = z
  .custom<VatTreatment>(
    (value) =>
      VAT_TREATMENTS.some((word) => word === value) ||
      (typeof value === 'string' && RATE_OF_LEDGER.test(value)),
    `Choose one of: ${VAT_TREATMENTS.join(', ')}, or rate: and the code of a rate in Xero.`,
  )
  .meta({ type: 'string', pattern: `^(${VAT_TREATMENTS.join('|')}|rate:[A-Z0-9_]{1,50})$` })
  .optional();

const PO_RULE =
  'Use letters, figures and common signs, without quotation marks and backslashes: Xero looks the invoice up by this text.';

/**
 * A PO number, or another text that a customer refers to an invoice by, in one line; null when it
 * is empty. It is part of the reference by which we find an invoice in Xero again, so it has no
 * signs that Xero might change or read as its own.
 */
export const poNumberField = z
  .preprocess(
    (value) =>
      typeof value === 'string'
        ? value.normalize('NFC').replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
        : value,
    optionalText(LONGEST_PO_NUMBER).refine(
      (text) =>
        text === null ||
        (/^[\p{L}\p{M}\p{N}\p{P}\p{S} ]*$/u.test(text) && !/["\\\u{10000}-\u{10ffff}]/u.test(text)),
      PO_RULE,
    ),
  )
  .meta({ pattern: '^[^"\\\\]*$' });

/** The default rates of a new client, in pence an hour (docs/specification.md, "Rates"). */
export const DEFAULT_STANDARD_RATE_PENCE = 6_000;
export const DEFAULT_PREMIUM_RATE_PENCE = 9_000;

const LONGEST_REFERENCE = 100;

/** The fields of a client, in the order of their file. */
export const CLIENT_FIELDS = {
  name: {
    input: requiredLine('Enter the name of the client.'),
    label: 'Name',
    cell: ['name', 'text'],
  },
  email: { input: optionalEmail, label: 'Email', cell: ['email', 'text'] },
  contactPerson: {
    input: optionalLine(),
    label: 'Contact person',
    cell: ['contact_person', 'text'],
  },
  standardRate: {
    input: pounds(DEFAULT_STANDARD_RATE_PENCE),
    label: 'Standard rate',
    cell: ['standard_rate', 'money'],
  },
  premiumRate: {
    input: pounds(DEFAULT_PREMIUM_RATE_PENCE),
    label: 'Premium rate',
    cell: ['premium_rate', 'money'],
  },
  discountedRate: {
    input: optionalPounds,
    label: 'Discounted rate',
    cell: ['discounted_rate', 'money'],
  },
  billingStep: {
    input: billingStepField,
    label: 'Rounded to, minutes',
    cell: ['billing_step', 'minutes'],
  },
  billingRounding: {
    input: oneOf(BILLING_ROUNDINGS),
    label: 'Rounded',
    cell: ['billing_rounding', 'text'],
  },
  billingPer: {
    input: oneOf(BILLING_PER),
    label: 'Rounding applied to',
    cell: ['billing_per', 'text'],
  },
  invoicePer: { input: oneOf(INVOICE_PER), label: 'Invoices', cell: ['invoice_per', 'text'] },
  vatTreatment: {
    input: vatTreatmentField,
    label: 'VAT on billed time',
    cell: ['vat_treatment', 'text'],
  },
  invoiceDate: {
    input: oneOf(INVOICE_DATES),
    label: 'Invoice date',
    cell: ['invoice_date', 'text'],
  },
  dueIn: { input: dueInField.optional(), label: 'Due', cell: ['due_in', 'text'] },
  lines: { input: oneOf(INVOICE_LINES), label: 'Lines', cell: ['lines', 'text'] },
  smallestMinutes: {
    input: smallestField.optional(),
    label: 'Smallest charge per log, minutes',
    cell: ['smallest_minutes', 'minutes'],
  },
  lineText: {
    input: optionalLine(LONGEST_TEMPLATE).superRefine(checkShortcodes).optional(),
    label: 'Text of a line',
    cell: ['line_text', 'text'],
  },
  poNumber: {
    input: poNumberField.optional(),
    label: 'PO number',
    cell: ['po_number', 'text'],
    isListed: true,
  },
  reference: {
    input: optionalLine(LONGEST_REFERENCE).optional(),
    label: 'Your reference',
    cell: ['reference', 'text'],
    isListed: true,
  },
  notes: {
    input: optionalText(MAX_DESCRIPTION_LENGTH).optional(),
    label: 'Notes',
    cell: ['notes', 'text'],
  },
  isActive: { input: optionalFlag, label: 'Active', cell: ['active', 'flag'] },
  showTimes: {
    input: optionalFlag.transform((value) => value ?? undefined).optional(),
    label: 'Times on statements',
    cell: ['show_times', 'flag'],
  },
} as const satisfies FieldsOf<Client>;
