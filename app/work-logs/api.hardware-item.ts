import { z } from 'zod';
import { act, apiRoute, change, type ApiCall } from '../auth/api-route.server.ts';
import { changeOf, noContent, ok, toId } from '../lib/json-api.server.ts';
import { HardwareItemInput, toItemView, withRateOfCode } from './hardware-items.ts';
import { getItem, removeItem, updateItem } from './hardware-items.server.ts';

function idsOf({ params }: ApiCall): [number, number] {
  return [toId(params.id, 'The work log'), toId(params.itemId, 'The hardware item')];
}

const route = apiRoute({
  PUT: change(
    (call) => {
      const stands = toItemView(getItem(call.context, ...idsOf(call)));
      return z.preprocess(withRateOfCode, changeOf(stands, HardwareItemInput));
    },
    (input, call) => ok(toItemView(updateItem(call.context, ...idsOf(call), input))),
  ),
  DELETE: act((call) => {
    removeItem(call.context, ...idsOf(call));
    return noContent();
  }),
});

export const loader = route.loader;
export const action = route.action;
