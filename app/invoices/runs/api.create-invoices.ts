import { actOutside, apiRoute } from '../../auth/api-route.server.ts';
import { conflict, ProductError } from '../../lib/errors.ts';
import { readFilters } from '../../work-logs/list/filters.ts';
import { API_ERROR, NO_CONNECTION } from '../messages.ts';
import { createInvoices } from './create.server.ts';

/** After this many milliseconds, the call is answered with the progress so far (202). */
const PATIENCE = 25_000;

const route = apiRoute({
  POST: actOutside(async ({ context, user, url }) => {
    const { filters, issues } = readFilters(url.searchParams);
    if (issues) throw new ProductError(400, issues[0]?.message ?? 'Wrong filter.', issues);
    const result = await createInvoices(context, { userId: user.id, filters }, PATIENCE);
    const { invoicesCreated, unknown, failures, isFinished, message } = result;
    if (invoicesCreated === 0 && !context.ledger.isConnected()) {
      throw conflict(failures[0]?.message ?? NO_CONNECTION);
    }
    // Nothing was made, and the reason was Xero. A run that only waits for its turn there goes on.
    if (invoicesCreated === 0 && (unknown > 0 || (isFinished && message !== null))) {
      throw new ProductError(502, API_ERROR);
    }
    if (invoicesCreated === 0 && failures.length > 0 && isFinished) {
      throw new ProductError(409, failures[0]?.message ?? API_ERROR);
    }
    return { status: isFinished ? 200 : 202, data: result };
  }),
});

export const loader = route.loader;
export const action = route.action;
