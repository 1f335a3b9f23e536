import { Link, useNavigate } from '@remix-run/react';
import { useId, useRef, useState, type ReactNode } from 'react';
import { useBeforePaint } from '../scripts/hydration.ts';
import { nearest, placeOf, type Place } from '../scripts/kept-focus.ts';
import { leaveRoomForToast } from '../toast/toast.ts';
import { noteModal } from './open-modal.ts';

declare global {
  /** Shows a dialog as a modal with the focus in it; `start.js` defines it before any module runs. */
  var showAsModal: ((dialog: HTMLDialogElement) => void) | undefined;
}

/**
 * A dialog that is a route. The server sends it as a page, which `start.js` makes a modal before the first paint; one
 * that opens later is made one here. It keeps the focus inside, closes on Escape, and gives the focus back.
 */
export function RouteDialog({
  title,
  backTo,
  children,
}: {
  title: string;
  backTo: string;
  children: ReactNode;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const navigate = useNavigate();
  // Read during the first render, before the focus moves into the dialog.
  const [opener] = useState(placeOfOpener);

  useBeforePaint(() => {
    const dialog = ref.current;
    if (!dialog) return;
    // Somebody may be typing in the page's dialog already: it stays as it is.
    if (!dialog.matches(':modal')) window.showAsModal?.(dialog);
    dialog.oncancel = null;
    const leave = noteModal(dialog);
    leaveRoomForToast();
    return () => {
      leave();
      dialog.close();
      opener?.element.focus({ preventScroll: true });
      requestAnimationFrame(() => {
        focusIfLost(opener);
      });
    };
  }, [opener]);

  return (
    <dialog
      ref={ref}
      open
      aria-labelledby={titleId}
      className="route-dialog"
      onCancel={(event) => {
        event.preventDefault();
        navigate(backTo, { preventScrollReset: true });
      }}
    >
      <div className="rounded-2xl border border-line bg-raised p-5 sm:p-6">
        <div className="mb-4 flex items-start justify-between gap-4">
          <h1 id={titleId} className="text-lg font-semibold wrap-anywhere">
            {title}
          </h1>
          <Link
            to={backTo}
            preventScrollReset
            className="-m-2 grid size-11 shrink-0 place-items-center rounded-lg text-muted hover:bg-sunken"
          >
            <span aria-hidden="true">✕</span>
            <span className="sr-only">Close</span>
          </Link>
        </div>
        {children}
      </div>
    </dialog>
  );
}

/** Where the focus is before it moves into the dialog; null when it is nowhere. */
function placeOfOpener(): Place | null {
  if (typeof document === 'undefined') return null;
  const element = document.activeElement;
  const isOpener = element instanceof HTMLElement && !element.matches('body, dialog *');
  return isOpener ? placeOf(element) : null;
}

/** When the dialog's opener is gone, focuses what stands in its place, else the screen's title. */
function focusIfLost(opener: Place | null): void {
  if (document.activeElement !== document.body) return;
  const title = document.querySelector<HTMLElement>('h1[tabindex="-1"]');
  const goal = (opener && nearest(opener)) ?? title;
  goal?.focus({ preventScroll: goal === title });
}

/** The buttons at the end of a dialog's form, in a bar that stays at the dialog's bottom. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="dialog-actions">{children}</div>;
}
