import type { Client } from '#db/schema.ts';
import { BILLING_PER, BILLING_ROUNDINGS, INVOICE_PER } from '#db/words.ts';
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
import type { FieldsOf } from '../lib/record-fields.ts';
import { billingStepField, oneOf, poNumberField } from './billing-fields.ts';

/** The default rates of a new client, in pence an hour (docs/specification.md, "Rates"). */
export const DEFAULT_STANDARD_RATE_PENCE = 6_000;
export const DEFAULT_PREMIUM_RATE_PENCE = 9_000;

/** The longest reference of a client, in characters. */
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
    label: 'Rounded what',
    cell: ['billing_per', 'text'],
  },
  invoicePer: { input: oneOf(INVOICE_PER), label: 'Invoices', cell: ['invoice_per', 'text'] },
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
} as const satisfies FieldsOf<Client>;
