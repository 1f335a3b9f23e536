import { z } from 'zod';
import type { Client } from '#db/schema.ts';
import { BILLING_PER, BILLING_ROUNDINGS, INVOICE_PER } from '#db/words.ts';
import {
  MAX_DESCRIPTION_LENGTH,
  optionalEmail,
  optionalFlag,
  optionalPounds,
  optionalLine,
  optionalText,
  pounds,
  requiredLine,
} from '../lib/fields.ts';
import { jsonNames } from '../http/known-fields.ts';
import { toDecimalString } from '../lib/money.ts';
import { billingStepField, oneOf, poNumberField } from './billing-fields.ts';

/** The default rates of a new client, in pence an hour (docs/specification.md, "Rates"). */
export const DEFAULT_STANDARD_RATE_PENCE = 6_000;
export const DEFAULT_PREMIUM_RATE_PENCE = 9_000;

/** The fields of a client that people can set, on the screen and through the API. */
export const ClientInput = z.object({
  name: requiredLine('Enter the name of the client.'),
  email: optionalEmail,
  contactPerson: optionalLine(),
  standardRate: pounds(DEFAULT_STANDARD_RATE_PENCE),
  premiumRate: pounds(DEFAULT_PREMIUM_RATE_PENCE),
  discountedRate: optionalPounds,
  isActive: optionalFlag,
  billingStep: billingStepField,
  billingRounding: oneOf(BILLING_ROUNDINGS),
  billingPer: oneOf(BILLING_PER),
  invoicePer: oneOf(INVOICE_PER),
  poNumber: poNumberField.optional(),
  notes: optionalText(MAX_DESCRIPTION_LENGTH).optional(),
});
export type ClientInput = z.output<typeof ClientInput>;

/** A client for the API and the screens; rates are decimal strings, in pounds an hour. */
export type ClientView = ReturnType<typeof toClientView>;

/** A client's fields for the API and the screens. */
export function toClientView(client: Client) {
  const { id, name, email, contactPerson, isActive } = client;
  const { billingStep, billingRounding, billingPer, invoicePer, poNumber, notes } = client;
  return {
    id,
    name,
    email,
    contactPerson,
    standardRate: toDecimalString(client.standardRatePence),
    premiumRate: toDecimalString(client.premiumRatePence),
    discountedRate:
      client.discountedRatePence === null ? null : toDecimalString(client.discountedRatePence),
    isActive,
    billingStep,
    billingRounding,
    billingPer,
    invoicePer,
    poNumber,
    notes,
  };
}

/** The names of a client's JSON. */
export const CLIENT_JSON = jsonNames<ClientView>({
  id: true,
  name: true,
  email: true,
  contactPerson: true,
  standardRate: true,
  premiumRate: true,
  discountedRate: true,
  isActive: true,
  billingStep: true,
  billingRounding: true,
  billingPer: true,
  invoicePer: true,
  poNumber: true,
  notes: true,
});
