import type { Visit } from '../auth/press.server.ts';
import type { Services } from '../context.server.ts';
import { isAnswerToForm } from '../http/form/kept-form.ts';
import { newOneTimeKey } from '../http/once/one-time-keys.server.ts';
import type { RecordName } from './history.ts';
import { recordHistory } from './record-history.server.ts';

/** Finds the record with an id: null, or 404, if there is none. */
type Finder<Found> = (services: Pick<Services, 'db'>, id: number) => Found;

type Edit<Edited, Values> = {
  find: Finder<Edited | null>;
  get: Finder<Edited>;
  valuesOf: (edited: Edited) => Values;
};

/**
 * What the dialog shows that edits a record (`EditDialog`): what its form is made from, and what became of the record.
 * A refused form is shown again even if its record was deleted meanwhile. Throws 404 else.
 */
export function loadEdited<Edited extends { version: number }, Values>(
  { request, context, id }: Visit & { id: number },
  kind: RecordName['kind'],
  { find, get, valuesOf }: Edit<Edited, Values>,
) {
  const edited = isAnswerToForm(request) ? find(context, id) : get(context, id);
  return {
    id,
    madeFrom: edited && { version: edited.version, values: valuesOf(edited) },
    history: recordHistory(context, { kind, id }),
    oneTimeKey: newOneTimeKey(),
  };
}
