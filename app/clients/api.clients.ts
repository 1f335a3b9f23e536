import { apiRoute, change } from '../auth/api-route.server.ts';
import { created } from '../http/json-api.server.ts';
import { ClientInput, toClientView, CLIENT_JSON } from './clients.ts';
import { createClient, listClients } from './clients.server.ts';

const route = apiRoute({
  GET: ({ context }) => listClients(context).map(toClientView),
  POST: change(
    ClientInput,
    (input, { context }) => created(toClientView(createClient(context, input))),
    CLIENT_JSON,
  ),
});

export const loader = route.loader;
export const action = route.action;
