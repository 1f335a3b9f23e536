import { useState, type RefObject } from 'react';
import { useBeforePaint } from '../../ui/scripts/hydration.ts';
import { contentOf, fillIn, idOf, isKept, type Contents } from '../../ui/scripts/kept-fields.ts';

/**
 * Keeps what is chosen or typed while the answer to a press is on its way. The first answer draws anew the lines that
 * were the server's HTML, and each one a due date that follows the date.
 */
export function useTypedSince(page: RefObject<HTMLElement>, answer: unknown): void {
  const [since] = useState(() => new Map<string, string>());
  useBeforePaint(() => {
    const element = page.current;
    const note = ({ target }: Event) => {
      // The fields of the line that is open, or the contacts of a client, may be those of another one by then.
      if (isKept(target) && !target.closest('fieldset')) since.set(idOf(target), contentOf(target));
    };
    const forget = () => {
      since.clear();
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
    const typed: Contents = Object.fromEntries(since);
    if (form && since.size > 0) void fillIn(form, typed);
  }, [page, since, answer]);
}
