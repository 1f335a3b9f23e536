import { Link, useNavigate } from '@remix-run/react';
import {
  createContext,
  useContext,
  useId,
  useRef,
  useState,
  type ComponentProps,
  type ReactNode,
} from 'react';
import { Button, ButtonLink } from '../button.tsx';
import { useBeforePaint } from '../scripts/hydration.ts';
import { nearest, placeOf, type Place } from '../scripts/kept-focus.ts';
import { leaveRoomForToast } from '../toast/toast.ts';
import { noteModal } from './open-modal.ts';

declare global {
  /** Shows a dialog as a modal with the focus in it; `start.js` defines it before any module runs. */
  var showAsModal: ((dialog: HTMLDialogElement) => void) | undefined;
}

/** Where the dialog around leads back to; null where there is none. */
const BackTo = createContext<string | null>(null);

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
  const [scrolled] = useState(() => (typeof window === 'undefined' ? 0 : window.scrollY));

  useBeforePaint(() => {
    const dialog = ref.current;
    if (!dialog) return;
    // Somebody may be typing in the page's dialog already: it stays as it is.
    if (!dialog.matches(':modal')) {
      window.showAsModal?.(dialog);
      // A field that takes the focus at once has had the page laid out without the list, which then began at its top.
      window.scrollTo(0, scrolled);
    }
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
  }, [opener, scrolled]);

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
      <div className="rounded-lg border border-line bg-raised p-5 sm:p-6">
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
        <BackTo.Provider value={backTo}>{children}</BackTo.Provider>
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

/** The buttons at the end of a dialog's form, Cancel first, in a bar that stays at the dialog's bottom. */
export function DialogActions({
  leave = <CancelLink />,
  children,
}: Partial<Record<'leave' | 'children', ReactNode>>) {
  return (
    <div className="dialog-actions">
      {leave}
      {children}
    </div>
  );
}

/** Leaves the dialog as it was before it. */
export function CancelLink({
  children = 'Cancel',
  ...more
}: Partial<ComponentProps<typeof ButtonLink>>) {
  return (
    <ButtonLink to={useContext(BackTo) ?? '/'} variant="secondary" preventScrollReset {...more}>
      {children}
    </ButtonLink>
  );
}

/** Leads to the question whether to delete. It stands at the left, but is the last for a keyboard. */
export function DeleteLink({ to }: Pick<ComponentProps<typeof ButtonLink>, 'to'>) {
  return (
    <ButtonLink to={to} variant="quiet-danger" preventScrollReset className="order-first mr-auto">
      Delete
    </ButtonLink>
  );
}

/** The button of a form that stands in a card and, without scripts, in a dialog: beside its fields, or in the bar. */
export function SaveButton(button: ComponentProps<typeof Button>) {
  if (useContext(BackTo) === null) {
    return (
      <div className="beside-fields">
        <Button variant="secondary" {...button} />
      </div>
    );
  }
  return (
    <DialogActions>
      <Button {...button} />
    </DialogActions>
  );
}
