import { useLocation } from '@remix-run/react';
import { useEffect, useRef, type RefObject } from 'react';

/** Closes a popover with every navigation, even to the same screen: the location's key changes with each. */
export function useClosedPopover(ref: RefObject<HTMLElement>): void {
  const { key } = useLocation();
  const closedFor = useRef(key);
  useEffect(() => {
    // Not as scripts take the page over: somebody may have opened it before.
    if (closedFor.current === key) return;
    closedFor.current = key;
    if (ref.current?.matches(':popover-open')) ref.current.hidePopover();
  }, [key, ref]);
}
