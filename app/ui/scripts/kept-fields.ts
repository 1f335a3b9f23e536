type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Never kept: what nobody typed, and secrets. */
const NOT_KEPT = ['hidden', 'password', 'submit', 'button', 'reset', 'image', 'file'];

/** A field's contents by its name (a box's by its name and value), or by what stands in its `data-kept-as`: some share a name. */
export type Contents = KeptTyping['fields'];

/** Whether the contents of an element may be kept: it takes typing, and is no secret. */
export function isKept(element: unknown): element is Field {
  if (element instanceof HTMLInputElement && NOT_KEPT.includes(element.type)) return false;
  const isField =
    element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement;
  return isField && element.name !== '' && element.dataset.secret === undefined;
}

function isBox(field: Field): field is HTMLInputElement {
  return field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type);
}

/** What tells a field from the others of its form. */
export function idOf(field: Field): string {
  return isBox(field) ? `${field.name}=${field.value}` : (field.dataset.keptAs ?? field.name);
}

/** What a field holds now. */
export function contentOf(field: Field): string {
  return isBox(field) ? (field.checked ? 'on' : 'off') : field.value;
}

/** The name of a field, or of the list of rows that it belongs to: they move as rows come and go. */
export function rootOf(name: string): string {
  return name.replace(/[[=].*/s, '');
}

function fieldsOf(form: HTMLFormElement): Field[] {
  return [...form.elements].filter(isKept);
}

/** Whether a form takes typing or choices: one with boxes only is a selection, and is not kept. */
export function hasTyping(form: HTMLFormElement): boolean {
  return fieldsOf(form).some((field) => !isBox(field));
}

/** What the fields of a form hold now. */
export function contentsOf(form: HTMLFormElement): Contents {
  return Object.fromEntries(fieldsOf(form).map((field) => [idOf(field), contentOf(field)]));
}

/** The fields in which somebody typed before the scripts ran. */
export function typedEarly(form: HTMLFormElement): string[] {
  return fieldsOf(form)
    .filter((field) =>
      isBox(field)
        ? field.checked !== field.defaultChecked
        : !(field instanceof HTMLSelectElement) && field.value !== field.defaultValue,
    )
    .map(({ name }) => rootOf(name));
}

/** Fills fields as if a person did, after adding the rows that they belong to. */
export async function fillIn(form: HTMLFormElement, fields: Contents): Promise<void> {
  for (const name of Object.keys(fields)) {
    // Each press adds one row; it stops where a press no longer does.
    let had = -1;
    while (name.includes('[') && !form.elements.namedItem(name) && had < form.elements.length) {
      had = form.elements.length;
      addRowButton(form, rootOf(name))?.click();
      await new Promise((resolve) => setTimeout(resolve));
    }
  }
  for (const field of fieldsOf(form)) {
    const content = fields[idOf(field)];
    if (content !== undefined) fill(field, content);
  }
}

function addRowButton(form: HTMLFormElement, list: string): HTMLButtonElement | undefined {
  const buttons = form.querySelectorAll<HTMLButtonElement>('button[name="__intent__"]');
  return [...buttons].find(
    ({ value }) => value.includes('"insert"') && value.includes(`"${list}"`),
  );
}

function fill(field: Field, content: string): void {
  if (isBox(field)) {
    if (field.checked !== (content === 'on')) field.click();
    return;
  }
  const before = field.value;
  if (before === content) return;
  field.value = content;
  // A choice that is no longer offered.
  if (field instanceof HTMLSelectElement && field.selectedIndex < 0) field.value = before;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

/** What is sent for a field whose text the browser cannot read: no rule accepts it. */
const UNREAD = '?';

/**
 * A browser sends what it cannot read of a number or a day empty, and the default would be saved without a word: in
 * Firefox a rate typed as `1,250.00` became the usual rate, and half a date became today.
 */
export function tellUnread({ target, formData }: FormDataEvent): void {
  if (!(target instanceof HTMLFormElement) || target.getAttribute('role') === 'search') return;
  for (const field of target.elements) {
    const isUnread = field instanceof HTMLInputElement && field.validity.badInput;
    // A disabled field is not sent.
    if (isUnread && formData.has(field.name)) formData.set(field.name, UNREAD);
  }
}

/** Every entry of ours begins so; `start.js` removes them all after a sign-out. */
const PREFIX = 'kept:';
/** Whose entries may be written now; a sign-out in another tab removes it. */
const PERSON = `${PREFIX}person`;

const MOST_FORMS = 20;
const MOST_LENGTH = 50_000;
/** Seven days, in milliseconds. */
const LONGEST = 7 * 24 * 60 * 60 * 1_000;

/** What somebody typed in a form and did not save. */
export type KeptTyping = {
  /** When, as milliseconds since 1970. */
  at: number;
  /** The contents of the fields that the person changed, by their names. */
  fields: Record<string, string>;
  madeFrom?: { version: string; values: string };
};

/** The key under which a person's typing in a form is kept. */
export function keyOf(person: number, path: string, formId: string): string {
  return `${PREFIX}${person}:${path}#${formId}`;
}

function onStorage<Result>(run: (storage: Storage) => Result): Result | null {
  try {
    return run(window.localStorage);
  } catch {
    return null;
  }
}

/** Notes whose forms these are. Without it, nothing is kept. */
export function beginKeeping(person: number): void {
  onStorage((storage) => {
    storage.setItem(PERSON, String(person));
  });
}

/** Whether these are still a person's forms: a sign-out ends that. True where nothing is stored. */
export function isKeeping(person: number): boolean {
  return onStorage((storage) => storage.getItem(PERSON) === String(person)) ?? true;
}

/** What is kept for a form, unless it is too old. */
export function readKept(key: string): KeptTyping | null {
  return onStorage((storage) => parse(storage.getItem(key)));
}

/** Keeps what was typed in a form, or forgets it (null). Makes room by dropping what is oldest. */
export function writeKept(key: string, kept: KeptTyping | null): void {
  onStorage((storage) => {
    const text = JSON.stringify(kept);
    if (kept === null) storage.removeItem(key);
    else if (isOf(storage, key) && text.length <= MOST_LENGTH) {
      storage.setItem(key, text);
      dropOldest(storage);
    }
  });
}

function isOf(storage: Storage, key: string): boolean {
  return key.startsWith(`${PREFIX}${storage.getItem(PERSON) ?? ''}:`);
}

function dropOldest(storage: Storage): void {
  const entries = Object.keys(storage)
    .filter((key) => key.startsWith(PREFIX) && key !== PERSON)
    .map((key) => ({ key, at: parse(storage.getItem(key))?.at ?? 0 }))
    .sort((one, other) => other.at - one.at);
  for (const [index, { key, at }] of entries.entries()) {
    if (index >= MOST_FORMS || at === 0) storage.removeItem(key);
  }
}

function parse(text: string | null): KeptTyping | null {
  const kept = text === null ? null : (JSON.parse(text) as KeptTyping | null);
  return kept !== null && Date.now() - kept.at < LONGEST ? kept : null;
}
