import { z } from 'zod';
import { actOutside, changeOutside, read, type ApiTable } from '../auth/api-route.server.ts';
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

const Config = z.strictObject({ hasToken: z.boolean() });

const count = z.int().min(0);
const Synced = z.strictObject({
  message: z.string(),
  newPendingLogs: count,
  skippedDuplicates: count,
  tasksProcessed: count,
});

const SYNC_DAYS = { called: 'importDaysFromTodoist', body: SyncRange, gives: { 200: Synced } };

export const TODOIST_API: ApiTable = {
  '/api/todoist/config': {
    scope: 'all',
    GET: read({ called: 'getTodoistConfig', gives: Config }, ({ context }) => ({
      hasToken: hasToken(context),
    })),
    POST: changeOutside(
      { called: 'saveTodoistConfig', body: TokenInput, gives: { 200: Config } },
      async ({ apiToken }, { context }) => {
        await saveToken(context, apiToken);
        return ok({ hasToken: hasToken(context) });
      },
    ),
  },
  '/api/todoist/sync': {
    scope: 'review',
    POST: actOutside(
      { called: 'importFromTodoist', gives: { 200: Synced } },
      async ({ context, user }) => {
        const request = { userId: user.id, ...defaultPeriod(context) };
        const result = await startImport(context, request).finished;
        if (result.status !== 'done') throw new ProductError(502, SYNC_NOW_FAILED);
        return ok(toSyncView(result));
      },
    ),
  },
  '/api/todoist/sync-completed': {
    scope: 'review',
    POST: changeOutside(SYNC_DAYS, async (range, { context, user }) => {
      const request = { userId: user.id, ...periodOf(context, range) };
      const result = await startImport(context, request).finished;
      if (result.status !== 'done') throw new ProductError(502, result.failure ?? SYNC_FALLBACK);
      return ok(toSyncView(result));
    }),
  },
};
