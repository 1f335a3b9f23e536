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
import { notFound } from '../lib/errors.ts';
import { partly } from '../http/partly.ts';
import { toWorkTypeView, WorkTypeInput, WORK_TYPE_JSON } from './work-types.ts';
import { deleteWorkType, getWorkType, updateWorkType } from './work-types.server.ts';

const idOf = ({ params }: ApiCall) => toId(params.id, 'The work type');

/** A deleted work type that logs use is kept for them alone. */
function find(call: ApiCall) {
  const workType = getWorkType(call.context, idOf(call));
  if (!workType.isActive) throw notFound('The work type');
  return workType;
}

const route = apiRoute({
  GET: readVersioned(find, toWorkTypeView),
  PUT: change(
    partly(WorkTypeInput),
    (input, call) =>
      ifMatch(call, find, () =>
        versioned(updateWorkType(call.context, idOf(call), input), toWorkTypeView),
      ),
    WORK_TYPE_JSON,
  ),
  DELETE: act((call) => {
    ifMatch(call, find, () => {
      deleteWorkType(call.context, idOf(call));
    });
    return noContent();
  }, WORK_TYPE_JSON),
});

export const loader = route.loader;
export const action = route.action;
