import { useEffect, useState, type RefObject } from 'react';

/** Takes what was typed, and the focus, from rows of the server over to drawn ones. */
export function useTypedBefore(ref: RefObject<HTMLElement>, isOfServer: boolean) {
  const [kept] = useState(() => ({
    texts: new Map<string, string>(),
    focus: null as Place | null,
  }));
  useEffect(() => {
    const rows = ref.current;
    if (!isOfServer || !rows) return;
    const noteFocus = ({ target }: Event) => {
      kept.focus =
        target instanceof Element && rows.contains(target) ? placeOf(target, rows) : null;
    };
    const noteText = ({ target }: Event) => {
      if (target instanceof HTMLInputElement) kept.texts.set(target.name, target.value);
    };
    // A change is sent: the rows that come have it, or say why not.
    const noteSent = ({ target }: Event) => {
      if (target instanceof HTMLInputElement) kept.texts.delete(target.name);
    };
    document.addEventListener('focusin', noteFocus);
    rows.addEventListener('input', noteText);
    rows.addEventListener('change', noteSent);
    return () => {
      document.removeEventListener('focusin', noteFocus);
      rows.removeEventListener('input', noteText);
      rows.removeEventListener('change', noteSent);
    };
  }, [ref, isOfServer, kept]);
  return (rows: HTMLElement) => {
    for (const [name, text] of kept.texts) {
      const field = rows.querySelector<HTMLInputElement>(`[name="${name}"]`);
      if (field) field.value = text;
    }
    kept.texts.clear();
    if (kept.focus === null || document.activeElement !== document.body) return;
    goalIn(rows, kept.focus)?.focus({ preventScroll: true });
  };
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
