import { Form, Link, useLocation } from '@remix-run/react';
import { useCallback, useEffect, useRef, useState, type PointerEvent } from 'react';
import { createPortal } from 'react-dom';
import { useOpenModal } from '../dialog/open-modal.ts';
import { FormToken } from '../form.tsx';
import { useBeforePaint, useIsHydrated } from '../scripts/hydration.ts';
import { leftForms, useLeftForm, type LeftForm } from '../scripts/left-forms.ts';
import {
  leaveRoomForToast,
  takeBackRoom,
  TOAST_DURATION,
  TOAST_SWIPE_THRESHOLD,
  type Toast,
} from './toast.ts';

/**
 * The toast on show, one at most, in the server's HTML. With scripts it goes after five seconds, on a swipe or with
 * its button; without, with the next page. While a dialog is a modal it stands in there, since nothing else can be
 * pressed then.
 */
export function ToastRegion({ toast: given }: { toast: Toast | null }) {
  const toast = useToastOfPage(given);
  const { key } = useLocation();
  const [dismissedId, setDismissedId] = useState<string | null>(null);
  const isHydrated = useIsHydrated();
  const left = useLeftForm();
  const modal = useOpenModal();
  const answer = toast && toast.id !== dismissedId ? toast : null;
  const shown = answer ?? (left && toastOf(left));
  const shownId = shown?.id;
  // The notice about a form with something typed in it must not bring back the toast that was there before.
  const dismiss = useCallback((id: string) => {
    if (id.startsWith(LEFT)) leftForms.dismiss();
    else setDismissedId(id);
  }, []);

  useEffect(() => {
    if (shownId === undefined) return;
    const timer = setTimeout(() => {
      dismiss(shownId);
    }, TOAST_DURATION);
    return () => {
      clearTimeout(timer);
    };
  }, [shownId, dismiss]);

  useBeforePaint(() => takeBackRoom, [key]);

  const card = shown ? (
    <ToastCard
      key={shown.id}
      toast={shown}
      left={answer ? null : left}
      onDismiss={() => {
        dismiss(shown.id);
      }}
    />
  ) : null;
  return (
    <>
      {/* Filled after hydration: a live region announces only later changes. */}
      <div className="sr-only" role="status">
        {isHydrated && shown ? `${shown.title ?? ''} ${shown.text}` : ''}
      </div>
      {card && modal ? createPortal(card, modal) : card}
    </>
  );
}

/** The toast that came with the page: where the page is read anew, it stays. */
function useToastOfPage(given: Toast | null): Toast | null {
  const { key } = useLocation();
  const [held, setHeld] = useState({ toast: given, key });
  const isNew = given !== null && given.id !== held.toast?.id;
  if (held.key === key && !isNew) return held.toast;
  setHeld({ toast: given, key });
  return given;
}

const LEFT = 'left ';

/** The notice about a form that was left with something typed in it. */
function toastOf({ key }: LeftForm): Toast {
  return { id: `${LEFT}${key}`, text: 'Draft kept.', variant: 'default' };
}

function ToastCard({
  toast,
  left,
  onDismiss,
}: {
  toast: Toast;
  left: LeftForm | null;
  onDismiss: () => void;
}) {
  const ref = useTopLayer();
  const swipe = useSwipeRight(onDismiss);
  const { pathname, search } = useLocation();
  const tone = toast.variant === 'destructive' ? 'toast toast-destructive' : 'toast';
  return (
    <section
      ref={ref}
      aria-label="Message"
      className={tone}
      data-passing
      data-testid="toast"
      {...swipe}
    >
      <div className="min-w-0 flex-1 py-2">
        {toast.title ? <p className="font-medium">{toast.title}</p> : null}
        <p className="wrap-anywhere">{toast.text}</p>
      </div>
      {toast.undo ? (
        <Form method="post" action={toast.undo} preventScrollReset>
          <FormToken />
          <input type="hidden" name="oneTimeKey" value={toast.id} />
          <input type="hidden" name="goTo" value={`${pathname}${search}`} />
          <button className="button button-quiet pointer-coarse:-my-1">Undo</button>
        </Form>
      ) : null}
      {toast.link ? (
        <Link to={toast.link.to} className="button button-quiet pointer-coarse:-my-1">
          {toast.link.text}
        </Link>
      ) : null}
      {left ? (
        <Link
          to={left.page}
          preventScrollReset
          className="button button-quiet pointer-coarse:-my-1"
          onClick={() => {
            leftForms.goBack();
          }}
        >
          Open
        </Link>
      ) : null}
      {/* Without scripts the link reloads the page, which then has no toast. */}
      <a
        href={`${pathname}${search}`}
        className="-my-1 -mr-2 grid size-11 shrink-0 place-items-center rounded-lg text-muted hover:bg-sunken"
        onClick={(event) => {
          event.preventDefault();
          onDismiss();
        }}
      >
        <span aria-hidden="true">✕</span>
        <span className="sr-only">Dismiss</span>
      </a>
    </section>
  );
}

/** Makes the toast a popover: only so can it float above a modal dialog. */
function useTopLayer() {
  const ref = useRef<HTMLElement>(null);
  useBeforePaint(() => {
    const toast = ref.current;
    // The dialog that the toast was to stand in has just gone, so the toast is shown outside at once.
    if (!toast?.isConnected) return;
    toast.dataset.floating = '';
    if (!('showPopover' in toast)) return;
    toast.setAttribute('popover', 'manual');
    toast.showPopover();
    leaveRoomForToast();
    window.addEventListener('resize', leaveRoomForToast);
    return () => {
      window.removeEventListener('resize', leaveRoomForToast);
    };
  }, []);
  useEffect(() => {
    // Shown again, to be above a dialog that opens at the same time.
    const toast = ref.current;
    if (!toast?.isConnected || !('showPopover' in toast)) return;
    if (!document.querySelector(':modal')) return;
    toast.hidePopover();
    toast.showPopover();
  }, []);
  return ref;
}

/** Follows a finger to the right; past the threshold the swipe counts. */
function useSwipeRight(onSwipe: () => void) {
  const startX = useRef<number | null>(null);
  const distance = (event: PointerEvent) =>
    startX.current === null ? 0 : Math.max(0, event.clientX - startX.current);
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      startX.current = event.clientX;
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.style.transform = `translateX(${distance(event)}px)`;
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const isSwipe = distance(event) > TOAST_SWIPE_THRESHOLD;
      startX.current = null;
      event.currentTarget.style.transform = '';
      if (isSwipe) onSwipe();
    },
    onPointerCancel: (event: PointerEvent<HTMLElement>) => {
      startX.current = null;
      event.currentTarget.style.transform = '';
    },
  };
}
