import { act, apiRoute, change, type ApiCall } from '../auth/api-route.server.ts';
import { noContent, ok, toId } from '../lib/json-api.server.ts';
import { rejectPendingLog, updatePendingLog } from './entries.server.ts';
import { getPendingLog } from './list.server.ts';
import { PendingBody, toPendingView } from './pending-work-logs.ts';

const idOf = ({ params }: ApiCall) => toId(params.id, 'The pending work log');

const route = apiRoute({
  GET: (call) => toPendingView(getPendingLog(call.context, idOf(call))),
  PUT: change(PendingBody, (input, call) =>
    ok(toPendingView(updatePendingLog(call.context, idOf(call), input))),
  ),
  DELETE: act((call) => {
    rejectPendingLog(call.context, idOf(call));
    return noContent();
  }),
});

export const loader = route.loader;
export const action = route.action;
