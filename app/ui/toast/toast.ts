import { createContext, useContext } from 'react';
import { useIsHydrated } from '../scripts/hydration.ts';

/** A message about what just happened. Shown one at a time, for five seconds. */
export type Toast = {
  /** New for every toast, so that the same text twice counts as two toasts. */
  id: string;
  title?: string;
  text: string;
  variant: 'default' | 'destructive';
  /** The path to post to in order to undo what was just done. */
  undo?: string;
  /** What is offered next. */
  link?: { to: string; text: string };
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

/** The toast that the server's page shows. */
export const ToastContext = createContext<Toast | null>(null);

/**
 * Whether a field is to get the focus from the browser, as the page answers what was sent from it. Scripts keep it
 * themselves.
 */
export function useContinuesIn(place: NonNullable<Toast['continueIn']>): boolean {
  const toast = useContext(ToastContext);
  return !useIsHydrated() && toast?.continueIn === place;
}

/** Between a toast and the control above it, in pixels. */
const GAP = 12;

/**
 * Leaves room below the page for the toast, so that nothing stays under it; a dialog ends above it until it closes. The
 * page keeps its room when the toast has gone: one that is scrolled to its end would move under a finger.
 */
export function leaveRoomForToast(): void {
  const toast = document.querySelector<HTMLElement>('.toast[data-floating]');
  if (!toast) return;
  const place = toast.getBoundingClientRect();
  const room = `${Math.ceil(window.innerHeight - place.top + GAP)}px`;
  document.documentElement.style.setProperty('--toast-room', room);
  setRoomOfPage(room);
  const dialog = document.querySelector<HTMLElement>('dialog:modal');
  // On a screen too low for both, the dialog keeps its place.
  if (!dialog || place.top < window.innerHeight / 2) return;
  const { bottom, right } = dialog.getBoundingClientRect();
  if (bottom > place.top && right > place.left) dialog.style.setProperty('--toast-room', room);
}

/** Takes the room back: another page is shown. */
export function takeBackRoom(): void {
  setRoomOfPage('');
}

function setRoomOfPage(room: string): void {
  const page = document.querySelector('main');
  if (page) page.style.paddingBottom = room;
}
