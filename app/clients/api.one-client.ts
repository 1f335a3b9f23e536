import { act, apiRoute, change, type ApiCall } from '../auth/api-route.server.ts';
import { changeOf, ok, toId } from '../lib/json-api.server.ts';
import { ClientInput, toClientView } from './clients.ts';
import { getClient, setClientActive, updateClient } from './clients.server.ts';

const idOf = ({ params }: ApiCall) => toId(params.id, 'The client');
const existing = (call: ApiCall) => toClientView(getClient(call.context, idOf(call)));

const route = apiRoute({
  GET: existing,
  PUT: change(
    (call) => changeOf(existing(call), ClientInput),
    (input, call) => ok(toClientView(updateClient(call.context, idOf(call), input))),
  ),
  /** A client is deactivated, never removed. */
  DELETE: act((call) => ok(toClientView(setClientActive(call.context, idOf(call), false)))),
});

export const loader = route.loader;
export const action = route.action;
