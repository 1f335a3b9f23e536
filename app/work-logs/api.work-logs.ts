import { apiRoute, change } from '../auth/api-route.server.ts';
import { created } from '../http/json-api.server.ts';
import { answerWorkLogs } from './list/answer-list.server.ts';
import { toWorkLogView, WorkLogBody, WORK_LOG_JSON } from './work-logs.ts';
import { logWork } from './work-logs.server.ts';

const route = apiRoute({
  GET: ({ context, url }) => answerWorkLogs(context, url),
  POST: change(
    WorkLogBody,
    (input, { context }) => created(toWorkLogView(logWork(context, input))),
    WORK_LOG_JSON,
  ),
});

export const loader = route.loader;
export const action = route.action;
