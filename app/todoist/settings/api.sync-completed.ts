import { apiRoute, changeOutside } from '../../auth/api-route.server.ts';
import { ProductError } from '../../lib/errors.ts';
import { ok } from '../../http/json-api.server.ts';
import { startImport } from '../../pending-work-logs/import/import.server.ts';
import { periodOf, SYNC_FALLBACK, toSyncView } from '../../pending-work-logs/import/sync.server.ts';
import { SyncRange } from '../../pending-work-logs/import/sync.ts';

const route = apiRoute({
  POST: changeOutside(SyncRange, async (range, { context, user }) => {
    const request = { userId: user.id, ...periodOf(context, range) };
    const result = await startImport(context, request).finished;
    if (result.status !== 'done') throw new ProductError(502, result.failure ?? SYNC_FALLBACK);
    return ok(toSyncView(result));
  }),
});

export const loader = route.loader;
export const action = route.action;
