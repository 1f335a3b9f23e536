import { useSyncExternalStore } from 'react';

let open: HTMLDialogElement | null = null;
const listeners = new Set<() => void>();

function change(dialog: HTMLDialogElement | null): void {
  open = dialog;
  for (const listener of listeners) listener();
}

/** Notes that a dialog is shown as a modal. Gives a function to call when it is one no longer. */
export function noteModal(dialog: HTMLDialogElement): () => void {
  change(dialog);
  return () => {
    if (open === dialog) change(null);
  };
}

/** The dialog that is shown as a modal, or null: nothing outside of it can be pressed. */
export function useOpenModal(): HTMLDialogElement | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open,
    () => null,
  );
}
