import type { InvoiceLine, NewInvoice } from '../../invoices/ledger.ts';
import { scaleHalfUp } from '../../lib/money.ts';
import type { TaxCode } from '#db/words.ts';
import type { Draft, DraftLine } from '../client/draft-calls.server.ts';

/** Xero's tax type for UK sales for each of our tax codes, which Xero does not all accept there. */
const TAX_TYPES: Record<TaxCode, string> = {
  OUTPUT2: 'OUTPUT2',
  OUTPUT: 'OUTPUT2',
  ZERORATED: 'ZERORATEDOUTPUT',
  EXEMPTINPUT: 'EXEMPTOUTPUT',
};

/** Xero's tax type by our tax code. */
export const TAX_CODES_IN_XERO: ReadonlyMap<string, string> = new Map(Object.entries(TAX_TYPES));

const NO_TAX_TYPE = 'NONE';

/** Turns an invoice of ours into the draft that is sent to Xero. */
export function toDraft(invoice: NewInvoice): Draft {
  const { reference, contactId, day, dueDay, currency, accountCode, hasVat, lines } = invoice;
  return {
    reference,
    contactId,
    date: day,
    dueDate: dueDay,
    currencyCode: currency,
    accountCode,
    lineAmountTypes: hasVat ? 'Exclusive' : 'NoTax',
    lines: lines.map((line) => toDraftLine(line, hasVat)),
  };
}

function toDraftLine(line: InvoiceLine, hasVat: boolean): DraftLine {
  return {
    description: line.description,
    quantity: line.quantity,
    unitAmount: line.unitPrice,
    taxType: line.taxCode ?? NO_TAX_TYPE,
    lineAmountPence: line.netPence,
    taxAmountPence: hasVat && mustStateTax(line) ? line.vatPence : null,
  };
}

/**
 * Whether the tax has to be stated to Xero: its own formula, which rounds differently from ours,
 * would give another penny, or meets exactly half a penny, which Xero does not say how it rounds.
 */
function mustStateTax({ netPence, vatPence, vatRateHundredths }: InvoiceLine): boolean {
  const isHalfPenny = (BigInt(netPence) * BigInt(vatRateHundredths)) % 10_000n === 5_000n;
  return isHalfPenny || vatPence !== scaleHalfUp(netPence, vatRateHundredths, 10_000);
}
