import { useEffect, useId, useMemo, useState, type RefObject } from 'react';
import { Listbox, stepTo, tieToListbox } from '../../ui/listbox.tsx';
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
      const places = { count: options.length, isFieldAChoice: true };
      const index = stepTo(event.key, chosen, places);
      const option = options[chosen];
      const isTaken = (event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey;
      if (index !== null) setChoice({ text, index });
      else if (event.key === 'Escape') setClosedFor(text);
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
    if (element) tieToListbox(element, isOpen ? id : null, chosen);
  }, [control, id, isOpen, chosen]);

  return (
    <>
      <p className="sr-only" aria-live="polite">
        {isOpen ? `${options.length} names; the down arrow chooses` : ''}
      </p>
      {isOpen ? (
        <div className="listbox-frame">
          <Listbox
            id={id}
            label="Names"
            options={options}
            active={chosen}
            onTake={(option) => {
              if (control.current) insert(control.current, option, from);
            }}
          >
            {({ name, kind }) => (
              <>
                <span className="min-w-0 wrap-anywhere">{name}</span>
                <span className="text-xs text-muted">{kind}</span>
              </>
            )}
          </Listbox>
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
