import { useEffect, useRef, useState, type RefObject } from 'react';
import { formatDuration } from '../../../lib/duration.ts';
import { useBeforePaint } from '../../../ui/scripts/hydration.ts';
import { Listbox, stepTo, tieToListbox } from '../../../ui/listbox.tsx';
import { nameFinder, plain, type Fit, type Named } from '../../../work-logs/line/names.ts';
import { readHourFields } from '../../../work-logs/rates/rates.ts';
import { choiceText } from '../choices.ts';
import { OTHER } from './shown-row.ts';

/** Sent on a field once something was picked for it, or its list was closed. */
export const PICKED = 'picked';

const MOST_SHOWN = 40;

type List = { options: string[]; note: string | null };
type Open = List & { field: HTMLInputElement; active: number; place: object; left: number };

/**
 * The one list of options for all fields of the form: it opens beside the field that has the focus,
 * and filters as one types. The options are read from the page, which has each of them once.
 */
export function Picker({ form }: { form: RefObject<HTMLFormElement> }) {
  const [open, setOpen] = useState<Open | null>(null);
  const now = useRef(open);
  useBeforePaint(() => {
    now.current = open;
  });
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    const show = (field: HTMLInputElement, isTyped: boolean) => {
      // The browser's own list would lie over this one.
      const own = field.getAttribute('list');
      if (own !== null) field.dataset.list = own;
      field.removeAttribute('list');
      const { options, note } = listFor(field, isTyped ? field.value : '');
      // Why it holds what it holds: where nothing can hover, this says it.
      const why = isTyped || field.title === '' ? null : field.title;
      const list = { options, note: [why, note].filter(Boolean).join('. ') || null };
      const [box, around] = [field.getBoundingClientRect(), element.getBoundingClientRect()];
      const active = isTyped && field.value.trim() !== '' && list.options.length > 0 ? 0 : -1;
      const left = box.left - around.left;
      // The bar's fields stand at the window's bottom.
      const isLow = field.hasAttribute('data-bar') && box.top > window.innerHeight / 2;
      const place = isLow
        ? { bottom: around.bottom - box.top + 4 }
        : { top: box.bottom - around.top + 4 };
      setOpen({ ...list, field, active, place, left });
    };
    const close = () => {
      if (now.current) setOpen(null);
    };
    const onFocus = ({ target }: Event) => {
      if (!isPickField(target)) return;
      target.select();
      show(target, false);
    };
    const onPress = ({ target }: Event) => {
      if (isPickField(target) && now.current?.field !== target) show(target, false);
    };
    const onInput = ({ target }: Event) => {
      if (isPickField(target)) show(target, true);
    };
    const onKey = (event: KeyboardEvent) => {
      const shown = now.current;
      if (shown === null) return;
      if (event.target !== shown.field || event.isComposing) return;
      const { key } = event;
      const places = { count: shown.options.length, isFieldAChoice: false };
      const active = stepTo(key, shown.active, places);
      if (active !== null) {
        event.preventDefault();
        setOpen({ ...shown, active });
      } else if (key === 'Escape') {
        event.preventDefault();
        event.stopPropagation();
        shown.field.value = shown.field.defaultValue;
        setOpen(null);
        shown.field.dispatchEvent(new Event(PICKED, { bubbles: true }));
      } else if (key === 'Enter') {
        const option = shown.options[shown.active];
        const isUnchanged = shown.field.value === shown.field.defaultValue;
        if (option === undefined && !isUnchanged) return;
        event.preventDefault();
        setOpen(take(shown, option));
      }
    };
    element.addEventListener('focusin', onFocus);
    element.addEventListener('click', onPress);
    element.addEventListener('input', onInput);
    element.addEventListener('focusout', close);
    element.addEventListener('keydown', onKey);
    return () => {
      element.removeEventListener('focusin', onFocus);
      element.removeEventListener('click', onPress);
      element.removeEventListener('input', onInput);
      element.removeEventListener('focusout', close);
      element.removeEventListener('keydown', onKey);
    };
  }, [form]);
  useCombobox(open);
  if (!open) return null;
  const { options, active, note, place, left } = open;
  return (
    <div
      className="listbox-frame picker"
      style={{ ...place, left: `min(${left}px, 100% - 15rem)` }}
    >
      <Listbox
        id={LIST_ID}
        label="Choices"
        options={options}
        active={active}
        onTake={(option) => {
          setOpen(take(open, option));
        }}
      >
        {(option) => option}
      </Listbox>
      <p role="status" id={NOTE_ID} className="picker-note">
        {note}
      </p>
    </div>
  );
}

