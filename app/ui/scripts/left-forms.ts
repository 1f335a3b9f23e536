import { useSyncExternalStore } from 'react';

/** A form that was left with something typed in it, and the page that shows it. */
export type LeftForm = { key: string; page: string };

let left: LeftForm | null = null;
/** The form that a person goes back to. */
let wanted: string | null = null;
const listeners = new Set<() => void>();

function set(form: LeftForm | null): void {
  left = form;
  for (const listener of listeners) listener();
}

/** The form that was left last with something typed in it: a notice offers to go back. */
export const leftForms = {
  announce: set,
  /** A person goes back to the form, which then shows what was typed. */
  goBack(): void {
    wanted = left?.key ?? null;
    set(null);
  },
  dismiss(): void {
    set(null);
  },
  /** Whether a form that is shown now is the one that a person went back to. */
  takeBack(key: string): boolean {
    if (left?.key === key) set(null);
    if (wanted !== key) return false;
    wanted = null;
    return true;
  },
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** The form that was left last, until the notice about it goes. */
export function useLeftForm(): LeftForm | null {
  return useSyncExternalStore(
    subscribe,
    () => left,
    () => null,
  );
}
