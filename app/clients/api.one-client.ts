import { apiRoute } from '../auth/api-route.server.ts';
import { changeOf, toId } from '../lib/json-api.server.ts';
import { ClientInput, toClientView } from './clients.ts';
import { getClient, setClientActive, updateClient } from './clients.server.ts';

// Not `api.client.ts`: to Remix, what ends in `.client` is for browsers only, and empty here.
const THE_CLIENT = 'The client';

const route = apiRoute({
  GET: ({ context, params }) => toClientView(getClient(context, toId(params.id, THE_CLIENT))),
  PUT: async ({ context, params, body }) => {
    const id = toId(params.id, THE_CLIENT);
    const existing = toClientView(getClient(context, id));
    const input = await body(changeOf(existing, ClientInput));
    return toClientView(updateClient(context, id, input));
  },
  /** A client is deactivated, never removed. */
  DELETE: ({ context, params }) =>
    toClientView(setClientActive(context, toId(params.id, THE_CLIENT), false)),
});

export const loader = route.loader;
export const action = route.action;
