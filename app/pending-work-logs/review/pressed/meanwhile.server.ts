import type { AppLoadContext } from '@remix-run/node';
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
  type Work,
} from '../presses.ts';
import { loadChoices, othersOf, readTyped, type Choices } from './posted-rows.server.ts';

/** What of an entry ends in its work log, and may come without a person: what its row calls it, and where it is stored. */
const STORED = {
  client: 'clientId',
  workType: 'workTypeId',
  duration: 'duration',
  description: 'description',
  job: 'jobId',
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

type Page = { shown: Map<number, ShownTexts>; choices: Choices };

const readPage = (services: Pick<Services, 'db'>, sent: FormData): Page => ({
  shown: shownTasks(sent),
  choices: loadChoices(services),
});

/** Those of the tasks that are still in review. */
export function waitingOf(services: Pick<Services, 'db'>, ids: number[]): NamedPendingLog[] {
  return stillInReview(services, ids).map((id) => getPendingLog(services, id));
}

function textsOf(entry: NamedPendingLog, { choices }: Page): Record<ShownField, string> {
  const { clientId, clientName, workTypeId, workTypeName, duration } = entry;
  return {
    client: nameIn(choices.clients, clientId, clientName) ?? '',
    workType: nameIn(choices.workTypes, workTypeId, workTypeName) ?? '',
    duration: duration === null ? '' : formatDuration(duration),
    ...othersOf(entry),
  };
}

function changedFields(entry: NamedPendingLog, page: Page): ShownField[] {
  const texts = textsOf(entry, page);
  const shown = page.shown.get(entry.id) ?? {};
  return [...ROW_FIELDS, ...OTHER_FIELDS].filter(
    (field) => shown[field] !== undefined && !isSameText(texts[field], shown[field]),
  );
}

/**
 * What of an entry is something else than was shown, and set by no person: what is confirmed would be billed as nobody
 * has seen it. What is typed counts as seen, and with a typed client or work type the rate that it brings.
 */
function unseenFields(entry: NamedPendingLog, page: Page, typed: TypedRow = {}): ShownField[] {
  const isTyped = (field: ShownField) =>
    field === 'rate'
      ? typed.client !== undefined || typed.workType !== undefined
      : field === 'job'
        ? // It goes with the client.
          typed.client !== undefined
        : field in typed;
  const others = changedFields(entry, page).filter((field) => !isTyped(field));
  const unseen = unseenOf(entry.setByPerson, (stored) =>
    others.some((field) => STORED[field] === stored),
  );
  return others.filter((field) => unseen.includes(STORED[field]));
}

/** The unseen fields of a row, with a sentence each. Of a task that waits no more nothing is said. */
export function unseenIn(services: Pick<Services, 'db'>, sent: FormData, key: string): RowErrors {
  const page = readPage(services, sent);
  const unseen: RowErrors = {};
  const others = new Set<string>();
  for (const entry of waitingOf(services, idsOfKey(key) ?? [])) {
    for (const field of unseenFields(entry, page, changesIn(sent, key))) {
      if (isOther(field)) others.add(SAY[field](entry));
      else unseen[field] = `This was just suggested. ${LOOK}`;
    }
  }
  if (others.size > 0) unseen.others = `Changed since: ${[...others].join(', ')}. ${LOOK}`;
  return unseen;
}

const isOther = (field: ShownField): field is OtherField => field in SAY;

const LOOK = 'Check it, then confirm again.';

const LONGEST_SAID = 80;

/** What a row does not show, or only in passing, in words. */
const SAY: Record<OtherField, (entry: NamedPendingLog) => string> = {
  billable: ({ billable }) => (billable ? 'billable' : 'not billable'),
  job: ({ jobName }) => (jobName === null ? 'no job' : `job ${jobName}`),
  rate: ({ estimatedHourlyRatePence }) => `${formatPounds(estimatedHourlyRatePence)} an hour`,
  description: ({ description }) =>
    description === '' ? 'no description' : `description “${shorten(description, LONGEST_SAID)}”`,
};

/** What can be set in a row or by the bar, and a row says that it showed. */
const SETTABLE = [...ROW_FIELDS, 'billable', 'description', 'job'] as const;
type Settable = (typeof SETTABLE)[number];

/**
 * Those of these fields in which a change would overwrite what a person set after its row had shown something else,
 * however either is written. Whoever sets what is stored by now overwrites nothing, nor does who sets another suggestion.
 */
function overwritten<Field extends Settable>(
  entry: NamedPendingLog,
  change: PendingChange,
  fields: Field[],
  page: Page,
): Field[] {
  const changed = changedFields(entry, page);
  return fields.filter((field) => {
    const stored = STORED[field];
    if (!changed.includes(field) || !entry.setByPerson.includes(stored)) return false;
    const shown = { [field]: page.shown.get(entry.id)?.[field] };
    const isAsShown = readTyped(shown, page.choices).change[stored] === entry[stored];
    return !isAsShown && change[stored] !== entry[stored];
  });
}

/**
 * The fields of these rows that were typed into and hold by now what a person set meanwhile, with a sentence
 * that names it. Each of a group is held against what its own row showed.
 */
export function savedMeanwhile(
  context: Sender,
  sent: FormData,
  keys: string[],
): RefusedRows['errors'] {
  const page = readPage(context, sent);
  const errors = keys.map((key): [string, RowErrors] => {
    const typed = changesIn(sent, key);
    const fields = ROW_FIELDS.filter((field) => typed[field] !== undefined);
    const { change } = readTyped(typed, page.choices);
    const theirs = new Map<RowField, Set<string>>();
    for (const entry of fields.length === 0 ? [] : waitingOf(context, idsOfKey(key) ?? [])) {
      if (isOwnSave(context, sent, entry)) continue;
      for (const field of overwritten(entry, change, fields, page)) {
        const texts = theirs.get(field) ?? new Set();
        theirs.set(field, texts.add(textsOf(entry, page)[field] || 'nothing'));
      }
    }
    const said = [...theirs].map(([field, texts]) => [field, sayMeanwhile([...texts].join(', '))]);
    return [key, Object.fromEntries(said) as RowErrors];
  });
  return Object.fromEntries(errors);
}

/**
 * The tasks that hold what nobody has seen, as they are to be confirmed, or in which a change would overwrite what a
 * person set. What was typed into their rows is not saved.
 */
export function changedAmong(
  context: Sender,
  sent: FormData,
  ids: number[],
  { work, change }: { work: Work; change: PendingChange },
): ReadonlySet<number> {
  if (work !== 'confirm' && work !== 'change') return new Set();
  const page = readPage(context, sent);
  const fields = SETTABLE.filter((field) => change[STORED[field]] !== undefined);
  const isChanged = (entry: NamedPendingLog) =>
    work === 'confirm'
      ? unseenFields(entry, page).length > 0
      : overwritten(entry, change, fields, page).length > 0 && !isOwnSave(context, sent, entry);
  const visible = ids.filter((id) => page.shown.has(id));
  const changed = waitingOf(context, visible).filter(isChanged);
  return new Set(changed.map(({ id }) => id));
}

/** The sentences of rows, joined where a field has several. */
export function joinErrors(...all: RefusedRows['errors'][]): RefusedRows['errors'] {
  const joined: RefusedRows['errors'] = {};
  for (const [key, row] of all.flatMap((errors) => Object.entries(errors))) {
    for (const field of [...ROW_FIELDS, 'others'] as const) {
      const texts = [joined[key]?.[field], row[field]].filter((text) => text !== undefined);
      if (texts.length > 0) joined[key] = { ...joined[key], [field]: texts.join(' ') };
    }
  }
  return joined;
}

/** More tasks than a device saves while it has no line, or somebody before one answer has come. */
const MOST = 5_000;

/**
 * The version that a task had after a form had saved it, by session, page and task. Where the server was
 * started anew since, the next form of that page is asked about once.
 */
const left = new Map<string, number>();

type Sender = Pick<AppLoadContext, 'db' | 'sentLater' | 'session'>;

/** What the forms that wait on a device have in common, and else those of one page, drawn before the answer to the first. */
function pageOf({ session, sentLater }: Sender, sent: FormData): string | null {
  const key = sent.get(ONE_TIME_KEY);
  if (sentLater) return `${session?.sessionId ?? ''} waited`;
  return typeof key === 'string' && key !== '' ? `${session?.sessionId ?? ''} ${key}` : null;
}

/** Notes what a form saved. */
export function noteSaved(context: Sender, sent: FormData, ids: number[]): void {
  const page = pageOf(context, sent);
  if (page === null) return;
  for (const { id, version } of waitingOf(context, ids)) left.set(`${page} ${id}`, version);
  for (const oldest of left.keys()) {
    if (left.size <= MOST) return;
    left.delete(oldest);
  }
}

/**
 * Whether a task is still as an earlier form of the same page left it, or of the same device where both
 * waited: the page could not show that, and whoever pressed both knows it.
 */
function isOwnSave(context: Sender, sent: FormData, { id, version }: NamedPendingLog): boolean {
  const page = pageOf(context, sent);
  return page !== null && left.get(`${page} ${id}`) === version;
}
