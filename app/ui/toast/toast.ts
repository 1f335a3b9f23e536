/** A message about what just happened. Shown one at a time, for five seconds. */
export type Toast = {
  /** New for every toast, so that the same text twice counts as two toasts. */
  id: string;
  title?: string;
  text: string;
  variant: 'default' | 'destructive';
  /** The path to post to in order to undo what was just done. */
  undo?: string;
  /** The field in which work goes on, where no script keeps the focus. */
  continueIn?: 'line';
};

/** A toast as a use-case gives it; the server adds the id. */
export type ToastMessage = Omit<Toast, 'id' | 'variant'> & {
  variant?: Toast['variant'];
  /** True when not all that was asked for was done. Where nobody sees the toast, its sentence must not be lost. */
  isPartial?: boolean;
};

/** How long a toast stays, in milliseconds. */
export const TOAST_DURATION = 5_000;

/** How far to the right, in pixels, a swipe must go to dismiss a toast. */
export const TOAST_SWIPE_THRESHOLD = 50;
