import { useState, type RefObject } from 'react';
import { useBeforePaint } from '../../ui/scripts/hydration.ts';
import { contentOf, fillIn, idOf, isKept } from '../../ui/scripts/kept-fields.ts';
import { OPEN_LINE, PRESS } from './field-names.ts';

/** The open line's id in its fieldset or in the form; '' where there is none. */
function lineIn(element: HTMLFieldSetElement | HTMLFormElement): string {
  const field = element.elements.namedItem(OPEN_LINE);
  return field instanceof HTMLInputElement ? field.value : '';
}

/** The buttons after which the page, and what was typed on in a line that is closed, is gone. */
const LEADS_AWAY = new Set(['create', 'rewrite']);

/** The button that opens the first of these lines that is still there. */
function editButton(form: HTMLFormElement, lines: Iterable<string>): HTMLElement | null {
  const buttons = [...lines].map((line) => `[name="${PRESS}"][value="edit:${line}"]`);
  return buttons.length > 0 ? form.querySelector<HTMLElement>(buttons.join()) : null;
}

/**
 * Keeps what is chosen or typed while the answer to a press is on its way. The first answer draws anew the lines that
 * were the server's HTML, each one a due date that follows the date, and a line that was saved is closed: it is opened
 * again where it was typed on, at the latest when the invoices are to be made.
 */
export function useTypedSince(page: RefObject<HTMLElement>, answer: unknown): void {
  /** By the line that it was typed in; '' for what is in no line. */
  const [since] = useState(() => new Map<string, Map<string, string>>());
  useBeforePaint(() => {
    const element = page.current;
    let isCancelled = false;
    const note = ({ target }: Event) => {
      if (!isKept(target)) return;
      const fieldset = target.closest('fieldset');
      const line = fieldset ? lineIn(fieldset) : '';
      // The contacts of a client may be those of another one by then.
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
      // Within a press there can be no other.
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
