import { apiRoute, change, ifMatch, type ApiCall } from '../../auth/api-route.server.ts';
import { created, toId } from '../../http/json-api.server.ts';
import { HardwareItemInput, toItemView, ITEM_JSON } from './hardware-items.ts';
import { addItem } from './hardware-items.server.ts';
import { getWorkLog } from '../work-logs.server.ts';

const idOf = ({ params }: ApiCall) => toId(params.id, 'The work log');

const route = apiRoute({
  POST: change(
    HardwareItemInput,
    (input, call) =>
      ifMatch(
        call,
        () => getWorkLog(call.context, idOf(call)),
        () => created(toItemView(addItem(call.context, idOf(call), input))),
      ),
    ITEM_JSON,
  ),
});

export const loader = route.loader;
export const action = route.action;
