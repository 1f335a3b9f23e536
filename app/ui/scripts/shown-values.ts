import { useEffect, useRef, type RefObject } from 'react';
import { useBeforePaint } from './hydration.ts';

type Values = Record<string, string>;

/**
 * Shows the values of a new address in the form's existing fields, so that the focus stays. A field
 * whose value in the address did not change keeps what is being typed into it. That also holds when
 * the address belongs to another route with the same form, which React renders as new elements.
 */
export function useShownValues(ref: RefObject<HTMLFormElement>, values: Values): void {
  const before = useRef(values);
  useEffect(() => {
    const changed = Object.keys(values).filter((name) => values[name] !== before.current[name]);
    before.current = values;
    for (const name of isCleared(values, changed) ? Object.keys(values) : changed) {
      show(controlOf(ref.current, name), values[name] ?? '');
    }
  }, [ref, values]);
  useBeforePaint(() => {
    const form = ref.current;
    if (!form) return;
    takeOver(form, before.current);
    return () => {
      leaveBehind(form, before.current);
    };
  }, [ref]);
}

/** Whether the new address has no filter at all; then typed text is removed as well. */
function isCleared(values: Values, changed: string[]): boolean {
  return changed.length > 0 && Object.values(values).every((value) => value === '');
}

type Control = HTMLInputElement | HTMLSelectElement;

function controlOf(form: HTMLFormElement | null, name: string): Control | null {
  const control = form?.elements.namedItem(name);
  const isOurs = control instanceof HTMLInputElement || control instanceof HTMLSelectElement;
  return isOurs ? control : null;
}

function show(control: Control | null, value: string): void {
  if (!control) return;
  control.value = value;
  if (control instanceof HTMLSelectElement && control.selectedIndex < 0) control.selectedIndex = 0;
}

/**
 * What a removed form held: its address's values, the typed ones, and the name of the focused
 * field.
 */
type LeftBehind = {
  label: string | null;
  fromAddress: Values;
  typed: Values;
  focused: string | null;
};

let leftBehind: LeftBehind | null = null;

/**
 * Saves a removed form's contents for the same form on another route, mounted in the same tick; not
 * for later.
 */
function leaveBehind(form: HTMLFormElement, fromAddress: Values): void {
  const typed: Values = {};
  for (const [name, value] of Object.entries(fromAddress)) {
    const control = controlOf(form, name);
    if (control && control.value !== value) typed[name] = control.value;
  }
  const active = document.activeElement;
  const focused = active && form.contains(active) ? active.getAttribute('name') : null;
  leftBehind = { label: form.getAttribute('aria-label'), fromAddress, typed, focused };
  queueMicrotask(() => {
    leftBehind = null;
  });
}

function takeOver(form: HTMLFormElement, values: Values): void {
  if (leftBehind?.label !== form.getAttribute('aria-label')) return;
  const { fromAddress, typed, focused } = leftBehind;
  const changed = Object.keys(values).filter((name) => values[name] !== fromAddress[name]);
  if (isCleared(values, changed)) return;
  for (const [name, value] of Object.entries(typed)) {
    if (!changed.includes(name)) show(controlOf(form, name), value);
  }
  if (focused !== null) controlOf(form, focused)?.focus({ preventScroll: true });
}
