import { useState, type RefObject } from 'react';
import { useBeforePaint } from '../../../ui/scripts/hydration.ts';
import { contentOf, fillIn, idOf, isKept } from '../../../ui/scripts/kept-fields.ts';

/** Keeps what is chosen or typed while the answer to a press is on its way, which draws names anew, or all. */
export function useChosenSince(page: RefObject<HTMLElement>, answer: unknown): void {
  const [since] = useState(() => new Map<string, string>());
  useBeforePaint(() => {
    const element = page.current;
    const note = ({ target }: Event) => {
      if (isKept(target)) since.set(idOf(target), contentOf(target));
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
    if (form && since.size > 0) void fillIn(form, Object.fromEntries(since));
  }, [page, since, answer]);
}
