import { useEffect, useRef, type RefObject } from 'react';
import { useBeforePaint } from '../../../ui/scripts/hydration.ts';
import { TWINS } from '../presses.ts';
import { idsOfKey } from '../twins.ts';
import { boxesIn, readFrom, type useSelection } from './use-selection.ts';

/**
 * Follows what is ticked, from the moment in which the selection read the boxes. A listener of its own, since React
 * knows nothing of the server's rows; and the style sheet learns that scripts run.
 */
export function useTicks(
  form: RefObject<HTMLFormElement>,
  { select, now }: ReturnType<typeof useSelection>,
): void {
  useBeforePaint(() => {
    const element = form.current;
    if (!element) return;
    element.setAttribute('data-hydrated', '');
    const follow = ({ target }: Event) => {
      if (!(target instanceof HTMLInputElement) || target.type !== 'checkbox') return;
      if (target.name === TWINS) {
        const ids = new Set((idsOfKey(target.value) ?? []).map(String));
        for (const box of boxesIn(element)) if (ids.has(box.value)) box.checked = target.checked;
      } else if (target.name === 'ids') untickTwins(element, target);
      else return;
      select(readFrom(element, now.current));
    };
    element.addEventListener('change', follow);
    return () => {
      element.removeEventListener('change', follow);
    };
  }, [form, select, now]);
}

/** A group of which one is unticked is no longer ticked as a whole. */
function untickTwins(form: HTMLElement, box: HTMLInputElement): void {
  if (box.checked) return;
  for (const twins of form.querySelectorAll<HTMLInputElement>(`input[name="${TWINS}"]`)) {
    if (idsOfKey(twins.value)?.includes(Number(box.value))) twins.checked = false;
  }
}

/** With Shift, a box sets those between it and the one before it, too. */
export function useRanges(
  form: RefObject<HTMLFormElement>,
  { select, now }: ReturnType<typeof useSelection>,
) {
  const last = useRef<HTMLInputElement | null>(null);
  useEffect(() => {
    const element = form.current;
    const follow = (event: MouseEvent) => {
      const box = event.target;
      if (!(box instanceof HTMLInputElement) || box.type !== 'checkbox' || !form.current) return;
      const shown = [
        ...form.current.querySelectorAll<HTMLInputElement>('.select-cell input'),
      ].filter((one) => one.getClientRects().length > 0);
      const [from, to] = [last.current ? shown.indexOf(last.current) : -1, shown.indexOf(box)];
      if (to === -1) return;
      last.current = box;
      if (!event.shiftKey || from === -1) return;
      const wanted = new Set<number>();
      for (const one of shown.slice(Math.min(from, to), Math.max(from, to) + 1)) {
        for (const id of idsOfKey(one.value) ?? []) wanted.add(id);
      }
      const next = new Set(now.current);
      for (const id of wanted) {
        if (box.checked) next.add(id);
        else next.delete(id);
      }
      // After the box's own change.
      queueMicrotask(() => {
        select(next);
      });
    };
    element?.addEventListener('click', follow);
    return () => {
      element?.removeEventListener('click', follow);
    };
  }, [form, select, now]);
}