const LIST_ID = 'picker-list';
const NOTE_ID = 'picker-note';

function useCombobox(open: Open | null): void {
  useEffect(() => {
    if (!open) return;
    const { field, active } = open;
    const before = field.getAttribute('aria-describedby');
    const attributes = {
      role: 'combobox',
      'aria-expanded': 'true',
      'aria-describedby': before === null ? NOTE_ID : `${before} ${NOTE_ID}`,
    };
    for (const [name, value] of Object.entries(attributes)) field.setAttribute(name, value);
    tieToListbox(field, LIST_ID, active);
    return () => {
      for (const name of Object.keys(attributes)) field.removeAttribute(name);
      tieToListbox(field, null, -1);
      if (field.dataset.list) field.setAttribute('list', field.dataset.list);
      if (before !== null) field.setAttribute('aria-describedby', before);
    };
  }, [open]);
}

/** Picks an option; after Other the list asks for hours of one's own, which replace what is in the field. */
function take(open: Open, option: string | undefined): Open | null {
  const { field } = open;
  if (option === OTHER) {
    field.select();
    return { ...open, options: [], active: -1, note: 'Type the hours, such as 1.25 or 50m' };
  }
  const isChosen = option !== undefined && option !== field.defaultValue;
  if (option !== undefined) field.value = option;
  if (isChosen) field.dispatchEvent(new Event('change', { bubbles: true }));
  field.dispatchEvent(new Event(PICKED, { bubbles: true }));
  return null;
}

/** A field of a row, `12:client`, or of the bar, `client`. */
const FIELD_NAME = /(?:^|:)(client|workType|duration)$/;

function isPickField(target: unknown): target is HTMLInputElement {
  return target instanceof HTMLInputElement && FIELD_NAME.test(target.name);
}

function listFor(field: HTMLInputElement, text: string): List {
  switch (FIELD_NAME.exec(field.name)?.[1]) {
    case 'client': {
      const clients = clientsOnPage();
      return namesFor(clients, text, 'client', (one) => choiceText(one, clients));
    }
    case 'workType': {
      // The page has them as they are to be chosen.
      const types = valuesOf('work-types').map((name, id) => ({ id, name }));
      return namesFor(types, text, 'work type', ({ name }) => name);
    }
    default:
      return durationsFor(text);
  }
}

function namesFor(
  all: Named[],
  text: string,
  what: string,
  textOf: (option: Named) => string,
): List {
  const found = plain(text) === '' ? all : fitting(all, text);
  const options = found.slice(0, MOST_SHOWN).map(textOf);
  if (found.length > MOST_SHOWN) {
    return { options, note: `${found.length - MOST_SHOWN} more: type to find them` };
  }
  return { options, note: found.length === 0 ? `There is no such ${what}.` : null };
}

/** Whole names first, then those with a whole word, then beginnings: of the name before of a word. */
function fitting(all: Named[], text: string): Named[] {
  const strengths = ['exact', 'word', 'start'];
  const typed = plain(text);
  const rank = ({ option, strength }: Fit<Named>) =>
    2 * strengths.indexOf(strength) + (plain(option.name).startsWith(typed) ? 0 : 1);
  return nameFinder(all)(typed)
    .sort((one, other) => rank(one) - rank(other))
    .map(({ option }) => option);
}

function durationsFor(text: string): List {
  if (text.trim() === '') return { options: valuesOf('durations'), note: null };
  const read = readHourFields([text]);
  if ('sentence' in read) return { options: [], note: read.sentence };
  if (read.minutes === 0) return { options: [], note: null };
  return { options: [formatDuration(read.minutes)], note: null };
}

function clientsOnPage(): Named[] {
  const options = document.querySelectorAll<HTMLOptionElement>(
    '#filter-clientId option:not([data-inactive])',
  );
  return [...options]
    .filter(({ value }) => value !== '')
    .map(({ value, text }) => ({ id: Number(value), name: text }));
}

function valuesOf(list: string): string[] {
  const options = document.querySelectorAll<HTMLOptionElement>(`#${list} option`);
  return [...options].map(({ value }) => value);
}
