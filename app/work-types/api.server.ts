import { z } from 'zod';
import { recordApi } from '../auth/api-record.server.ts';
import { change, read, type ApiTable } from '../auth/api-route.server.ts';
import { created } from '../http/json-api.server.ts';
import { partly } from '../http/partly.ts';
import { WorkType } from '../records/answers.server.ts';
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
  called: 'WorkType',
  find: getOfferedType,
  view: toWorkTypeView,
  json: WorkType,
  known: WORK_TYPE_JSON,
});

export const WORK_TYPES_API: ApiTable = {
  '/api/work-types': {
    scope: 'log',
    GET: read({ called: 'listWorkTypes', gives: z.array(WorkType) }, ({ context }) =>
      listWorkTypes(context).map(toWorkTypeView),
    ),
    POST: change(
      {
        called: 'createWorkType',
        body: WorkTypeInput,
        known: WORK_TYPE_JSON,
        gives: { 201: WorkType },
      },
      (input, { context }) => created(toWorkTypeView(createWorkType(context, input))),
    ),
  },
  '/api/work-types/:id': {
    scope: 'log',
    GET: workType.read,
    PUT: workType.change(partly(WorkTypeInput), updateWorkType),
    DELETE: workType.remove(deleteWorkType),
  },
};
