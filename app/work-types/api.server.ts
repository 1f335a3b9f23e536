import { recordApi } from '../auth/api-record.server.ts';
import { change, type ApiTable } from '../auth/api-route.server.ts';
import { created } from '../http/json-api.server.ts';
import { partly } from '../http/partly.ts';
import { toWorkTypeView, WorkTypeInput, WORK_TYPE_JSON } from './work-types.ts';
import {
  createWorkType,
  deleteWorkType,
  getOfferedType,
  listWorkTypes,
  updateWorkType,
} from './work-types.server.ts';

const workType = recordApi({
  what: 'The work type',
  find: getOfferedType,
  view: toWorkTypeView,
  known: WORK_TYPE_JSON,
});

export const WORK_TYPES_API: ApiTable = {
  '/api/work-types': {
    scope: 'log',
    GET: ({ context }) => listWorkTypes(context).map(toWorkTypeView),
    POST: change(
      WorkTypeInput,
      (input, { context }) => created(toWorkTypeView(createWorkType(context, input))),
      WORK_TYPE_JSON,
    ),
  },
  '/api/work-types/:id': {
    scope: 'log',
    GET: workType.read,
    PUT: workType.change(partly(WorkTypeInput), updateWorkType),
    DELETE: workType.remove(deleteWorkType),
  },
};
