import { apiRoute, change } from '../auth/api-route.server.ts';
import { created } from '../http/json-api.server.ts';
import { toWorkTypeView, WorkTypeInput, WORK_TYPE_JSON } from './work-types.ts';
import { createWorkType, listWorkTypes } from './work-types.server.ts';

const route = apiRoute({
  GET: ({ context }) => listWorkTypes(context).map(toWorkTypeView),
  POST: change(
    WorkTypeInput,
    (input, { context }) => created(toWorkTypeView(createWorkType(context, input))),
    WORK_TYPE_JSON,
  ),
});

export const loader = route.loader;
export const action = route.action;
