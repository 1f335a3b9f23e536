import { act, apiRoute } from '../../auth/api-route.server.ts';
import { created, toId } from '../../http/json-api.server.ts';
import { toWorkLogView } from '../work-logs.ts';
import { repeatWorkLog } from './repeat.server.ts';

const route = apiRoute({
  POST: act(({ context, params }) =>
    created(toWorkLogView(repeatWorkLog(context, toId(params.id, 'The work log')))),
  ),
});

export const loader = route.loader;
export const action = route.action;
