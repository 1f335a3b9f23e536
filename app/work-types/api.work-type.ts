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
import { partly } from '../http/partly.ts';
import { toWorkTypeView, WorkTypeInput } from './work-types.ts';
import { deleteWorkType, getWorkType, updateWorkType } from './work-types.server.ts';

const idOf = ({ params }: ApiCall) => toId(params.id, 'The work type');
const find = (call: ApiCall) => getWorkType(call.context, idOf(call));

const route = apiRoute({
  GET: readVersioned(find, toWorkTypeView),
  PUT: change(partly(WorkTypeInput), (input, call) =>
    ifMatch(call, find, () =>
      versioned(updateWorkType(call.context, idOf(call), input), toWorkTypeView),
    ),
  ),
  DELETE: act((call) => {
    ifMatch(call, find, () => {
      deleteWorkType(call.context, idOf(call));
    });
    return noContent();
  }),
});

export const loader = route.loader;
export const action = route.action;
