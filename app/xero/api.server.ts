import { z } from 'zod';
import type { Services } from '../context.server.ts';
import { actOutside, changeOutside, read, type ApiTable } from '../auth/api-route.server.ts';
import { ok } from '../http/json-api.server.ts';
import { instant, text } from '../records/answers.server.ts';
import { restoredState } from '../invoices/unmatched/closed.server.ts';
import { disconnect, STILL_IN_XERO } from './connection/disconnect.server.ts';
import { OrganisationInput } from './connection/choices.ts';
import { activate, refreshTenants } from './connection/organisations.server.ts';
import { readXeroState, toConnectionView } from './connection/state.server.ts';

const connection = (services: Services) =>
  toConnectionView(readXeroState(services), restoredState(services) !== null);

const success = { success: true } as const;
const Success = z.strictObject({ success: z.literal(true) });

const Connection = z
  .strictObject({
    connected: z.boolean(),
    authorized: z.boolean(),
    requiresTenantSelection: z.boolean(),
    tenantId: text.nullable(),
    tenantName: text.nullable(),
    connectedAt: instant.nullable(),
    restored: z.boolean(),
  })
  .meta({ title: 'XeroConnection' });

const Tenants = Success.extend({
  tenants: z.array(z.strictObject({ tenantId: text, tenantName: text })),
});

const Chosen = Connection.extend(Success.shape).meta({ title: 'ChosenXeroConnection' });
const Ended = Success.extend({ message: text.optional() });

export const XERO_API: ApiTable = {
  '/api/xero/connection': {
    GET: read({ called: 'getXeroConnection', gives: Connection }, ({ context }) =>
      connection(context),
    ),
  },
  '/api/xero/tenants': {
    GET: read({ called: 'listXeroOrganisations', gives: Tenants }, async ({ context }) => ({
      ...success,
      tenants: await refreshTenants(context),
    })),
  },
  '/api/xero/active-tenant': {
    scope: 'all',
    PATCH: changeOutside(
      { called: 'chooseXeroOrganisation', body: OrganisationInput, gives: { 200: Chosen } },
      async ({ tenantId }, { context }) => {
        await activate(context, tenantId);
        return ok({ ...success, ...connection(context) });
      },
    ),
  },
  '/api/xero/disconnect': {
    scope: 'all',
    POST: actOutside({ called: 'disconnectXero', gives: { 200: Ended } }, async ({ context }) => {
      const { isEndedInXero } = await disconnect(context);
      return ok(isEndedInXero ? success : { ...success, message: STILL_IN_XERO });
    }),
  },
};
