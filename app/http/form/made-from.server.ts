import { createHash } from 'node:crypto';
import { z } from 'zod';
import { conflict, ProductError } from '../../lib/errors.ts';
import {
  isSame,
  mergeTexts,
  textOf,
  type Collision,
  type FormTexts,
  type RowTexts,
} from '../../lib/merge.ts';

/**
 * The hidden fields of an edit form: the version of the record that the form was made from, and,
 * as JSON, what the form's fields held then.
 */
export const VERSION = 'version';
export const MADE_FROM = 'madeFrom';

/**
 * What a posted form was made from; `values` is null when its fields' first contents are unknown.
 */
export type SentMadeFrom = { version: number | null; values: FormTexts | null };

const Values = z.record(
  z.string(),
  z.union([z.string(), z.array(z.record(z.string(), z.string()))]),
);

/** Reads what a form was made from; null when the form does not say. */
export function readMadeFrom(form: FormData): SentMadeFrom | null {
  const version = form.get(VERSION);
  if (typeof version !== 'string') return null;
  return {
    version: /^\d{1,15}$/.test(version) ? Number(version) : null,
    values: readValues(form.get(MADE_FROM)),
  };
}

/**
 * For a confirmation: throws 409 when the record is not the one that its page showed. A form that does
 * not say which it showed passes.
 */
export function requireAsShown({ madeFrom }: Pick<Sent, 'madeFrom'>, record: { version: number }) {
  if (madeFrom !== null && madeFrom.version !== record.version) throw conflict(CHANGED_SINCE);
}

const CHANGED_SINCE =
  'This was changed in another window since you were asked, so no changes were made. Check it again first.';

function readValues(text: FormDataEntryValue | null): FormTexts | null {
  try {
    return typeof text === 'string' ? (Values.safeParse(JSON.parse(text)).data ?? null) : null;
  } catch {
    return null;
  }
}

/** A record as a form shows it, and how its values read in a sentence. */
export type Editable = {
  version: number;
  values: FormTexts;
  /** A field's text as a sentence shows it; also for a field of a row. */
  say: (name: string, text: string) => string;
  sayRow?: (row: RowTexts) => string;
  /** Fields that hold something else by now, and are to be looked at before the form, which left them alone, is taken. */
  unseen?: readonly string[];
  /** The values of further fields that go with the values shown. */
  beside?: (shown: FormTexts) => Record<string, string>;
};

/**
 * The version of settings, which have no record with a version of its own: another one where the values
 * are others.
 */
export function versionOfValues(values: Record<string, string>): number {
  const hash = createHash('sha256').update(JSON.stringify(values)).digest('hex');
  return Number.parseInt(hash.slice(0, 12), 16);
}

type Sent = { madeFrom: SentMadeFrom | null; payload: Record<string, unknown> };

/** The names of the fields to save, and what all fields hold after the merge. */
export type Edit = { changed: Set<string>; merged: FormTexts };

/**
 * 409: what was typed collides with what was saved meanwhile. `values` holds the fields in which
 * the form is to show something other than what was typed. The form then counts as made from the
 * current record, so that saving it again overwrites.
 */
export class EditConflict extends ProductError {
  readonly values: Record<string, unknown>;

  constructor(collisions: Collision[], record: Editable, values: Record<string, unknown>) {
    const issues = collisions.map((one) => ({ path: one.path, message: describe(one, record) }));
    super(409, SAVED_MEANWHILE, issues);
    this.values = {
      ...values,
      [VERSION]: String(record.version),
      [MADE_FROM]: JSON.stringify(record.values),
    };
  }
}

const SAVED_MEANWHILE =
  'Someone saved this first. Their values are beside yours; Save keeps yours.';

/**
 * Which fields of a form are to be saved: those that the person changed. Fields that others saved
 * since the form was made keep their new values. A form that does not say what it was made from
 * saves every field in which it differs from the record. Throws {@link EditConflict} when both
 * sides changed the same field, and for the record's `unseen` fields.
 */
export function mergeEdit({ madeFrom, payload }: Sent, record: Editable): Edit {
  const isCurrent = madeFrom === null || madeFrom.version === record.version;
  const base = isCurrent ? record.values : (madeFrom.values ?? {});
  const mine = textsOf(payload, record.values, madeFrom !== null);
  const { merged, changed, collisions } = mergeTexts(base, record.values, mine);
  for (const name of record.unseen ?? []) {
    const [theirs, shown] = [textOf(record.values[name]), textOf(mine[name])];
    if (theirs === undefined || shown === undefined) continue;
    merged[name] = shown;
    collisions.push({ kind: 'field', path: name, name, theirs });
  }
  if (collisions.length > 0) {
    const others = Object.entries(merged).filter(([name, value]) => {
      const typed = mine[name];
      return typed === undefined || !isSame(typed, value);
    });
    const values = { ...Object.fromEntries(others), ...record.beside?.(merged) };
    throw new EditConflict(collisions, record, values);
  }
  return { changed: new Set(changed), merged };
}

/** The fields of an input with these names, as a change that leaves all others alone. */
export function only<Input extends object>(input: Input, names: Set<string>): Partial<Input> {
  const named = Object.entries(input).filter(([name]) => names.has(name));
  return Object.fromEntries(named) as Partial<Input>;
}

/** The texts of a posted form. An empty list is not sent, so it is only read from our own forms. */
function textsOf(
  payload: Record<string, unknown>,
  fields: FormTexts,
  isOurs: boolean,
): Partial<FormTexts> {
  const texts: FormTexts = {};
  for (const [name, stored] of Object.entries(fields)) {
    const value = Object.hasOwn(payload, name) ? payload[name] : undefined;
    if (Array.isArray(stored)) {
      if (Array.isArray(value)) texts[name] = value.filter(isObject).map(rowOf);
      else if (isOurs) texts[name] = [];
    } else if (typeof value === 'string') texts[name] = value;
  }
  return texts;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function rowOf(row: object): RowTexts {
  const fields = Object.entries(row);
  return Object.fromEntries(
    fields.filter((field): field is [string, string] => typeof field[1] === 'string'),
  );
}

/** What stands at a field that another window saved meanwhile: what it holds by now, in words. */
export const sayMeanwhile = (theirs: string) => `Saved by someone else: ${theirs}`;

function describe(collision: Collision, { say, sayRow }: Editable): string {
  if (collision.kind === 'field') {
    const { name, theirs } = collision;
    return sayMeanwhile(theirs === '' ? 'nothing' : say(name, theirs));
  }
  const [row, what] =
    collision.kind === 'removed-here'
      ? [collision.theirs, 'was changed by someone else. Save removes it.']
      : [collision.mine, 'was removed by someone else. Save adds it.'];
  return `${sayRow?.(row) ?? 'One of these'} ${what}`;
}
