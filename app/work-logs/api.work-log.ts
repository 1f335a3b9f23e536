import { apiRoute } from '../auth/api-route.server.ts';
import { changeOf, noContent, toId } from '../lib/json-api.server.ts';
import { toWorkLogView, WorkLogBody } from './work-logs.ts';
import { deleteWorkLog, getOpenWorkLog, getWorkLog, updateWorkLog } from './work-logs.server.ts';

const THE_WORK_LOG = 'The work log';

const route = apiRoute({
  GET: ({ context, params }) => toWorkLogView(getWorkLog(context, toId(params.id, THE_WORK_LOG))),
  PUT: async ({ context, params, body }) => {
    const id = toId(params.id, THE_WORK_LOG);
    // A rate that is left out may have to follow a new client, so it is not filled in here.
    const existing = toWorkLogView(getOpenWorkLog(context, id));
    const input = await body(changeOf({ ...existing, hourlyRate: null }, WorkLogBody));
    return toWorkLogView(updateWorkLog(context, id, input));
  },
  DELETE: ({ context, params }) => {
    deleteWorkLog(context, toId(params.id, THE_WORK_LOG));
    return noContent();
  },
});

export const loader = route.loader;
export const action = route.action;
