import type { AppLoadContext } from '@remix-run/node';
import { prepared } from '#db/connection.server.ts';
import type { Services } from '../../../context.server.ts';
import { ONE_TIME_KEY } from '../../../http/form/form.server.ts';
import { sayMeanwhile } from '../../../http/form/made-from.server.ts';
import { formatDuration } from '../../../lib/duration.ts';
import { formatPounds } from '../../../lib/money.ts';
import { shorten } from '../../../lib/shorten.ts';
import { getPendingLog, stillInReview } from '../../pending-list.server.ts';
import type { NamedPendingLog, PendingChange } from '../../pending-work-logs.ts';
import type { PersonField } from '../../suggest/suggestions.ts';
import { nameIn } from '../choices.ts';
import {
  changesIn,
  idsOfKey,
  isSameText,
  OTHER_FIELDS,
  ROW_FIELDS,
  shownTasks,
  type OtherField,
  type RefusedRows,
  type RowErrors,
  type RowField,
  type ShownTexts,
  type TypedRow,
} from '../presses.ts';
import { loadChoices, othersOf, readTyped, type Choices } from './posted-rows.server.ts';

/** What of an entry ends in its work log, and may come without a person: what its row calls it, and where it is stored. */
const STORED = {
  client: 'clientId',
  workType: 'workTypeId',
  duration: 'duration',
  description: 'description',
  billable: 'billable',
  rate: 'estimatedHourlyRate',
} as const satisfies Record<RowField | OtherField, PersonField>;
type ShownField = keyof typeof STORED;
export type BilledField = (typeof STORED)[ShownField];

/**
 * Those of an entry's fields which nobody has seen as they are: they hold something else than a page
 * showed, and no person has set them. A rate that came with a person's client or work type is that
 * person's, too.
 */
export function unseenOf(
  setByPerson: PersonField[],
  isOther: (field: BilledField) => boolean,
): BilledField[] {
  const others = Object.values(STORED).filter(isOther);
  const isPersons = (field: BilledField) => setByPerson.includes(field);
  const isMoved = others.some(
    (field) => (field === 'clientId' || field === 'workTypeId') && isPersons(field),
  );
  return others.filter(
    (field) => !isPersons(field) && !(field === 'estimatedHourlyRate' && isMoved),
  );
}

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
      else unseen[field] = `This was just suggested. ${LOOK}`;
    }
  }
  if (others.size > 0) unseen.others = `Changed since: ${[...others].join(', ')}. ${LOOK}`;
  return unseen;
}

const isOther = (field: ShownField): field is OtherField => field in SAY;

const LOOK = 'Check it, then confirm again.';

/** In characters: a description in a sentence. */
const LONGEST_SAID = 80;

/** What a row does not show, or only in passing, in words. */
const SAY: Record<OtherField, (entry: NamedPendingLog) => string> = {
  billable: ({ billable }) => (billable ? 'billable' : 'not billable'),
  rate: ({ estimatedHourlyRatePence }) => `${formatPounds(estimatedHourlyRatePence)} an hour`,
  description: ({ description }) =>
    description === '' ? 'no description' : `description “${shorten(description, LONGEST_SAID)}”`,
};

/** The tasks whose rows held something else, as in {@link unseenIn}, without what was typed, which is not saved. */
export function unseenAmong(
  services: Pick<Services, 'db'>,
  sent: FormData,
  ids: number[],
): ReadonlySet<number> {
  const choices = loadChoices(services);
  return idsWhere(services, sent, ids, (entry, shown) => {
    return unseenFields(entry, shown, choices).length > 0;
  });
}

