import { recordApi } from '../auth/api-record.server.ts';
import { change, type ApiTable } from '../auth/api-route.server.ts';
import { created } from '../http/json-api.server.ts';
import { partly } from '../http/partly.ts';
import {
  ClientInput,
  toClientView,
  CLIENT_JSON,
  createClient,
  getClient,
  listClients,
  setClientActive,
  updateClient,
} from './clients.server.ts';

const client = recordApi({
  what: 'The client',
  find: getClient,
  view: toClientView,
  known: CLIENT_JSON,
});

export const CLIENTS_API: ApiTable = {
  '/api/clients': {
    scope: 'log',
    GET: ({ context }) => listClients(context).map(toClientView),
    POST: change(
      ClientInput,
      (input, { context }) => created(toClientView(createClient(context, input))),
      CLIENT_JSON,
    ),
  },
  '/api/clients/:id': {
    scope: 'log',
    GET: client.read,
    PUT: client.change(partly(ClientInput), updateClient),
    /** A client is deactivated, never removed. */
    DELETE: client.act((context, id) => setClientActive(context, id, false)),
  },
};
