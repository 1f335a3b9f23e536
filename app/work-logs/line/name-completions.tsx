import { useEffect, useId, useMemo, useState, type RefObject } from 'react';
import { completer, type Completion } from './complete.ts';
import type { LineData } from './line.server.ts';

/** A field for a line. */
export type Control = HTMLInputElement | HTMLTextAreaElement;

/** The text of a control as it is now, and where its caret is. */
export type Typed = { text: string; caret: number; isFocused: boolean };

/** The names that complete the word before the caret: arrows choose, Enter or Tab takes. */
export function NameCompletions({
  control,
  typed,
  data: { options: names, today },
}: {
  control: RefObject<Control>;
  typed: Typed;
  data: LineData;
}) {
  const complete = useMemo(() => completer({ ...names, today }), [names, today]);
  const [closedFor, setClosedFor] = useState<string | null>(null);
  const [choice, setChoice] = useState({ text: '', index: -1 });
  const id = useId();
  const { text, caret, isFocused } = typed;
  const { from, options } = complete(text, caret);
  const isOpen = isFocused && options.length > 0 && closedFor !== text;
  // A choice is among the names for one text.
  const chosen = choice.text === text && choice.index < options.length ? choice.index : -1;

  useEffect(() => {
    const element = control.current;
    if (!element || !isOpen) return;
    const press = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || event.isComposing) return;
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
      const option = options[chosen];
      const isTaken = (event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey;
      if (step !== 0) {
        // From the field (-1) through the names, and back to the field.
        const places = options.length + 1;
        setChoice({ text, index: ((chosen + 1 + step + places) % places) - 1 });
      } else if (event.key === 'Escape') setClosedFor(text);
      else if (option && isTaken) insert(element, option, from);
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    element.addEventListener('keydown', press);
    return () => {
      element.removeEventListener('keydown', press);
    };
  });

  useEffect(() => {
    const element = control.current;
    if (element) describeTo(element, isOpen ? id : null, chosen);
  }, [control, id, isOpen, chosen]);

  return (
    <>
      <p className="sr-only" aria-live="polite">
        {isOpen ? `${options.length} names; the down arrow chooses` : ''}
      </p>
      {isOpen ? (
        <div id={id} role="listbox" aria-label="Names" className="line-names">
          {options.map((option, index) => (
            <div
              key={`${option.kind}:${option.name}`}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === chosen}
              onMouseDown={(event) => {
                // The field keeps the focus.
                event.preventDefault();
                if (control.current) insert(control.current, option, from);
              }}
            >
              <span className="min-w-0 wrap-anywhere">{option.name}</span>
              <span className="text-xs text-muted">{option.kind}</span>
            </div>
          ))}
        </div>
      ) : null}
    </>
  );
}

function insert(element: Control, { insert: name }: Completion, from: number): void {
  const rest = element.value.slice(element.selectionEnd ?? element.value.length);
  const before = `${element.value.slice(0, from)}${name}${rest.startsWith(' ') ? '' : ' '}`;
  element.value = before + rest;
  element.setSelectionRange(before.length, before.length);
  element.focus();
  element.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Ties the list of names, if it is open, and the chosen one to the control. */
function describeTo(element: Control, listId: string | null, chosen: number): void {
  const set = (name: string, value: string | null) => {
    if (value === null) element.removeAttribute(name);
    else element.setAttribute(name, value);
  };
  set('aria-autocomplete', 'list');
  set('aria-controls', listId);
  set('aria-activedescendant', listId !== null && chosen >= 0 ? `${listId}-${chosen}` : null);
}
