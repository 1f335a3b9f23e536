import { apiRoute } from '../auth/api-route.server.ts';
import { changeOf, noContent, toId } from '../lib/json-api.server.ts';
import { toWorkTypeView, WorkTypeInput } from './work-types.ts';
import { deleteWorkType, getWorkType, updateWorkType } from './work-types.server.ts';

const THE_WORK_TYPE = 'The work type';

const route = apiRoute({
  GET: ({ context, params }) =>
    toWorkTypeView(getWorkType(context, toId(params.id, THE_WORK_TYPE))),
  PUT: async ({ context, params, body }) => {
    const id = toId(params.id, THE_WORK_TYPE);
    const existing = toWorkTypeView(getWorkType(context, id));
    const input = await body(changeOf(existing, WorkTypeInput));
    return toWorkTypeView(updateWorkType(context, id, input));
  },
  DELETE: ({ context, params }) => {
    deleteWorkType(context, toId(params.id, THE_WORK_TYPE));
    return noContent();
  },
});

export const loader = route.loader;
export const action = route.action;
