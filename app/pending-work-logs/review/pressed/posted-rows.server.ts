import { createHash } from 'node:crypto';
import { listActiveClients } from '../../../clients/clients.server.ts';
import type { Services } from '../../../context.server.ts';
import { descriptionField } from '../../../lib/fields.ts';
import type { Named } from '../../../work-logs/line/names.ts';
import { listWorkTypes } from '../../../work-types/work-types.server.ts';
import {
  CUSTOM_DURATION_RULE,
  typedHours,
  type NamedPendingLog,
  type PendingChange,
} from '../../pending-work-logs.ts';
import { readChoice } from '../choices.ts';
import {
  barTexts,
  changesIn,
  idsOfKey,
  type OtherField,
  type RefusedRows,
  type TypedRow,
} from '../presses.ts';

/** The names that may be typed. */
export type Choices = { clients: Named[]; workTypes: Named[] };

/** What was typed into a row or into the bar, read: a change, or a sentence for each wrong field. */
type ReadRow = { change: PendingChange; errors: TypedRow };

/** Reads typed texts. An empty text takes the client, the work type or the duration away. */
export function readTyped(typed: TypedRow, { clients, workTypes }: Choices): ReadRow {
  const change: PendingChange = {};
  const errors: TypedRow = {};
  const choose = (name: 'client' | 'workType', options: Named[], what: string) => {
    const text = typed[name];
    if (text === undefined) return;
    const reading = text.trim() === '' ? { id: null } : readChoice(text, options, what);
    if ('id' in reading) change[`${name}Id`] = reading.id;
    else errors[name] = reading.sentence;
  };
  choose('client', clients, 'client');
  choose('workType', workTypes, 'work type');
  if (typed.duration !== undefined) {
    const read = typedHours.safeParse(typed.duration.trim());
    if (read.success) change.duration = read.data;
    else errors.duration = read.error.issues[0]?.message ?? CUSTOM_DURATION_RULE;
  }
  return { change, errors };
}

/** The clients and work types that can be set: active ones, and no hardware, since a task is time. */
export function loadChoices(services: Pick<Services, 'db'>): Choices {
  return {
    clients: listActiveClients(services).map(({ id, name }) => ({ id, name })),
    workTypes: listWorkTypes(services)
      .filter(({ isHardware }) => !isHardware)
      .map(({ id, name }) => ({ id, name })),
  };
}

/** The changes in these rows by id, and the sentences by row. What was typed into a row counts before its group's. */
export function readRows(services: Pick<Services, 'db'>, sent: FormData, keys: string[]) {
  const choices = loadChoices(services);
  const changes = new Map<number, PendingChange>();
  const errors: RefusedRows['errors'] = {};
  for (const key of keys) {
    const read = readTyped(changesIn(sent, key), choices);
    errors[key] = read.errors;
    for (const id of idsOfKey(key) ?? []) changes.set(id, { ...changes.get(id), ...read.change });
  }
  return { changes, errors };
}

/** What the bar's fields set: those that are filled in. A form made elsewhere may send ids. */
export function readBar(services: Pick<Services, 'db'>, sent: FormData): ReadRow {
  const typed = barTexts(sent);
  const { description, billable } = typed;
  const read = readTyped(typed, loadChoices(services));
  const { change } = read;
  if (description !== undefined) {
    const text = descriptionField.safeParse(description);
    if (text.success) change.description = text.data;
    else read.errors.client = text.error.issues[0]?.message ?? '';
  }
  if (billable === 'on' || billable === 'off') change.billable = billable === 'on';
  for (const name of ['clientId', 'workTypeId', 'jobId'] as const) {
    const id = sent.get(name);
    if (typeof id === 'string' && /^[1-9]\d{0,14}$/.test(id)) change[name] = Number(id);
  }
  return read;
}

type Others = Pick<
  NamedPendingLog,
  'billable' | 'estimatedHourlyRatePence' | 'description' | 'jobId'
>;

/** What ends in a work log and cannot be typed into a row. A description is its mark alone: fifty weigh on the page. */
export function othersOf(entry: Others): Record<OtherField, string> {
  const { billable, estimatedHourlyRatePence, description, jobId } = entry;
  return {
    billable: billable ? '' : '0',
    rate: String(estimatedHourlyRatePence),
    description: description === '' ? '' : markOf(description),
    job: String(jobId ?? ''),
  };
}

/** Four letters: that another description has the same is one in sixteen million. */
const markOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 4);
