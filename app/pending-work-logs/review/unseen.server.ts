import type { Services } from '../../context.server.ts';
import { formatDuration } from '../../lib/duration.ts';
import { getPendingLog, stillInReview } from '../pending-list.server.ts';
import type { NamedPendingLog } from '../pending-work-logs.ts';
import { loadChoices } from './posted-rows.server.ts';
import { changesIn, isSameText, ROW_FIELDS, shownTasks, type TypedRow } from './presses.ts';
import { nameIn } from './review-screen.server.ts';
import { idsOfKey } from './twins.ts';
import type { Choices } from './typed-rows.server.ts';
import { unseenOf } from './unseen.ts';

const STORED = { client: 'clientId', workType: 'workTypeId', duration: 'duration' } as const;

/**
 * The fields of a row that hold another suggestion now than the page showed, with a sentence each: what is
 * confirmed would be billed as nobody has seen it. What a person has set is no suggestion, and what was
 * typed into the row counts. Of a task that waits no more nothing is said.
 */
export function unseenIn(services: Pick<Services, 'db'>, sent: FormData, key: string): TypedRow {
  const shown = shownTasks(sent);
  const choices = loadChoices(services);
  const typed = changesIn(sent, key);
  const unseen: TypedRow = {};
  for (const entry of waitingOf(services, idsOfKey(key) ?? [])) {
    for (const field of unseenFields(entry, shown.get(entry.id) ?? {}, choices)) {
      if (typed[field] !== undefined) continue;
      unseen[field] = 'This was suggested meanwhile. Look at it, and confirm once more.';
    }
  }
  return unseen;
}

/**
 * Those of the tasks whose rows in a posted form held something else than they do now, as in
 * {@link unseenIn}. What was typed into a row does not count, since it is not saved; tasks of other
 * pages have no row.
 */
export function unseenAmong(
  services: Pick<Services, 'db'>,
  sent: FormData,
  ids: number[],
): ReadonlySet<number> {
  const shown = shownTasks(sent);
  const choices = loadChoices(services);
  const visible = ids.filter((id) => shown.has(id));
  const unseen = waitingOf(services, visible).filter(
    (entry) => unseenFields(entry, shown.get(entry.id) ?? {}, choices).length > 0,
  );
  return new Set(unseen.map(({ id }) => id));
}

function waitingOf(services: Pick<Services, 'db'>, ids: number[]): NamedPendingLog[] {
  return stillInReview(services, ids).map((id) => getPendingLog(services, id));
}

/** The fields of a task that hold something else than was shown, and that no person has set. */
function unseenFields(entry: NamedPendingLog, shown: TypedRow, { clients, workTypes }: Choices) {
  const { clientId, clientName, workTypeId, workTypeName, duration } = entry;
  const texts = {
    client: nameIn(clients, clientId, clientName) ?? '',
    workType: nameIn(workTypes, workTypeId, workTypeName) ?? '',
    duration: duration === null ? '' : formatDuration(duration),
  };
  const others = ROW_FIELDS.filter(
    (field) => shown[field] !== undefined && !isSameText(texts[field], shown[field]),
  );
  const unseen = unseenOf(entry.setByPerson, (one) =>
    others.some((field) => STORED[field] === one),
  );
  return others.filter((field) => unseen.includes(STORED[field]));
}
