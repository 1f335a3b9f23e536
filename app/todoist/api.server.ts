import { actOutside, changeOutside, type ApiTable } from '../auth/api-route.server.ts';
import { ok } from '../http/json-api.server.ts';
import { ProductError } from '../lib/errors.ts';
import { startImport } from '../pending-work-logs/import/import.server.ts';
import {
  defaultPeriod,
  periodOf,
  SYNC_FALLBACK,
  SYNC_NOW_FAILED,
  SyncRange,
  toSyncView,
} from '../pending-work-logs/import/sync.server.ts';
import { hasToken, saveToken, TokenInput } from './settings/todoist-settings.server.ts';

export const TODOIST_API: ApiTable = {
  '/api/todoist/config': {
    scope: 'all',
    GET: ({ context }) => ({ hasToken: hasToken(context) }),
    POST: changeOutside(TokenInput, async ({ apiToken }, { context }) => {
      await saveToken(context, apiToken);
      return ok({ hasToken: hasToken(context) });
    }),
  },
  '/api/todoist/sync': {
    scope: 'review',
    POST: actOutside(async ({ context, user }) => {
      const request = { userId: user.id, ...defaultPeriod(context) };
      const result = await startImport(context, request).finished;
      if (result.status !== 'done') throw new ProductError(502, SYNC_NOW_FAILED);
      return ok(toSyncView(result));
    }),
  },
  '/api/todoist/sync-completed': {
    scope: 'review',
    POST: changeOutside(SyncRange, async (range, { context, user }) => {
      const request = { userId: user.id, ...periodOf(context, range) };
      const result = await startImport(context, request).finished;
      if (result.status !== 'done') throw new ProductError(502, result.failure ?? SYNC_FALLBACK);
      return ok(toSyncView(result));
    }),
  },
};
