import { actOutside, apiRoute } from '../../auth/api-route.server.ts';
import { ok } from '../../lib/json-api.server.ts';
import { disconnect } from './disconnect.server.ts';
import { sayingLedgerErrors } from '../../invoices/ledger.ts';

const route = apiRoute({
  POST: actOutside(async ({ context }) => {
    await sayingLedgerErrors(() => disconnect(context));
    return ok({ success: true });
  }),
});

export const loader = route.loader;
export const action = route.action;
