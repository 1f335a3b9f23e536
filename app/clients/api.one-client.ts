import {
  act,
  apiRoute,
  change,
  ifMatch,
  readVersioned,
  versioned,
  type ApiCall,
} from '../auth/api-route.server.ts';
import { toId } from '../http/json-api.server.ts';
import { partly } from '../http/partly.ts';
import { ClientInput, toClientView, CLIENT_JSON } from './clients.ts';
import { getClient, setClientActive, updateClient } from './clients.server.ts';

const idOf = ({ params }: ApiCall) => toId(params.id, 'The client');
const find = (call: ApiCall) => getClient(call.context, idOf(call));

const route = apiRoute({
  GET: readVersioned(find, toClientView),
  PUT: change(
    partly(ClientInput),
    (input, call) =>
      ifMatch(call, find, () =>
        versioned(updateClient(call.context, idOf(call), input), toClientView),
      ),
    CLIENT_JSON,
  ),
  /** A client is deactivated, never removed. */
  DELETE: act(
    (call) =>
      ifMatch(call, find, () =>
        versioned(setClientActive(call.context, idOf(call), false), toClientView),
      ),
    CLIENT_JSON,
  ),
});

export const loader = route.loader;
export const action = route.action;
