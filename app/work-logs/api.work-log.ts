import { act, apiRoute, change, type ApiCall } from '../auth/api-route.server.ts';
import { changeOf, noContent, ok, toId } from '../lib/json-api.server.ts';
import { deleteWorkLog } from './deletion.server.ts';
import { toWorkLogView, WorkLogBody } from './work-logs.ts';
import { getOpenWorkLog, getWorkLog, updateWorkLog } from './work-logs.server.ts';

const idOf = ({ params }: ApiCall) => toId(params.id, 'The work log');

/** A rate that is left out may have to follow a new client, so it is not filled in here. */
function existing(call: ApiCall) {
  const log = toWorkLogView(getOpenWorkLog(call.context, idOf(call)));
  return { ...log, hourlyRate: null, hardwareItems: null };
}

const route = apiRoute({
  GET: (call) => toWorkLogView(getWorkLog(call.context, idOf(call))),
  PUT: change(
    (call) => changeOf(existing(call), WorkLogBody),
    (input, call) => ok(toWorkLogView(updateWorkLog(call.context, idOf(call), input))),
  ),
  DELETE: act((call) => {
    deleteWorkLog(call.context, idOf(call));
    return noContent();
  }),
});

export const loader = route.loader;
export const action = route.action;
