import { apiRoute } from '../../auth/api-route.server.ts';
import { refreshTenants } from './organisations.server.ts';

const route = apiRoute({
  GET: async ({ context }) => ({
    success: true,
    tenants: await refreshTenants(context),
  }),
});

export const loader = route.loader;
export const action = route.action;
