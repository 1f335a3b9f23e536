import { useNavigation } from '@remix-run/react';
import { useCallback, useRef, useState, type RefObject } from 'react';
import { useBeforePaint } from '../../../ui/scripts/hydration.ts';
import { TWINS, TWINS_TICKED } from '../presses.ts';
import { idsOfKey } from '../twins.ts';

/**
 * What is selected: the ticked boxes, and ids of other pages. It stays as the filters, the page or a
 * dialog change; the answer to an action says what is left of it. What is ticked meanwhile counts.
 */
export function useSelection(form: RefObject<HTMLFormElement>, loaded: number[]) {
  const [selected, setSelected] = useState<ReadonlySet<number>>(() => new Set(loaded));
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
      if (form.current) {
        const early = readFrom(form.current, now.current);
        if (!isSame(early, now.current)) select(early);
      }
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

const isSame = (one: ReadonlySet<number>, other: ReadonlySet<number>) =>
  one.size === other.size && [...one].every((id) => other.has(id));

/** The boxes of single tasks. */
export function boxesIn(element: ParentNode | null): HTMLInputElement[] {
  return [
    ...(element?.querySelectorAll<HTMLInputElement>('input[type="checkbox"][name="ids"]') ?? []),
  ];
}

/** The boxes of groups. */
function twinsIn(element: ParentNode): HTMLInputElement[] {
  return [...element.querySelectorAll<HTMLInputElement>(`input[name="${TWINS}"]`)];
}

/** The selection as its boxes have it; what is on no box stays. */
export function readFrom(element: ParentNode, before: ReadonlySet<number>): Set<number> {
  const next = new Set(before);
  for (const box of boxesIn(element)) {
    if (box.checked) next.add(Number(box.value));
    else next.delete(Number(box.value));
  }
  for (const box of twinsIn(element)) {
    if (!box.checked || box.defaultChecked) continue;
    for (const id of idsOfKey(box.value) ?? []) next.add(id);
  }
  return next;
}

/** Ticks the boxes of what is selected, and those of groups: half of one shows as a dash. */
function showIn(element: ParentNode | null, selected: ReadonlySet<number>): void {
  if (!element) return;
  for (const box of boxesIn(element)) box.checked = selected.has(Number(box.value));
  for (const box of twinsIn(element)) {
    const ids = idsOfKey(box.value) ?? [];
    const count = ids.filter((id) => selected.has(id)).length;
    box.checked = count === ids.length;
    box.indeterminate = count > 0 && count < ids.length;
    // Half of a group is what its rows say: without this, the server would take all of it for unticked.
    const wasTicked = element.querySelector<HTMLInputElement>(
      `input[name="${TWINS_TICKED}"][value="${box.value}"]`,
    );
    if (wasTicked) wasTicked.disabled = box.indeterminate;
  }
}
