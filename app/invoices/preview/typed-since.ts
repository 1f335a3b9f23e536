import { useState, type RefObject } from 'react';
import { useBeforePaint } from '../../ui/scripts/hydration.ts';
import { contentOf, fillIn, idOf, isKept } from '../../ui/scripts/kept-fields.ts';
import { OPEN_LINE, PRESS } from './field-names.ts';

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
