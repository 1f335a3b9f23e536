import { useEffect, type RefObject } from 'react';
import {
  CHOSEN_FIELD,
  INVOICE_BOX,
  LINE_BOX,
  LONGEST_CHOICES,
  OFF,
  SHORTENED,
  WITHOUT,
} from './field-names.ts';

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
