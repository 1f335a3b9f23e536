import { useSubmit } from '@remix-run/react';
import { useEffect, useRef, type RefObject } from 'react';
import { areShortcutsOn, isShortcutPress } from '../../../ui/scripts/shortcuts.ts';
import { idsOfKey, PRESS } from '../presses.ts';
import { PICKED } from './picker.tsx';
import { shownBoxesIn, type useSelection } from './use-selection.ts';

type Selection = Pick<ReturnType<typeof useSelection>, 'now' | 'select'>;

const ACTIONS: Record<string, string> = { Enter: 'confirm', a: 'archive', r: 'reject' };
const FIELDS: Record<string, string> = { c: 'client', t: 'workType', d: 'duration' };
const UNDO = '.toast form[action^="/pending-work-logs/"]';

/** The keys of Todoist Import, for the selected tasks, or for the task with the focus where that is not one of them. */
export function useReviewKeys(form: RefObject<HTMLFormElement>, { now, select }: Selection): void {
  const submit = useSubmit();
  const current = useRef<HTMLInputElement | null>(null);
  const undo = useRef<string | null>(null);
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    const rowNow = () => {
      const { activeElement } = document;
      const row = activeElement?.closest('.review-table tr');
      const box = row?.querySelector<HTMLInputElement>('.select-cell input') ?? null;
      if (box) current.current = box;
      return current.current?.isConnected ? current.current : null;
    };
    const isOnSelection = (box: HTMLInputElement | null) => {
      if (now.current.size === 0) return false;
      return box === null || (idsOfKey(box.value) ?? []).every((id) => now.current.has(id));
    };
    const button = (value: string) =>
      element.querySelector<HTMLButtonElement>(`button[name="${PRESS}"][value="${value}"]`);
    const move = (step: number, isSelecting: boolean) => {
      const all = shownBoxesIn(element);
      const box = rowNow();
      const at = box ? all.indexOf(box) : -1;
      // At an end, it goes on at the other; a range ends there.
      const goal = at === -1 && step < 0 ? all.length - 1 : at + step;
      const next = isSelecting ? all[goal] : all[(goal + all.length) % all.length];
      if (!next) return;
      if (isSelecting) {
        const ids = [box, next].flatMap((one) => (one ? (idsOfKey(one.value) ?? []) : []));
        select(new Set([...now.current, ...ids]));
      }
      next.focus();
      current.current = next;
    };
    const choose = (what: string, box: HTMLInputElement | null) => {
      const place = isOnSelection(box) ? element.querySelector('.bulk-bar') : box?.closest('tr');
      place?.querySelector<HTMLInputElement>(`[name$="${what}"]`)?.focus();
    };
    const takeBack = () => {
      const shown = document.querySelector<HTMLFormElement>(UNDO);
      if (shown) {
        shown.requestSubmit();
        return;
      }
      const token = element.querySelector<HTMLInputElement>('[name="formToken"]')?.value;
      if (undo.current === null) return;
      const fields = { goTo: `${location.pathname}${location.search}`, formToken: token ?? '' };
      submit(fields, { method: 'post', action: undo.current, preventScrollReset: true });
      undo.current = null;
    };
    const press = (event: KeyboardEvent) => {
      if (!isShortcutPress(event) || !areShortcutsOn()) return;
      const { key, shiftKey, target } = event;
      const done = () => {
        event.preventDefault();
      };
      const box = rowNow();
      if (key === 'ArrowDown' || key === 'ArrowUp') {
        done();
        move(key === 'ArrowDown' ? 1 : -1, shiftKey);
        return;
      }
      if (shiftKey) return;
      const field = FIELDS[key];
      const what = ACTIONS[key];
      if (field !== undefined) {
        if (box === null && now.current.size === 0) return;
        done();
        choose(field, box);
      } else if (what !== undefined) {
        // Enter on a link or a button is theirs.
        const isOwn = target === document.body || target instanceof HTMLInputElement;
        if (key === 'Enter' && !isOwn) return;
        const pressed = isOnSelection(box) ? button(what) : box && button(`${box.value}:${what}`);
        if (!pressed) return;
        done();
        pressed.click();
      } else if (key === 'e') {
        done();
        button('every')?.click();
      } else if (key === 's' && box) {
        done();
        button(`${box.value}:alike`)?.click();
      } else if (key === 'u') {
        done();
        takeBack();
      } else if (key === 'Escape' && now.current.size > 0) {
        done();
        select(new Set());
      }
    };
    const note = () => {
      const action = document.querySelector(UNDO)?.getAttribute('action');
      if (action) undo.current = action;
    };
    const goBack = ({ target }: Event) => {
      const box = rowNow();
      if (target instanceof HTMLElement && box && target !== box) box.focus();
    };
    const toasts = new MutationObserver(note);
    toasts.observe(document.body, { childList: true, subtree: true });
    // Before the keys of every screen, some of which mean something else here.
    document.addEventListener('keydown', press, true);
    element.addEventListener(PICKED, goBack);
    return () => {
      toasts.disconnect();
      document.removeEventListener('keydown', press, true);
      element.removeEventListener(PICKED, goBack);
    };
  }, [form, now, select, submit]);
}
