import { useNavigation } from '@remix-run/react';
import { useCallback, useRef, useState, type RefObject } from 'react';
import { useBeforePaint } from '../../../ui/scripts/hydration.ts';
import { tickRange } from '../../../ui/scripts/tick-range.ts';
import { idsOfKey, TWINS_TICKED } from '../presses.ts';

/**
 * What is selected: the ticked boxes, and ids of other pages. It stays as the filters, the page or a
 * dialog change; the answer to an action says what is left of it. What is ticked meanwhile counts.
 */
export function useSelection(
  form: RefObject<HTMLFormElement>,
  loaded: number[],
  /** What is ticked as the page is made. */
  ticked: ReadonlySet<number>,
) {
  const [selected, setSelected] = useState(ticked);
  const now = useRef(selected);
  const sent = useRef<ReadonlySet<number> | null>(null);
  const isOwn = useIsOwnAnswer();
  const select = useCallback((next: ReadonlySet<number>) => {
    now.current = next;
    setSelected(next);
  }, []);
  const seen = useRef<number[] | null>(null);
  useBeforePaint(() => {
    if (seen.current === null) {
      seen.current = loaded;
      // Somebody may have ticked before the scripts were here.
      const early = boxesIn(form.current).filter((box) => box.checked !== box.defaultChecked);
      if (early.length > 0) select(withBoxes(now.current, early));
    } else if (seen.current !== loaded) {
      seen.current = loaded;
      if (isOwn.current) {
        isOwn.current = false;
        const next = new Set(loaded);
        if (sent.current) {
          for (const id of now.current) if (!sent.current.has(id)) next.add(id);
          for (const id of sent.current) if (!now.current.has(id)) next.delete(id);
        }
        sent.current = null;
        select(next);
      }
    }
    showIn(form.current, now.current);
  });
  useBeforePaint(() => {
    const element = form.current;
    if (!element) return;
    const note = () => {
      sent.current = now.current;
    };
    element.addEventListener('submit', note);
    return () => {
      element.removeEventListener('submit', note);
    };
  }, [form]);
  return { selected, now, select };
}

/** Whether the data that comes next answers the table's own form. */
function useIsOwnAnswer() {
  const { formAction } = useNavigation();
  const isOwn = useRef(false);
  if (formAction !== undefined) isOwn.current = formAction.includes('/pending-work-logs/review');
  return isOwn;
}

/** The boxes of tasks and of groups; a group's value has the ids of all its tasks. */
function boxesIn(element: ParentNode | null): HTMLInputElement[] {
  return [
    ...(element?.querySelectorAll<HTMLInputElement>('.select-cell input[type="checkbox"]') ?? []),
  ];
}

/** Those that stand on the screen: the tasks of a closed group do not. */
export const shownBoxesIn = (element: ParentNode) =>
  boxesIn(element).filter((box) => box.getClientRects().length > 0);

/** What is selected once these boxes count; what is on none of them stays. */
function withBoxes(before: ReadonlySet<number>, boxes: HTMLInputElement[]): Set<number> {
  const next = new Set(before);
  for (const box of boxes) {
    for (const id of idsOfKey(box.value) ?? []) {
      if (box.checked) next.add(id);
      else next.delete(id);
    }
  }
  return next;
}

/** Ticks the boxes of what is selected, and those of groups: half of one shows as a dash. */
function showIn(element: ParentNode | null, selected: ReadonlySet<number>): void {
  for (const box of boxesIn(element)) {
    const ids = idsOfKey(box.value) ?? [];
    const count = ids.filter((id) => selected.has(id)).length;
    box.checked = count === ids.length;
    box.indeterminate = count > 0 && count < ids.length;
    // Half of a group is what its rows say: without this, the server would take all of it for unticked.
    const wasTicked = element?.querySelector<HTMLInputElement>(
      `input[name="${TWINS_TICKED}"][value="${box.value}"]`,
    );
    if (wasTicked) wasTicked.disabled = box.indeterminate;
  }
}

/**
 * Follows what is ticked by a listener of its own, since React knows nothing of the server's rows. With Shift, a box
 * sets those between it and the one before it, too.
 */
export function useTicks(
  form: RefObject<HTMLFormElement>,
  { select, now }: ReturnType<typeof useSelection>,
): void {
  const last = useRef<HTMLInputElement | null>(null);
  useBeforePaint(() => {
    const element = form.current;
    if (!element) return;
    element.setAttribute('data-hydrated', '');
    const follow = ({ target, shiftKey }: MouseEvent) => {
      const box = boxesIn(element).find((one) => one === target);
      if (!box) return;
      const shown = shownBoxesIn(element);
      select(withBoxes(now.current, tickRange(last, box, { shown, isRange: shiftKey })));
    };
    element.addEventListener('click', follow);
    return () => {
      element.removeEventListener('click', follow);
    };
  }, [form, select, now]);
}
