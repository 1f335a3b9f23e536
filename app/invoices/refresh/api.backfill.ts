import { actOutside, apiRoute } from '../../auth/api-route.server.ts';
import { ProductError } from '../../lib/errors.ts';
import { ok } from '../../lib/json-api.server.ts';
import { backfillInvoices } from './backfill.server.ts';
import { isLedgerError } from '../ledger.ts';

const route = apiRoute({
  POST: actOutside(async ({ context }) => {
    try {
      return ok(await backfillInvoices(context));
    } catch (error) {
      if (!isLedgerError(error)) throw error;
      throw new ProductError(502, 'Failed to backfill invoice numbers');
    }
  }),
});

export const loader = route.loader;
export const action = route.action;
