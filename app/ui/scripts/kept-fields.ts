import type { KeptTyping } from './kept-store.ts';

/** A field whose contents may be kept. */
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
