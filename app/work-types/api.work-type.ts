import { act, apiRoute, change, type ApiCall } from '../auth/api-route.server.ts';
import { changeOf, noContent, ok, toId } from '../lib/json-api.server.ts';
import { toWorkTypeView, WorkTypeInput } from './work-types.ts';
import { deleteWorkType, getWorkType, updateWorkType } from './work-types.server.ts';

const idOf = ({ params }: ApiCall) => toId(params.id, 'The work type');
const existing = (call: ApiCall) => toWorkTypeView(getWorkType(call.context, idOf(call)));

const route = apiRoute({
  GET: existing,
  PUT: change(
    (call) => changeOf(existing(call), WorkTypeInput),
    (input, call) => ok(toWorkTypeView(updateWorkType(call.context, idOf(call), input))),
  ),
  DELETE: act((call) => {
    deleteWorkType(call.context, idOf(call));
    return noContent();
  }),
});

export const loader = route.loader;
export const action = route.action;
