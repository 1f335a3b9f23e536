import { write } from '#db/connection.server.ts';
import type { Client } from '#db/schema.ts';
import type { PostedForm } from '../http/form/form.server.ts';
import { mergeEdit, only } from '../http/form/made-from.server.ts';
import { toTexts } from '../lib/record-fields.ts';
import { sayBilling } from './billing.ts';
import { toClientView, type ClientInput } from './clients.ts';
import { getClient, updateClient, type ClientServices } from './clients.server.ts';

/** The texts in the edit form's fields. */
export function clientFormValues(client: Client) {
  return toTexts(toClientView(client), ['id', 'isActive']);
}

/**
 * Saves the Edit Client form. Fields that were changed elsewhere since the form was loaded keep
 * those changes. Throws 404, and `EditConflict` when the form changes such a field too.
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
      say: (name, text) => (name.endsWith('Rate') ? `£${text}` : sayBilling(name, text)),
    });
    return updateClient(services, id, only(input, changed));
  });
}
