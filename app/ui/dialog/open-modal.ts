import { createSharedValue } from '../scripts/shared-value.ts';

const open = createSharedValue<HTMLDialogElement | null>(null);

/** The dialog that is shown as a modal, or null: nothing outside of it can be pressed. */
export const useOpenModal = open.useShown;

/** Notes that a dialog is shown as a modal. Gives a function to call when it is one no longer. */
export function noteModal(dialog: HTMLDialogElement): () => void {
  open.set(dialog);
  return () => {
    if (open.get() === dialog) open.set(null);
  };
}
