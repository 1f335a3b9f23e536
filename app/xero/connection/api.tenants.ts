import { apiRoute } from '../../auth/api-route.server.ts';
import { refreshTenants } from './organisations.server.ts';
import { sayingLedgerErrors } from '../../invoices/ledger.ts';

const route = apiRoute({
  GET: async ({ context }) => ({
    success: true,
    tenants: await sayingLedgerErrors(() => refreshTenants(context)),
  }),
});

export const loader = route.loader;
export const action = route.action;