/** The ids of the waiting tasks of which this holds, given what their rows in a posted form showed. */
function idsWhere(
  services: Pick<Services, 'db'>,
  sent: FormData,
  ids: number[],
  holds: (entry: NamedPendingLog, shown: ShownTexts) => boolean,
): ReadonlySet<number> {
  const shown = shownTasks(sent);
  const visible = ids.filter((id) => shown.has(id));
  const found = waitingOf(services, visible).filter((entry) =>
    holds(entry, shown.get(entry.id) ?? {}),
  );
  return new Set(found.map(({ id }) => id));
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
  const texts = textsOf(entry, choices);
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

/** The texts of an entry's fields, as its row shows or marks them. */
function textsOf(entry: NamedPendingLog, choices: Choices): Record<ShownField, string> {
  const { clientId, clientName, workTypeId, workTypeName, duration } = entry;
  return {
    client: nameIn(choices.clients, clientId, clientName) ?? '',
    workType: nameIn(choices.workTypes, workTypeId, workTypeName) ?? '',
    duration: duration === null ? '' : formatDuration(duration),
    ...othersOf(entry),
  };
}

/**
 * The fields of these rows that were typed into and hold by now what a person set meanwhile, with a
 * sentence that names it: what was typed would overwrite what nobody has seen. Each of a group is held
 * against what its own row showed.
 */
export function savedMeanwhile(
  context: AppLoadContext,
  sent: FormData,
  keys: string[],
): RefusedRows['errors'] {
  const shown = shownTasks(sent);
  const choices = loadChoices(context);
  const errors: RefusedRows['errors'] = {};
  for (const key of keys) {
    const typed = changesIn(sent, key);
    const fields = ROW_FIELDS.filter((field) => typed[field] !== undefined);
    if (fields.length === 0) continue;
    const { change } = readTyped(typed, choices);
    const waiting = waitingOf(context, idsOfKey(key) ?? []);
    const entries = waiting.filter(({ id }) => !isOwnSave(context, sent, id));
    for (const field of fields) {
      const others = entries.filter((entry) =>
        overwrites(entry, change, { field, text: shown.get(entry.id)?.[field], choices }),
      );
      const texts = new Set(others.map((entry) => textsOf(entry, choices)[field] || 'nothing'));
      if (texts.size > 0) {
        errors[key] = { ...errors[key], [field]: sayMeanwhile([...texts].join(', ')) };
      }
    }
  }
  return errors;
}

/** Those of the tasks in which a change would overwrite what a person set, as in {@link savedMeanwhile}. */
export function setMeanwhileAmong(
  context: AppLoadContext,
  sent: FormData,
  ids: number[],
  change: PendingChange,
): ReadonlySet<number> {
  const choices = loadChoices(context);
  const fields = SET_BY_BAR.filter((field) => change[STORED[field]] !== undefined);
  return idsWhere(context, sent, ids, (entry, shown) => {
    const isOverwritten = fields.some((field) =>
      overwrites(entry, change, { field, text: shown[field], choices }),
    );
    return isOverwritten && !isOwnSave(context, sent, entry.id);
  });
}

/** What the bar can set, and a row says that it showed. */
const SET_BY_BAR = [...ROW_FIELDS, 'billable', 'description'] as const;

/**
 * Whether a change would overwrite what a person set in a field after its row had shown something else, however either
 * is written. Whoever sets what is stored by now overwrites nothing, nor does who sets another suggestion.
 */
function overwrites(
  entry: NamedPendingLog,
  change: PendingChange,
  row: { field: (typeof SET_BY_BAR)[number]; text: string | undefined; choices: Choices },
): boolean {
  const { field, text, choices } = row;
  const stored = STORED[field];
  if (text === undefined || !entry.setByPerson.includes(stored)) return false;
  const isAsShown =
    isSameText(textsOf(entry, choices)[field], text) ||
    readTyped({ [field]: text }, choices).change[stored] === entry[stored];
  return !isAsShown && change[stored] !== entry[stored];
}

/** The sentences of rows, in which a field may have one of each. */
export function joinErrors(
  errors: RefusedRows['errors'],
  others: RefusedRows['errors'],
): RefusedRows['errors'] {
  const keys = new Set([...Object.keys(errors), ...Object.keys(others)]);
  const joined = [...keys].map((key) => [key, joinRow(errors[key], others[key])] as const);
  return Object.fromEntries(joined.filter(([, row]) => Object.keys(row).length > 0));
}

function joinRow(errors: RowErrors = {}, others: RowErrors = {}): RowErrors {
  const row = { ...others, ...errors };
  for (const field of ROW_FIELDS) {
    const both = [errors[field], others[field]].filter((text) => text !== undefined);
    if (both.length > 0) row[field] = both.join(' ');
  }
  return row;
}

/** More tasks than a device saves while it has no line, or somebody before one answer has come. */
const MOST = 5_000;

/**
 * The version that a task had after a form had saved it, by session, page and task. Where the server was
 * started anew since, the next form of that page is asked about once.
 */
const left = new Map<string, number>();

const VERSION = 'select version from pending_work_logs where id = ?';

type Sender = Pick<AppLoadContext, 'db' | 'sentLater' | 'session'>;

/** What the forms that wait on a device have in common, and else those of one page, drawn before the answer to the first. */
function pageOf({ session, sentLater }: Sender, sent: FormData): string | null {
  const key = sent.get(ONE_TIME_KEY);
  if (sentLater) return `${session?.sessionId ?? ''} waited`;
  return typeof key === 'string' && key !== '' ? `${session?.sessionId ?? ''} ${key}` : null;
}

function versionOf({ db }: Pick<Services, 'db'>, id: number): number | undefined {
  return prepared<{ version: number }>(db, VERSION).get(id)?.version;
}

/** Notes what a form saved. */
export function noteSaved(context: Sender, sent: FormData, ids: number[]): void {
  const page = pageOf(context, sent);
  if (page === null) return;
  for (const id of ids) {
    const version = versionOf(context, id);
    if (version !== undefined) left.set(`${page} ${id}`, version);
  }
  for (const oldest of left.keys()) {
    if (left.size <= MOST) return;
    left.delete(oldest);
  }
}

/**
 * Whether a task is still as an earlier form of the same page left it, or of the same device where both
 * waited: the page could not show that, and whoever pressed both knows it.
 */
function isOwnSave(context: Sender, sent: FormData, id: number): boolean {
  const page = pageOf(context, sent);
  return page !== null && left.get(`${page} ${id}`) === versionOf(context, id);
}
