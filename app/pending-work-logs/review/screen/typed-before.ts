import { useState, type RefObject } from 'react';
import { useBeforePaint } from '../../../ui/scripts/hydration.ts';

/** Takes what was typed, and the focus, from rows of the server over to drawn ones. */
export function useTypedBefore(ref: RefObject<HTMLElement>, isOfServer: boolean) {
  const [kept] = useState(() => ({
    texts: new Map<string, { text: string; saved: string }>(),
    focus: null as Place | null,
  }));
  useBeforePaint(() => {
    const rows = ref.current;
    if (!isOfServer || !rows) return;
    const note = (field: HTMLInputElement) => {
      kept.texts.set(field.name, { text: field.value, saved: field.defaultValue });
    };
    // Somebody may have typed before the scripts were here, and nothing sent that.
    for (const field of rows.querySelectorAll<HTMLInputElement>('input[type="text"]')) {
      if (field.value === field.defaultValue) continue;
      note(field);
      leaveSave(field);
    }
    const noteFocus = ({ target }: Pick<Event, 'target'>) => {
      kept.focus =
        target instanceof Element && rows.contains(target) ? placeOf(target, rows) : null;
    };
    const noteText = ({ target }: Event) => {
      if (target instanceof HTMLInputElement) note(target);
    };
    noteFocus({ target: document.activeElement });
    document.addEventListener('focusin', noteFocus);
    rows.addEventListener('input', noteText);
    return () => {
      document.removeEventListener('focusin', noteFocus);
      rows.removeEventListener('input', noteText);
    };
  }, [ref, isOfServer, kept]);
  return (rows: HTMLElement) => {
    for (const [name, { text, saved }] of kept.texts) {
      const field = rows.querySelector<HTMLInputElement>(`[name="${name}"]`);
      // What came since is newer: saved, or with the reason why not, unless another press overtook that answer.
      if (field?.defaultValue !== saved) continue;
      field.value = text;
      leaveSave(field);
    }
    kept.texts.clear();
    if (kept.focus === null || document.activeElement !== document.body) return;
    goalIn(rows, kept.focus)?.focus({ preventScroll: true });
  };
}

/** Leaves the row of a field its button to save, which the style sheet hides where scripts save at once. */
function leaveSave(field: HTMLInputElement): void {
  field.closest('tr')?.setAttribute('data-typed', '');
}

/** Where a control stands: what finds it, its row, and what finds one like it in another row. */
type Place = { same: string; row: number; alike: string };

function placeOf(control: Element, rows: Element): Place | null {
  const name = control.getAttribute('name') ?? '';
  const value = control.getAttribute('value') ?? '';
  const isText = control.getAttribute('type') === 'text';
  const body = control.closest('tbody');
  if (name === '' || body === null) return null;
  return {
    same: `[name="${name}"]${isText ? '' : `[value="${value}"]`}`,
    row: [...rows.querySelectorAll('tbody')].indexOf(body),
    alike: `[name$="${ending(name)}"]${value.includes(':') ? `[value$="${ending(value)}"]` : ''}`,
  };
}

/** What a control is, without the row that it is of: `:client` of `12:client`. */
const ending = (text: string) => text.slice(Math.max(0, text.indexOf(':')));

/** Where work goes on: the same control, else one like it in the row that came to its place. */
function goalIn(rows: Element, { same, row, alike }: Place): HTMLElement | null {
  const bodies = rows.querySelectorAll('tbody');
  const body = bodies[Math.min(row, bodies.length - 1)];
  return (
    rows.querySelector<HTMLElement>(same) ??
    body?.querySelector<HTMLElement>(alike) ??
    body?.querySelector<HTMLElement>('.select-cell input') ??
    null
  );
}
