import { apiRoute } from '../../auth/api-route.server.ts';
import { toId } from '../../http/json-api.server.ts';
import { explainInvoice } from './explained-invoice.server.ts';
import { toOneInvoiceView } from './invoice-view.ts';

const route = apiRoute({
  GET: ({ context, params }) =>
    toOneInvoiceView(explainInvoice(context, toId(params.id, 'The invoice'))),
});

export const loader = route.loader;
export const action = route.action;
