import { apiRoute } from '../auth/api-route.server.ts';
import { listInvoices } from './invoices.server.ts';
import { toInvoiceView } from './invoices.ts';

const route = apiRoute({
  GET: ({ context }) => listInvoices(context).map(toInvoiceView),
});

export const loader = route.loader;
export const action = route.action;
