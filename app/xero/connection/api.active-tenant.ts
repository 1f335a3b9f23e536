import { restoredState } from '../../invoices/unmatched/closed.server.ts';
import { apiRoute, changeOutside } from '../../auth/api-route.server.ts';
import { ok } from '../../http/json-api.server.ts';
import { OrganisationInput } from './inputs.ts';
import { activate } from './organisations.server.ts';
import { readXeroState, toConnectionView } from './state.server.ts';

const route = apiRoute({
  PATCH: changeOutside(OrganisationInput, async ({ tenantId }, { context }) => {
    await activate(context, tenantId);
    return ok({
      success: true,
      ...toConnectionView(readXeroState(context), restoredState(context) !== null),
    });
  }),
});

export const loader = route.loader;
export const action = route.action;
