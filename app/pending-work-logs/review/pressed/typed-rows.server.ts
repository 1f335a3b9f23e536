import type { Named } from '../../../work-logs/line/names.ts';
import {
  CUSTOM_DURATION_RULE,
  TypedDuration,
  type PendingChange,
} from '../../pending-work-logs.ts';
import { readChoice } from '../choices.ts';
import type { TypedRow } from '../presses.ts';

/** The names that may be typed. */
export type Choices = { clients: Named[]; workTypes: Named[] };

/** What was typed into a row or into the bar, read: a change, or a sentence for each wrong field. */
export type ReadRow = { change: PendingChange; errors: TypedRow };

/** Reads typed texts. An empty text takes the client, the work type or the duration away. */
export function readTyped(typed: TypedRow, { clients, workTypes }: Choices): ReadRow {
  const change: PendingChange = {};
  const errors: TypedRow = {};
  const choose = (name: 'client' | 'workType', options: Named[], what: string) => {
    const text = typed[name];
    if (text === undefined) return undefined;
    if (text.trim() === '') return null;
    const reading = readChoice(text, options, what);
    if (reading.sentence === undefined) return reading.id;
    errors[name] = reading.sentence;
    return undefined;
  };
  const clientId = choose('client', clients, 'client');
  if (clientId !== undefined) change.clientId = clientId;
  const workTypeId = choose('workType', workTypes, 'work type');
  if (workTypeId !== undefined) change.workTypeId = workTypeId;
  if (typed.duration !== undefined) {
    const read = TypedDuration.safeParse({ duration: typed.duration.trim() });
    if (read.success) change.duration = read.data.duration;
    else errors.duration = read.error.issues[0]?.message ?? CUSTOM_DURATION_RULE;
  }
  return { change, errors };
}
