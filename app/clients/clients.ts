import type { z } from 'zod';
import type { Client } from '#db/schema.ts';
import { inputOf, toView, type ViewOf } from '../lib/record-fields.ts';
import { CLIENT_FIELDS } from '../records/client-fields.ts';

/** The fields of a client that people can set, on the screen and through the API. */
export const ClientInput = inputOf(CLIENT_FIELDS);
export type ClientInput = z.output<typeof ClientInput>;

/** A client for the API and the screens; rates are decimal strings, in pounds an hour. */
export type ClientView = ViewOf<Client>;

/** A client's fields for the API and the screens. */
export function toClientView(client: Client): ClientView {
  return toView<Client>(CLIENT_FIELDS, client);
}

/** The names of a client's JSON. */
export const CLIENT_JSON = ['id', ...Object.keys(CLIENT_FIELDS)];
