import { useNavigation } from '@remix-run/react';
import { useRef, useState, type RefObject } from 'react';
import { useBeforePaint } from '../../ui/scripts/hydration.ts';
import { tickRange } from '../../ui/scripts/tick-range.ts';
import { MANY, PRESS, SHOWN } from './address.ts';

/** How many logs of the page are ticked, and whether all that match are, over all pages. */
export type Ticked = { count: number; isAll: boolean };

/**
 * Follows the boxes of the list by a listener of its own, since React knows nothing of the server's rows: the head's
 * ticks all, and Shift those between. What is ticked stays while a dialog is open, until it was carried out.
 */
export function useTicks(ref: RefObject<HTMLElement>, rows: unknown): Ticked {
  const [ticked, setTicked] = useState<Ticked>({ count: 0, isAll: false });
  const now = useRef<ReadonlySet<string> | null>(null);
  const last = useRef<HTMLInputElement | null>(null);
  const isDone = useIsDone();
  useBeforePaint(() => {
    const element = ref.current;
    if (!element) return;
    const all = element.querySelector<HTMLInputElement>('[name="all"]');
    const [head, ...boxes] = element.querySelectorAll<HTMLInputElement>('.select-cell input');
    const note = () => {
      const on = boxes.filter(({ checked }) => checked);
      now.current = new Set(on.map(({ value }) => value));
      if (head) {
        head.checked = on.length === boxes.length;
        head.indeterminate = on.length > 0 && !head.checked;
      }
      if (all?.checked) all.checked = on.length === boxes.length;
      setTicked({ count: on.length, isAll: all?.checked ?? false });
    };
    if (isDone.current && all) all.checked = false;
    // At first, somebody may have ticked before the scripts were here.
    if (isDone.current) now.current = new Set();
    else if (now.current === null && head?.checked) for (const box of boxes) box.checked = true;
    if (now.current) for (const box of boxes) box.checked = now.current.has(box.value);
    isDone.current = false;
    note();
    const follow = ({ target, shiftKey }: MouseEvent) => {
      if (!(target instanceof HTMLInputElement) || target.type !== 'checkbox') return;
      if (boxes.includes(target)) tickRange(last, target, { shown: boxes, isRange: shiftKey });
      else for (const box of boxes) box.checked = target.checked;
      note();
    };
    element.addEventListener('click', follow);
    return () => {
      element.removeEventListener('click', follow);
    };
  }, [ref, rows, isDone]);
  return ticked;
}

/** Whether the rows that come next are those after something was done with what is ticked. */
function useIsDone() {
  const { formAction, formData, state, location } = useNavigation();
  const isDone = useRef(false);
  const isOurs = [PRESS, SHOWN].some((name) => formData?.has(name));
  if (state === 'loading' && isOurs && formAction?.includes('/work-logs/'))
    isDone.current = location.pathname !== MANY;
  return isDone;
}
