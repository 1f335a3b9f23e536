import type { Services } from '../../context.server.ts';
import { formatDuration } from '../../lib/duration.ts';
import { getPendingLog, stillInReview } from '../pending-list.server.ts';
import type { SuggestedField } from '../suggest/suggestions.ts';
import { loadChoices } from './posted-rows.server.ts';
import {
  changesIn,
  isSameText,
  ROW_FIELDS,
  textsShown,
  type RowField,
  type TypedRow,
} from './presses.ts';
import { nameIn } from './review-screen.server.ts';
import { idsOfKey } from './twins.ts';

const STORED: Record<RowField, SuggestedField> = {
  client: 'clientId',
  workType: 'workTypeId',
  duration: 'duration',
};

/**
 * The fields of a row that hold another suggestion now than the page showed, with a sentence each: what is
 * confirmed would be billed as nobody has seen it. What a person has set is no suggestion, and what was
 * typed into the row counts. Of a task that waits no more nothing is said.
 */
export function unseenIn(services: Pick<Services, 'db'>, sent: FormData, key: string): TypedRow {
  const shown = textsShown(sent, key);
  const ids = idsOfKey(key) ?? [];
  if (shown === null) return {};
  const { clients, workTypes } = loadChoices(services);
  const typed = changesIn(sent, key);
  const unseen: TypedRow = {};
  for (const entry of stillInReview(services, ids).map((id) => getPendingLog(services, id))) {
    const { clientId, clientName, workTypeId, workTypeName, duration } = entry;
    const texts: Record<RowField, string | null> = {
      client: nameIn(clients, clientId, clientName),
      workType: nameIn(workTypes, workTypeId, workTypeName),
      duration: duration === null ? null : formatDuration(duration),
    };
    for (const field of ROW_FIELDS) {
      const isTyped = typed[field] !== undefined || entry.setByPerson.includes(STORED[field]);
      // Of twins that differ, a page shows nothing.
      const isOpen = ids.length > 1 && shown[field] === '';
      if (isTyped || isOpen || isSameText(texts[field] ?? '', shown[field])) continue;
      unseen[field] = 'This was suggested meanwhile. Look at it, and confirm once more.';
    }
  }
  return unseen;
}
