import { useNavigation } from '@remix-run/react';
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { useBeforePaint } from '../../../ui/scripts/hydration.ts';
import { idsOfKey, TWINS, TWINS_TICKED } from '../presses.ts';

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

/** Follows what is ticked by a listener of its own, since React knows nothing of the server's rows. */
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
