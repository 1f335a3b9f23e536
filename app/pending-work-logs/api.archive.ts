import { act, apiRoute } from '../auth/api-route.server.ts';
import { ok, toId } from '../lib/json-api.server.ts';
import { archivePendingLog } from './entries.server.ts';
import { toPendingView } from './pending-work-logs.ts';

const route = apiRoute({
  POST: act(({ context, params }) =>
    ok(toPendingView(archivePendingLog(context, toId(params.id, 'The pending work log')))),
  ),
});

export const loader = route.loader;
export const action = route.action;
