import { z } from 'zod';
import { actOutside, change, read, type ApiTable } from '../auth/api-route.server.ts';
import { ROWS_A_TURN, streamList } from '../http/api-list.server.ts';
import { noContent, ok, toId } from '../http/json-api.server.ts';
import { checked } from '../lib/checked.ts';
import { conflict, invalid, ProductError } from '../lib/errors.ts';
import { inPlainSigns } from '../lib/looks.ts';
import { Filters, NO_FILTERS, readFilters } from '../work-logs/list/filters.ts';
import { answerVat } from './contacts/contact-vat.server.ts';
import { takeBack } from './back/take-back.server.ts';
import { LedgerError } from './ledger.ts';
import { Invoice, ListedInvoice } from '../records/answers.server.ts';
import { Filters as InvoiceQuery, readInvoiceFilters } from './list/invoice-filters.ts';
import { listInvoices, toInvoiceView } from './list/made-invoices.server.ts';
import { API_ERROR, NO_CONNECTION } from './messages.ts';
import { explainInvoice, toOneInvoiceView } from './one/explained-invoice.server.ts';
import { backfillInvoices } from './refresh/backfill.server.ts';
import { chooseDiscount } from './preview/plan.server.ts';
import { createInvoices } from './runs/create.server.ts';

/** After this many milliseconds, the call that makes invoices is answered with the progress so far (202). */
const PATIENCE = 25_000;

const HOLDS = 'Say whose VAT holds: client, or contact.';
const Holds = z.strictObject({ holds: z.enum(['client', 'contact'], HOLDS) });

const LISTED = { called: 'listInvoices', query: InvoiceQuery, gives: z.array(ListedInvoice) };
const CreateQuery = Filters.safeExtend({
  discount: z.string().optional().describe('What is taken off each: 10%, or £50.00'),
});

const count = z.int().min(0);
const Run = z
  .strictObject({
    runId: count.nullable(),
    isFinished: z.boolean().describe('False while the run goes on in the background'),
    invoicesCreated: count,
    clientsProcessed: count,
    unknown: count,
    failures: z.array(z.strictObject({ clientId: count, message: z.string() })),
    message: z.string().nullable(),
  })
  .meta({ title: 'InvoiceRun' });

const BACKFILLED = {
  called: 'backfillInvoiceNumbers',
  gives: { 200: z.strictObject({ successCount: count, errorCount: count }) },
};

export const INVOICES_API: ApiTable = {
  '/api/invoices': {
    GET: read(LISTED, ({ url, context }) => {
      const filters = checked(readInvoiceFilters(url.searchParams));
      return streamList(context.takeTurn, {
        readAfter: (invoice) =>
          listInvoices(context, filters, { limit: ROWS_A_TURN, older: invoice?.id }),
        toView: toInvoiceView,
      });
    }),
  },
  '/api/invoices/:id': {
    scope: 'invoice',
    GET: read({ called: 'getInvoice', gives: Invoice }, ({ context, params }) =>
      toOneInvoiceView(explainInvoice(context, toId(params.id, 'The invoice'))),
    ),
    DELETE: actOutside(
      { called: 'takeBackInvoice', gives: { 200: Invoice } },
      async ({ context, user, params }) => {
        const id = toId(params.id, 'The invoice');
        const result = await takeBack(context, { userId: user.id, id });
        if (result.outcome === 'unknown') throw new ProductError(502, result.message);
        return ok(toOneInvoiceView(explainInvoice(context, id)));
      },
    ),
  },
  '/api/clients/:id/contact-vat': {
    scope: 'invoice',
    POST: change(
      { called: 'chooseContactVat', body: Holds, gives: { 204: null } },
      (answer, { context, params }) => {
        answerVat(context, toId(params.id, 'The client'), answer);
        return noContent();
      },
    ),
  },
  '/api/xero/create-invoices': {
    scope: 'invoice',
    POST: actOutside(
      { called: 'createInvoices', query: CreateQuery, gives: { 200: Run, 202: Run } },
      async ({ context, user, url, request }) => {
        await refuseUnread(url.searchParams, request);
        const filters = checked(readFilters(url.searchParams));
        const choices = chooseDiscount(context, filters, url.searchParams.get('discount'));
        const asked = { userId: user.id, filters, choices };
        const result = await createInvoices(context, asked, PATIENCE);
        const { invoicesCreated, unknown, failures, isFinished, message } = result;
        if (invoicesCreated === 0 && !context.ledger.isConnected()) {
          throw conflict(failures[0]?.message ?? NO_CONNECTION);
        }
        // Nothing was made, and the reason was Xero. A run that only waits for its turn there goes on.
        if (invoicesCreated === 0 && (unknown > 0 || (isFinished && message !== null))) {
          throw new ProductError(502, API_ERROR);
        }
        if (invoicesCreated === 0 && failures.length > 0 && isFinished) {
          throw new ProductError(409, failures[0]?.message ?? API_ERROR);
        }
        return { status: isFinished ? 200 : 202, data: result } as const;
      },
      { readsBody: true },
    ),
  },
  '/api/xero/backfill-invoice-numbers': {
    scope: 'invoice',
    POST: actOutside(BACKFILLED, async ({ context }) => {
      try {
        return ok(await backfillInvoices(context));
      } catch (error) {
        if (!(error instanceof LedgerError)) throw error;
        throw new ProductError(502, 'Failed to backfill invoice numbers');
      }
    }),
  },
};

/**
 * Throws 400 for a filter that would not be read, by its name, since it is empty (a script's variable that was not set) or
 * since it stands in the body: without it, more would be invoiced than was meant.
 */
async function refuseUnread(search: URLSearchParams, request: Request): Promise<void> {
  const unknown = [...search.keys()].find((name) => !FIELDS.includes(name));
  if (unknown !== undefined) {
    throw invalid(
      unknown,
      `There is no filter “${unknown}”, so no invoices were created. Use ${FILTER_NAMES}.`,
    );
  }
  const [empty] = [...search].find(([, value]) => inPlainSigns(value) === '') ?? [];
  if (empty !== undefined) {
    throw invalid(
      empty,
      `The filter “${empty}” is empty, so no invoices were created. Leave it out, or give it a value.`,
    );
  }
  const body = (await request.text()).trim();
  // A form token alone is the sign-in of a call without an Origin, no filter.
  if (!/^(\{\s*\}|formToken=[^&]*)?$/.test(body)) {
    throw new ProductError(
      400,
      `Put filters in the address, such as ?clientId=1, not in the body. No invoices were created. Use ${FILTER_NAMES}.`,
    );
  }
}

const FIELDS = [...Object.keys(NO_FILTERS), 'discount'];
const FILTER_NAMES = new Intl.ListFormat('en-GB').format(FIELDS);
