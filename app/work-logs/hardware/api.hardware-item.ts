import { z } from 'zod';
import { act, apiRoute, change, ifMatch, type ApiCall } from '../../auth/api-route.server.ts';
import { schemaOfChange, noContent, ok, toId } from '../../http/json-api.server.ts';
import { changeOfItem, HardwareItemInput, toItemView, ITEM_JSON } from './hardware-items.ts';
import { getItem, removeItem, updateItem } from './hardware-items.server.ts';
import { getWorkLog } from '../work-logs.server.ts';

function idsOf({ params }: ApiCall): [number, number] {
  return [toId(params.id, 'The work log'), toId(params.itemId, 'The hardware item')];
}

/** An item has no version of its own: `If-Match` names the version of its log. */
const findLog = (call: ApiCall) => getWorkLog(call.context, idsOf(call)[0]);

const route = apiRoute({
  PUT: change(
    (call) => {
      const current = toItemView(getItem(call.context, ...idsOf(call)));
      const named = (body: unknown) => changeOfItem(body, current);
      return z.preprocess(named, schemaOfChange(current, HardwareItemInput));
    },
    (input, call) =>
      ifMatch(call, findLog, () => ok(toItemView(updateItem(call.context, ...idsOf(call), input)))),
    ITEM_JSON,
  ),
  DELETE: act((call) => {
    ifMatch(call, findLog, () => {
      removeItem(call.context, ...idsOf(call));
    });
    return noContent();
  }, ITEM_JSON),
});

export const loader = route.loader;
export const action = route.action;
