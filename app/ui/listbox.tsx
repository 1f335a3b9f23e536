import type { ReactNode } from 'react';

/** The id of an option in a list. */
const optionId = (listId: string, index: number) => `${listId}-${index}`;

/** A list of choices for a field, which keeps the focus: its keys choose, and a press on an option takes that. */
export function Listbox<Option>({
  id,
  label,
  options,
  active,
  onTake,
  children,
}: {
  id: string;
  label: string;
  options: Option[];
  /** The place of the chosen one; -1 while the field itself is. */
  active: number;
  onTake: (option: Option) => void;
  /** What an option says. */
  children: (option: Option) => ReactNode;
}) {
  return (
    <div id={id} role="listbox" aria-label={label} className="listbox">
      {options.map((option, index) => (
        // Its keys are those of the field.
        // eslint-disable-next-line jsx-a11y/click-events-have-key-events
        <div
          key={index}
          id={optionId(id, index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          // Before the field loses the focus.
          onMouseDown={(event) => {
            event.preventDefault();
          }}
          onClick={() => {
            onTake(option);
          }}
        >
          {children(option)}
        </div>
      ))}
    </div>
  );
}

/**
 * The place that an arrow key chooses of so many options, round and round: also the field itself, -1, where the word in it
 * is a choice, too. Null for every other key.
 */
export function stepTo(
  key: string,
  active: number,
  { count, isFieldAChoice }: { count: number; isFieldAChoice: boolean },
): number | null {
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return null;
  const next = active + (key === 'ArrowDown' ? 1 : -1);
  if (next >= count) return isFieldAChoice || count === 0 ? -1 : 0;
  return next < -1 || (next === -1 && !isFieldAChoice) ? count - 1 : next;
}

/** Ties a field to its list, null where that is closed, and to the option that is chosen of it, for those who do not see them. */
export function tieToListbox(field: HTMLElement, listId: string | null, active: number): void {
  const isChosen = listId !== null && active >= 0;
  const attributes = {
    'aria-autocomplete': 'list',
    'aria-controls': listId,
    'aria-activedescendant': isChosen ? optionId(listId, active) : null,
  };
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null) field.removeAttribute(name);
    else field.setAttribute(name, value);
  }
  if (isChosen) {
    document.getElementById(optionId(listId, active))?.scrollIntoView({ block: 'nearest' });
  }
}
