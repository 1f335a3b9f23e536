import { z } from 'zod';
import { recordApi } from '../auth/api-record.server.ts';
import { change, read, type ApiTable } from '../auth/api-route.server.ts';
import { created } from '../http/json-api.server.ts';
import { partly } from '../http/partly.ts';
import { Client } from '../records/answers.server.ts';
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
  called: 'Client',
  find: getClient,
  view: toClientView,
  json: Client,
  known: CLIENT_JSON,
});

export const CLIENTS_API: ApiTable = {
  '/api/clients': {
    scope: 'log',
    GET: read({ called: 'listClients', gives: z.array(Client) }, ({ context }) =>
      listClients(context).map(toClientView),
    ),
    POST: change(
      { called: 'createClient', body: ClientInput, known: CLIENT_JSON, gives: { 201: Client } },
      (input, { context }) => created(toClientView(createClient(context, input))),
    ),
  },
  '/api/clients/:id': {
    scope: 'log',
    GET: client.read,
    PUT: client.change(partly(ClientInput), updateClient),
    /** A client is deactivated, never removed. */
    DELETE: client.act('deactivate', (context, id) => setClientActive(context, id, false)),
  },
};
