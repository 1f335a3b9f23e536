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
import { deleteWorkLog } from './deletion.server.ts';
import { toWorkLogView, WorkLogChangeBody, WORK_LOG_JSON } from './work-logs.ts';
import { getWorkLog, updateWorkLog } from './work-logs.server.ts';

const idOf = ({ params }: ApiCall) => toId(params.id, 'The work log');
const find = (call: ApiCall) => getWorkLog(call.context, idOf(call));

const route = apiRoute({
  GET: readVersioned(find, toWorkLogView),
  PUT: change(
    WorkLogChangeBody,
    (input, call) =>
      ifMatch(call, find, () =>
        versioned(updateWorkLog(call.context, idOf(call), input), toWorkLogView),
      ),
    WORK_LOG_JSON,
  ),
  DELETE: act((call) => {
    ifMatch(call, find, () => {
      deleteWorkLog(call.context, idOf(call));
    });
    return noContent();
  }, WORK_LOG_JSON),
});

export const loader = route.loader;
export const action = route.action;
