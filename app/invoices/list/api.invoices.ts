import { apiRoute } from '../../auth/api-route.server.ts';
import { ROWS_A_TURN, streamList } from '../../http/api-list.server.ts';
import { ProductError } from '../../lib/errors.ts';
import { readInvoiceFilters } from './invoice-filters.ts';
import { listInvoices } from './made-invoices.server.ts';
import { toInvoiceView } from './made-invoices.ts';

const route = apiRoute({
  GET: ({ request, context }) => {
    const { filters, issues } = readInvoiceFilters(new URL(request.url).searchParams);
    if (issues) throw new ProductError(400, issues[0]?.message ?? 'Wrong filter.', issues);
    return streamList(context.takeTurn, {
      readAfter: (invoice) =>
        listInvoices(context, filters, { limit: ROWS_A_TURN, older: invoice?.id }),
      toView: toInvoiceView,
    });
  },
});

export const loader = route.loader;
export const action = route.action;
