import { useEffect, useRef, type RefObject } from 'react';
import { useBeforePaint } from './hydration.ts';

type Values = Record<string, string>;

/**
 * Shows the values of a new address in the fields that are there already, so that the focus
 * stays where it is. A field whose own value is the same keeps what is being typed into it, also
 * where the address leads to another route with the same form: that one is made anew.
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

/** Whether an address without any filter was opened, which takes what was typed away as well. */
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

/** What a form that goes held: what its address said, what was typed, and where the focus was. */
type LeftBehind = { label: string | null; said: Values; typed: Values; focused: string | null };

let leftBehind: LeftBehind | null = null;

/** For the same form of another route, which is made in the same breath; nobody else is to have it. */
function leaveBehind(form: HTMLFormElement, said: Values): void {
  const typed: Values = {};
  for (const [name, value] of Object.entries(said)) {
    const control = controlOf(form, name);
    if (control && control.value !== value) typed[name] = control.value;
  }
  const active = document.activeElement;
  const focused = active && form.contains(active) ? active.getAttribute('name') : null;
  leftBehind = { label: form.getAttribute('aria-label'), said, typed, focused };
  queueMicrotask(() => {
    leftBehind = null;
  });
}

function takeOver(form: HTMLFormElement, values: Values): void {
  if (leftBehind?.label !== form.getAttribute('aria-label')) return;
  const { said, typed, focused } = leftBehind;
  const changed = Object.keys(values).filter((name) => values[name] !== said[name]);
  if (isCleared(values, changed)) return;
  for (const [name, value] of Object.entries(typed)) {
    if (!changed.includes(name)) show(controlOf(form, name), value);
  }
  if (focused !== null) controlOf(form, focused)?.focus({ preventScroll: true });
}
