import { actOutside, apiRoute } from '../../auth/api-route.server.ts';
import { ProductError } from '../../lib/errors.ts';
import { ok } from '../../http/json-api.server.ts';
import { LedgerError } from '../ledger.ts';
import { backfillInvoices } from './backfill.server.ts';

const route = apiRoute({
  POST: actOutside(async ({ context }) => {
    try {
      return ok(await backfillInvoices(context));
    } catch (error) {
      if (!(error instanceof LedgerError)) throw error;
      throw new ProductError(502, 'Failed to backfill invoice numbers');
    }
  }),
});

export const loader = route.loader;
export const action = route.action;
