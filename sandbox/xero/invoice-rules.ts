import { randomUUID } from 'node:crypto';
import { isRecord } from './http.ts';
import { isForSales, type InvoiceLine, type LineAmountTypes, type Organisation } from './model.ts';

const LARGEST_LINE_PENCE = 999_999_999_999;
const LONGEST_DESCRIPTION = 4_000;

/** Half up, and half down below zero; the divisor is above zero. */
function divide(numerator: bigint, divisor: bigint): number {
  const isNegative = numerator < 0n;
  const size = isNegative ? -numerator : numerator;
  const rounded = (size * 2n + divisor) / (divisor * 2n);
  return Number(isNegative ? -rounded : rounded);
}

/** A JSON number in ten-thousandths; null for anything else. */
function toPlaces(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? Math.round(value * 10_000) : null;
}

function toPence(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? Math.round(value * 100) : null;
}

function inPounds(pence: number): string {
  return (pence / 100).toFixed(2);
}

/** Xero's tax of one line, to the penny: rate × amount or, of an inclusive amount, the part that is tax. */
export function taxOfLine(pence: number, perCent: number, types: LineAmountTypes): number {
  if (types === 'NoTax') return 0;
  const rate = BigInt(Math.round(perCent * 10_000));
  const whole = 1_000_000n;
  return types === 'Inclusive'
    ? divide(BigInt(pence) * rate, whole + rate)
    : divide(BigInt(pence) * rate, whole);
}

/**
 * Checks one line as Xero does and computes its amounts. Adds a sentence to `errors` for each
 * thing that is wrong.
 */
export function buildLine(
  raw: unknown,
  organisation: Organisation,
  types: LineAmountTypes,
  hasFourPlaces: boolean,
  errors: string[],
): InvoiceLine {
  const { accounts, taxRates } = organisation;
  const line = isRecord(raw) ? raw : {};
  const description = typeof line.Description === 'string' ? line.Description : '';
  if (description.trim() === '') errors.push('Description must be specified.');
  if (description.length > LONGEST_DESCRIPTION) errors.push('Description is too long.');

  const quantity = toPlaces(line.Quantity) ?? 10_000;
  const given = toPlaces(line.UnitAmount);
  // Without `unitdp=4` a unit amount has two decimal places.
  const unitAmount = hasFourPlaces || given === null ? given : Math.round(given / 100) * 100;
  const stated = toPence(line.LineAmount);
  const lineAmountPence =
    unitAmount === null ? (stated ?? 0) : divide(BigInt(quantity) * BigInt(unitAmount), 1_000_000n);
  if (stated !== null && stated !== lineAmountPence) {
    errors.push(
      `The line total ${inPounds(stated)} does not match the expected line total ${inPounds(lineAmountPence)}`,
    );
  }
  if (Math.abs(lineAmountPence) > LARGEST_LINE_PENCE) errors.push('The line total is too large.');

  const accountCode = typeof line.AccountCode === 'string' ? line.AccountCode : '';
  const account = accounts.find(({ code }) => code === accountCode);
  if (accountCode !== '' && account?.status !== 'ACTIVE') {
    errors.push(
      `Account code '${accountCode}' is not a valid code for this document, or has been archived.`,
    );
  }
  const taxType =
    typeof line.TaxType === 'string'
      ? line.TaxType
      : types === 'NoTax'
        ? 'NONE'
        : (account?.taxType ?? 'NONE');
  if (!isForSales(organisation, taxType)) {
    errors.push(
      `The TaxType code '${taxType}' does not exist or cannot be used with this type of transaction.`,
    );
  }
  const rate = taxRates.find((one) => one.taxType === taxType)?.rate ?? 0;
  const ownTax = taxOfLine(lineAmountPence, rate, types);
  // A stated tax amount replaces the one that Xero computes, as long as it is of the same rate.
  const statedTax = types === 'NoTax' ? null : toPence(line.TaxAmount);
  if (statedTax !== null && Math.abs(statedTax - ownTax) > 1) {
    errors.push(
      `The tax amount ${inPounds(statedTax)} does not match the expected tax amount ${inPounds(ownTax)} of the TaxType '${taxType}'.`,
    );
  }
  return {
    lineItemId: randomUUID(),
    description,
    quantity,
    unitAmount: unitAmount ?? divide(BigInt(lineAmountPence) * 1_000_000n, BigInt(quantity || 1)),
    accountCode,
    taxType,
    lineAmountPence,
    taxAmountPence: statedTax ?? ownTax,
  };
}

/** Why Xero does not take an invoice of this total; null where it does. Lines may be below zero, the sum may not. */
export function totalProblem(totalPence: number): string | null {
  return totalPence < 0 ? 'The invoice total must be greater than or equal to zero.' : null;
}

/** Adds up the tax of the lines; an inclusive amount contains its tax already. */
export function sumLines(lines: InvoiceLine[], types: LineAmountTypes) {
  const amount = lines.reduce((sum, { lineAmountPence }) => sum + lineAmountPence, 0);
  const totalTaxPence = lines.reduce((sum, { taxAmountPence }) => sum + taxAmountPence, 0);
  const subTotalPence = types === 'Inclusive' ? amount - totalTaxPence : amount;
  return { subTotalPence, totalTaxPence, totalPence: subTotalPence + totalTaxPence };
}
