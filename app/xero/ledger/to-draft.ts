import type { InvoiceLine, NewInvoice } from '../../invoices/ledger.ts';
import { scaleHalfUp } from '../../lib/money.ts';
import type { TaxCode } from '#db/words.ts';
import type { Draft, DraftLine } from '../client/draft-calls.server.ts';

/** What Xero takes on UK sales for each of our tax codes: it does not know all of them there. */
const TAX_TYPES: Record<TaxCode, string> = {
  OUTPUT2: 'OUTPUT2',
  OUTPUT: 'OUTPUT2',
  ZERORATED: 'ZERORATEDOUTPUT',
  EXEMPTINPUT: 'EXEMPTOUTPUT',
};

/** The same as a map. */
export const TAX_CODES_IN_XERO: ReadonlyMap<string, string> = new Map(Object.entries(TAX_TYPES));

const NO_TAX_TYPE = 'NONE';

/** An invoice of ours as the draft that Xero is sent. */
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
    taxAmountPence: hasVat && isOwnTax(line) ? line.vatPence : null,
  };
}

/**
 * Whether Xero has to be told the tax: its own formula, which is another matter than how we
 * round, gives another penny, or meets half a penny, of which Xero does not say which way it goes.
 */
function isOwnTax({ netPence, vatPence, vatRateHundredths }: InvoiceLine): boolean {
  const isHalfPenny = (BigInt(netPence) * BigInt(vatRateHundredths)) % 10_000n === 5_000n;
  return isHalfPenny || vatPence !== scaleHalfUp(netPence, vatRateHundredths, 10_000);
}
