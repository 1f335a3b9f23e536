import { useEffect, useRef, type RefObject } from 'react';
import { useBeforePaint } from './hydration.ts';

type Values = Record<string, string>;

/**
 * Shows a new address in the form's existing fields, so that the focus stays. A field keeps what is typed when its
 * value in the address did not change, and always when it was typed after the request had left; also when the address
 * belongs to another route with the same form, which React renders as new elements.
 */
export function useShownValues(ref: RefObject<HTMLFormElement>, values: Values): void {
  const before = useRef(values);
  /** What the fields held when the last request left. */
  const sent = useRef<Values>({});
  // As this is drawn. React may give a list other options, and what was chosen in it would go.
  const chosen = ref.current ? typedInto(ref.current, before.current) : {};
  useBeforePaint(() => {
    for (const [name, value] of Object.entries(chosen)) {
      const control = controlOf(ref.current, name);
      if (control instanceof HTMLSelectElement && control.value !== value) show(control, value);
    }
  });
  // Before anybody can press.
  useBeforePaint(
    () =>
      onRequest(() => {
        if (ref.current) sent.current = typedInto(ref.current, before.current);
      }),
    [ref],
  );
  useEffect(() => {
    const names = namesToShow(values, before.current);
    before.current = values;
    for (const name of names) {
      const control = controlOf(ref.current, name);
      if (control && !isTypedSince(control, name, sent.current)) show(control, values[name] ?? '');
    }
  }, [ref, values]);
  useBeforePaint(() => {
    const form = ref.current;
    if (!form) return;
    takeOver(form, before.current);
    return () => {
      leaveBehind(form, before.current, sent.current);
    };
  }, [ref]);
}

/**
 * Calls back as soon as a navigation starts: React says so only later, and what was typed until then would count as
 * sent.
 */
function onRequest(call: () => void): () => void {
  const router = window.__remixRouter;
  let asked = router.state.navigation.location;
  return router.subscribe(({ navigation: { location } }) => {
    if (location && location !== asked) call();
    asked = location;
  });
}

/** The fields to show: those whose value changed, or all when there is no filter at all. Then typed text goes, too. */
function namesToShow(values: Values, before: Values): string[] {
  const changed = Object.keys(values).filter((name) => values[name] !== before[name]);
  const isCleared = changed.length > 0 && Object.values(values).every((value) => value === '');
  return isCleared ? Object.keys(values) : changed;
}

function isTypedSince(control: Control, name: string, sent: Values): boolean {
  return sent[name] !== undefined && control.value !== sent[name];
}

function typedInto(form: HTMLFormElement, fields: Values): Values {
  const held = Object.keys(fields).map((name) => [name, controlOf(form, name)?.value] as const);
  return Object.fromEntries(
    held.filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
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
 * What a removed form held: its address's values, its contents now and when the last request left, and the focused
 * field.
 */
type LeftBehind = {
  label: string | null;
  fromAddress: Values;
  held: Values;
  sent: Values;
  focused: string | null;
};

let leftBehind: LeftBehind | null = null;

/** Saves a removed form's contents for the same form on another route, mounted in the same tick. */
function leaveBehind(form: HTMLFormElement, fromAddress: Values, sent: Values): void {
  const active = document.activeElement;
  const focused = active && form.contains(active) ? active.getAttribute('name') : null;
  const held = typedInto(form, fromAddress);
  leftBehind = { label: form.getAttribute('aria-label'), fromAddress, held, sent, focused };
  queueMicrotask(() => {
    leftBehind = null;
  });
}

function takeOver(form: HTMLFormElement, values: Values): void {
  if (leftBehind?.label !== form.getAttribute('aria-label')) return;
  const { fromAddress, held, sent, focused } = leftBehind;
  const shown = namesToShow(values, fromAddress);
  for (const [name, value] of Object.entries(held)) {
    const isTyped = sent[name] !== undefined && value !== sent[name];
    if (isTyped || !shown.includes(name)) show(controlOf(form, name), value);
  }
  if (focused !== null) controlOf(form, focused)?.focus({ preventScroll: true });
}
