import { apiRoute } from '../../auth/api-route.server.ts';
import { refreshTenants } from './organisations.server.ts';
import { sayingXeroErrors } from './state.server.ts';

const route = apiRoute({
  GET: async ({ context }) => ({
    success: true,
    tenants: await sayingXeroErrors(() => refreshTenants(context)),
  }),
});

export const loader = route.loader;
export const action = route.action;
