import { apiRoute } from '../../auth/api-route.server.ts';
import { listInvoices } from './made-invoices.server.ts';
import { toInvoiceView } from './made-invoices.ts';

const route = apiRoute({
  GET: ({ context }) => listInvoices(context).map(toInvoiceView),
});

export const loader = route.loader;
export const action = route.action;
