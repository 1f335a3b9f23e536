import { actOutside, apiRoute } from '../../auth/api-route.server.ts';
import { ok } from '../../http/json-api.server.ts';
import { ProductError } from '../../lib/errors.ts';
import { startImport } from '../../pending-work-logs/import/import.server.ts';
import {
  defaultPeriod,
  SYNC_NOW_FAILED,
  toSyncView,
} from '../../pending-work-logs/import/sync.server.ts';

const route = apiRoute({
  POST: actOutside(async ({ context, user }) => {
    const request = { userId: user.id, ...defaultPeriod(context) };
    const result = await startImport(context, request).finished;
    if (result.status !== 'done') throw new ProductError(502, SYNC_NOW_FAILED);
    return ok(toSyncView(result));
  }),
});

export const loader = route.loader;
export const action = route.action;
