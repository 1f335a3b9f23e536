/** A message about what just happened. Shown one at a time, for five seconds. */
export type Toast = {
  /** New for every toast, so that the same words twice are two toasts. */
  id: string;
  title?: string;
  text: string;
  variant: 'default' | 'destructive';
  /** Where a form is posted that takes back what was just done. */
  undo?: string;
};

export type ToastMessage = Omit<Toast, 'id' | 'variant'> & { variant?: Toast['variant'] };

/** How long a toast stays, in milliseconds. */
export const TOAST_DURATION = 5_000;

/** How far to the right, in pixels, a toast is swiped before it goes. */
export const TOAST_SWIPE_THRESHOLD = 50;
