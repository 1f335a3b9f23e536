import { act, apiRoute, ifMatch, versioned, type ApiCall } from '../auth/api-route.server.ts';
import { toId } from '../http/json-api.server.ts';
import { archivePendingLog } from './entries.server.ts';
import { getPendingLog } from './pending-list.server.ts';
import { PENDING_JSON, toPendingView } from './pending-work-logs.ts';

const idOf = ({ params }: ApiCall) => toId(params.id, 'The pending work log');
const find = (call: ApiCall) => getPendingLog(call.context, idOf(call));

const route = apiRoute({
  POST: act(
    (call) =>
      ifMatch(call, find, () =>
        versioned(archivePendingLog(call.context, idOf(call)), toPendingView),
      ),
    PENDING_JSON,
  ),
});

export const loader = route.loader;
export const action = route.action;
