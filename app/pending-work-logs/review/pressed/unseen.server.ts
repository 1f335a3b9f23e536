import type { Services } from '../../../context.server.ts';
import { formatDuration } from '../../../lib/duration.ts';
import { formatPounds } from '../../../lib/money.ts';
import { shorten } from '../../../lib/shorten.ts';
import { getPendingLog, stillInReview } from '../../pending-list.server.ts';
import type { NamedPendingLog } from '../../pending-work-logs.ts';
import { loadChoices } from './posted-rows.server.ts';
import {
  changesIn,
  isSameText,
  OTHER_FIELDS,
  ROW_FIELDS,
  shownTasks,
  type OtherField,
  type RowErrors,
  type RowField,
  type ShownTexts,
  type TypedRow,
} from '../presses.ts';
import { othersOf } from './shown-others.server.ts';
import { nameIn } from '../screen/review-screen.server.ts';
import { idsOfKey } from '../twins.ts';
import type { Choices } from './typed-rows.server.ts';
import { unseenOf, type BilledField } from './unseen.ts';

type ShownField = RowField | OtherField;

/** Where an entry stores what a row shows. */
export const STORED = {
  client: 'clientId',
  workType: 'workTypeId',
  duration: 'duration',
  billable: 'billable',
  rate: 'estimatedHourlyRate',
  description: 'description',
} as const satisfies Record<ShownField, BilledField>;

/**
 * The fields of a row that hold another suggestion now than the page showed, with a sentence each: what is
 * confirmed would be billed as nobody has seen it. What a person has set is no suggestion, and what was
 * typed into the row counts. Of a task that waits no more nothing is said.
 */
export function unseenIn(services: Pick<Services, 'db'>, sent: FormData, key: string): RowErrors {
  const shown = shownTasks(sent);
  const choices = loadChoices(services);
  const typed = changesIn(sent, key);
  const unseen: RowErrors = {};
  const others = new Set<string>();
  for (const entry of waitingOf(services, idsOfKey(key) ?? [])) {
    for (const field of unseenFields(entry, shown.get(entry.id) ?? {}, choices, typed)) {
      if (isOther(field)) others.add(SAY[field](entry));
      else unseen[field] = `This was suggested meanwhile. ${LOOK}`;
    }
  }
  if (others.size > 0) unseen.others = `Changed meanwhile: ${[...others].join(', ')}. ${LOOK}`;
  return unseen;
}

const isOther = (field: ShownField): field is OtherField => field in SAY;

const LOOK = 'Look at it, and confirm once more.';

/** In characters: a description in a sentence. */
const LONGEST_SAID = 80;

/** What a row does not show, or only in passing, in words. */
const SAY: Record<OtherField, (entry: NamedPendingLog) => string> = {
  billable: ({ billable }) => (billable ? 'billable' : 'not billable'),
  rate: ({ estimatedHourlyRatePence }) => `${formatPounds(estimatedHourlyRatePence)} an hour`,
  description: ({ description }) =>
    description === '' ? 'no description' : `description “${shorten(description, LONGEST_SAID)}”`,
};

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

/** Those of the entries that are still in review. */
export function waitingOf(services: Pick<Services, 'db'>, ids: number[]): NamedPendingLog[] {
  return stillInReview(services, ids).map((id) => getPendingLog(services, id));
}

/**
 * What of a task is something else than was shown, and set by no person. What is typed counts as seen,
 * and with a typed client or work type the rate that it brings.
 */
function unseenFields(
  entry: NamedPendingLog,
  shown: ShownTexts,
  choices: Choices,
  typed: TypedRow = {},
): ShownField[] {
  const texts: Record<ShownField, string> = { ...textsOf(entry, choices), ...othersOf(entry) };
  const isTyped = (field: ShownField) =>
    field === 'rate' ? typed.client !== undefined || typed.workType !== undefined : field in typed;
  const others = [...ROW_FIELDS, ...OTHER_FIELDS].filter(
    (field) =>
      shown[field] !== undefined && !isTyped(field) && !isSameText(texts[field], shown[field]),
  );
  const unseen = unseenOf(entry.setByPerson, (stored) =>
    others.some((field) => STORED[field] === stored),
  );
  return others.filter((field) => unseen.includes(STORED[field]));
}

/** The texts of an entry's fields, as its row shows them. */
export function textsOf(
  { clientId, clientName, workTypeId, workTypeName, duration }: NamedPendingLog,
  { clients, workTypes }: Choices,
): Record<RowField, string> {
  return {
    client: nameIn(clients, clientId, clientName) ?? '',
    workType: nameIn(workTypes, workTypeId, workTypeName) ?? '',
    duration: duration === null ? '' : formatDuration(duration),
  };
}
