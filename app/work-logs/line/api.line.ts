import { apiRoute, change } from '../../auth/api-route.server.ts';
import { created } from '../../http/json-api.server.ts';
import { toWorkLogView } from '../work-logs.ts';
import { logLine } from './line.server.ts';
import { loadLineData } from './line-screen.server.ts';
import { LineBody } from './line.ts';

const route = apiRoute({
  GET: ({ context }) => loadLineData(context),
  POST: change(LineBody, ({ line }, { context }) => created(toWorkLogView(logLine(context, line)))),
});

export const loader = route.loader;
export const action = route.action;
