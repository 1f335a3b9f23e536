import { useState, type RefObject } from 'react';
import { useBeforePaint } from '../../ui/scripts/hydration.ts';
import { contentOf, fillIn, idOf, isKept } from '../../ui/scripts/kept-fields.ts';
import { OPEN_LINE, PRESS } from './field-names.ts';

/** The open line's id in its fieldset or in the form; '' where there is none. */
function lineIn(element: HTMLFieldSetElement | HTMLFormElement): string {
  const field = element.elements.namedItem(OPEN_LINE);
  return field instanceof HTMLInputElement ? field.value : '';
}

/**
 * Keeps what is chosen or typed while the answer to a press is on its way. The first answer draws anew the lines that
 * were the server's HTML, each one a due date that follows the date, and a line that was saved is closed: it is opened
 * again where it was typed on.
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
    const forget = ({ target, submitter }: SubmitEvent) => {
      isCancelled = submitter instanceof HTMLButtonElement && submitter.value === 'close';
      since.delete('');
      if (target instanceof HTMLFormElement) since.delete(lineIn(target));
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
    if (open !== '') return;
    const buttons = [...since.keys()].map((line) => `[name="${PRESS}"][value="edit:${line}"]`);
    if (buttons.length > 0) form.querySelector<HTMLElement>(buttons.join())?.click();
  }, [page, since, answer]);
}
