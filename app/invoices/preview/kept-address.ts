import { useEffect, type RefObject, useState } from 'react';
import {
  CHOSEN_FIELD,
  INVOICE_BOX,
  LINE_BOX,
  LONGEST_CHOICES,
  OFF,
  SHORTENED,
  WITHOUT,
  OPEN_LINE,
  PRESS,
} from './field-names.ts';
import { useBeforePaint } from '../../ui/scripts/hydration.ts';
import { contentOf, fillIn, idOf, isKept } from '../../ui/scripts/kept-fields.ts';

const isChoice = (name: string) =>
  [WITHOUT, OFF, SHORTENED].includes(name) || CHOSEN_FIELD.test(name);

/** Whether two addresses are of the same preview, whatever was chosen in it. */
export function isSamePreview(one: URL, other: URL): boolean {
  const of = ({ pathname, searchParams }: URL) =>
    JSON.stringify([pathname, ...[...searchParams].filter(([name]) => !isChoice(name))]);
  return of(one) === of(other);
}

/**
 * The address with what stands in the form now. Of fields that are as they came, the address keeps what it
 * has.
 */
function addressOf(form: HTMLFormElement): string {
  const url = new URL(window.location.href);
  const chosen = new URLSearchParams();
  const unticked = { [WITHOUT]: new Set<string>(), [OFF]: new Set<string>() };
  const rest = new URLSearchParams();
  for (const [name, value] of url.searchParams) {
    if (!isChoice(name)) rest.append(name, value);
    else if (CHOSEN_FIELD.test(name)) chosen.append(name, value);
  }
  for (const field of form.elements) {
    if (field instanceof HTMLInputElement && field.type === 'checkbox') {
      const list = { [LINE_BOX]: unticked[WITHOUT], [INVOICE_BOX]: unticked[OFF] }[field.name];
      if (!field.checked) list?.add(field.value);
    } else if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) {
      const isAsItCame =
        field instanceof HTMLInputElement
          ? field.value === field.defaultValue
          : field.options[field.selectedIndex]?.defaultSelected === true;
      if (!CHOSEN_FIELD.test(field.name) || (isAsItCame && !chosen.has(field.name))) continue;
      chosen.set(field.name, field.value);
    }
  }
  for (const [name, values] of Object.entries(unticked)) {
    if (values.size > 0) chosen.set(name, [...values].join('.'));
  }
  const kept = chosen.toString().length <= LONGEST_CHOICES ? chosen : [[SHORTENED, '1']];
  url.search = new URLSearchParams([...rest, ...kept]).toString();
  return url.href;
}

/**
 * Keeps what is chosen in the address, as it is chosen, so that a page that is loaded again has it. `address` is what
 * the server says with each answer, after which the browser has the old one; null while something of it could not be read.
 */
export function useKeptAddress(
  page: RefObject<HTMLElement>,
  preview: { address: string | null },
): void {
  useEffect(() => {
    const put = (url: string) => {
      // By the time that this runs, the way to another page may have begun.
      if (!window.location.pathname.endsWith('/create-invoices')) return;
      window.history.replaceState(window.history.state, '', url);
    };
    const element = page.current;
    const form = element?.querySelector('form');
    const keep = () => {
      if (form) put(addressOf(form));
    };
    if (preview.address !== null) put(preview.address);
    // What was chosen before the scripts loaded counts as well.
    keep();
    element?.addEventListener('change', keep);
    return () => {
      element?.removeEventListener('change', keep);
    };
  }, [page, preview]);
}

/** The open line's id in its fieldset or in the form; '' where there is none. */
function lineIn(element: HTMLFieldSetElement | HTMLFormElement): string {
  const field = element.elements.namedItem(OPEN_LINE);
  return field instanceof HTMLInputElement ? field.value : '';
}

/** The buttons that lead to another page: what was typed on in a line that is closed would be lost. */
const LEADS_AWAY = new Set(['create', 'rewrite']);

/** The button that opens the first of these lines that is still there. */
function editButton(form: HTMLFormElement, lines: Iterable<string>): HTMLElement | null {
  const buttons = [...lines].map((line) => `[name="${PRESS}"][value="edit:${line}"]`);
  return buttons.length > 0 ? form.querySelector<HTMLElement>(buttons.join()) : null;
}

/**
 * Keeps what is chosen or typed while the answer to a press is on its way. The answer draws anew what was the
 * server's HTML, and closes a line that was saved. Where somebody typed on in that line, it is opened again
 * with what was typed, at the latest before invoices are made.
 */
export function useTypedSince(page: RefObject<HTMLElement>, answer: unknown): void {
  /** What was typed, by field, for each line; '' stands for fields outside of lines. */
  const [since] = useState(() => new Map<string, Map<string, string>>());
  useBeforePaint(() => {
    const element = page.current;
    let isCancelled = false;
    const note = ({ target }: Event) => {
      if (!isKept(target)) return;
      const fieldset = target.closest('fieldset');
      const line = fieldset ? lineIn(fieldset) : '';
      // The contacts to choose from may be another client's by the time of the answer.
      if (fieldset && (line === '' || isCancelled)) return;
      since.set(
        line,
        (since.get(line) ?? new Map<string, string>()).set(idOf(target), contentOf(target)),
      );
    };
    const forget = (event: SubmitEvent) => {
      const { target, submitter } = event;
      const press = submitter instanceof HTMLButtonElement ? submitter.value : '';
      isCancelled = press === 'close';
      since.delete('');
      if (!(target instanceof HTMLFormElement)) return;
      since.delete(lineIn(target));
      const edit = LEADS_AWAY.has(press) ? editButton(target, since.keys()) : null;
      if (edit === null) return;
      event.preventDefault();
      event.stopPropagation();
      // A press cannot begin within another one.
      setTimeout(() => {
        edit.click();
      });
    };
    element?.addEventListener('input', note);
    element?.addEventListener('submit', forget);
    return () => {
      element?.removeEventListener('input', note);
      element?.removeEventListener('submit', forget);
    };
  }, [page, since]);
  useBeforePaint(() => {
    const form = page.current?.querySelector('form');
    if (!form) return;
    const open = lineIn(form);
    for (const line of new Set(['', open])) {
      void fillIn(form, Object.fromEntries(since.get(line) ?? []));
    }
    if (open === '') editButton(form, since.keys())?.click();
  }, [page, since, answer]);
}
