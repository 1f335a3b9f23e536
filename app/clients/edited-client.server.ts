import { write } from '#db/connection.server.ts';
import type { Client } from '#db/schema.ts';
import type { PostedForm } from '../http/form.server.ts';
import { mergeEdit, only } from '../http/made-from.server.ts';
import { toClientView, type ClientInput } from './clients.ts';
import { getClient, updateClient, type ClientServices } from './clients.server.ts';

/** A client as the fields of its form show it. */
export function clientFormValues(client: Client) {
  const { name, email, contactPerson, ...rates } = toClientView(client);
  return {
    name,
    email: email ?? '',
    contactPerson: contactPerson ?? '',
    standardRate: rates.standardRate,
    premiumRate: rates.premiumRate,
    discountedRate: rates.discountedRate ?? '',
  };
}

/**
 * Saves the Edit Client form: what was changed elsewhere since it was made stays, unless the form
 * changes the same. Throws 404, and `EditConflict`.
 */
export function saveEditedClient(
  services: ClientServices,
  id: number,
  form: PostedForm<unknown>,
  input: ClientInput,
): Client {
  return write(services.db, () => {
    const client = getClient(services, id);
    const { changed } = mergeEdit(form, {
      version: client.version,
      values: clientFormValues(client),
      say: (name, text) => (name.endsWith('Rate') ? `£${text}` : text),
    });
    return updateClient(services, id, only(input, changed));
  });
}
