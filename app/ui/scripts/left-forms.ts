import { createSharedValue } from './shared-value.ts';

/** A form that was left with something typed in it, and the page that shows it. */
export type LeftForm = { key: string; page: string };

const left = createSharedValue<LeftForm | null>(null);
let wanted: string | null = null;
let pageToReturnTo: string | null = null;

/** The form that was left last with something typed in it, until the notice about it goes: it offers to go back. */
export const useLeftForm = left.useShown;

export const leftForms = {
  announce(form: LeftForm): void {
    if (form.page === pageToReturnTo) wanted = form.key;
    else left.set(form);
  },
  /** A person leaves a page for a dialog that leads back to it: its form then shows what was typed. */
  comeBackTo(page: string): void {
    pageToReturnTo = page;
  },
  /** A person goes back to the form, which then shows what was typed. */
  goBack(): void {
    wanted = left.get()?.key ?? null;
    left.set(null);
  },
  dismiss(): void {
    left.set(null);
  },
  /** Whether a form that is shown now is the one that a person went back to. */
  takeBack(key: string): boolean {
    if (left.get()?.key === key) left.set(null);
    if (wanted !== key) return false;
    wanted = null;
    pageToReturnTo = null;
    return true;
  },
};
