import type { Services } from '../context.server.ts';
import { actOutside, changeOutside, type ApiTable } from '../auth/api-route.server.ts';
import { ok } from '../http/json-api.server.ts';
import { restoredState } from '../invoices/unmatched/closed.server.ts';
import { disconnect, STILL_IN_XERO } from './connection/disconnect.server.ts';
import { OrganisationInput } from './connection/choices.ts';
import { activate, refreshTenants } from './connection/organisations.server.ts';
import { readXeroState, toConnectionView } from './connection/state.server.ts';

const connection = (services: Services) =>
  toConnectionView(readXeroState(services), restoredState(services) !== null);

export const XERO_API: ApiTable = {
  '/api/xero/connection': { GET: ({ context }) => connection(context) },
  '/api/xero/tenants': {
    GET: async ({ context }) => ({ success: true, tenants: await refreshTenants(context) }),
  },
  '/api/xero/active-tenant': {
    scope: 'all',
    PATCH: changeOutside(OrganisationInput, async ({ tenantId }, { context }) => {
      await activate(context, tenantId);
      return ok({ success: true, ...connection(context) });
    }),
  },
  '/api/xero/disconnect': {
    scope: 'all',
    POST: actOutside(async ({ context }) => {
      const { isEndedInXero } = await disconnect(context);
      return ok(isEndedInXero ? { success: true } : { success: true, message: STILL_IN_XERO });
    }),
  },
};
