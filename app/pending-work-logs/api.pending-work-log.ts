import {
  act,
  apiRoute,
  change,
  ifMatch,
  readVersioned,
  versioned,
  type ApiCall,
} from '../auth/api-route.server.ts';
import { noContent, toId } from '../http/json-api.server.ts';
import { rejectPendingLog, updatePendingLog } from './entries.server.ts';
import { getPendingLog } from './pending-list.server.ts';
import { PendingBody, toPendingView, PENDING_JSON } from './pending-work-logs.ts';

const idOf = ({ params }: ApiCall) => toId(params.id, 'The pending work log');
const find = (call: ApiCall) => getPendingLog(call.context, idOf(call));

const route = apiRoute({
  GET: readVersioned(find, toPendingView),
  PUT: change(
    PendingBody,
    (input, call) =>
      ifMatch(call, find, () =>
        versioned(updatePendingLog(call.context, idOf(call), input), toPendingView),
      ),
    PENDING_JSON,
  ),
  DELETE: act((call) => {
    ifMatch(call, find, () => rejectPendingLog(call.context, idOf(call)));
    return noContent();
  }, PENDING_JSON),
});

export const loader = route.loader;
export const action = route.action;
