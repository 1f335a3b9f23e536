import { useRevalidator } from '@remix-run/react';
import { useEffect, useRef } from 'react';

/** After how long the page's data is read again, in milliseconds. Doubled each time nothing has moved. */
const SOONEST = 1_000;
const LATEST = 30_000;

/**
 * Reads the page's data again while work runs in the background: after a second, and ever later as long
 * as `shown`, which says how far the work is, stays the same. A page that nobody sees reads nothing
 * until it is seen again.
 */
export function useProgress(isRunning: boolean, shown: string): void {
  const { revalidate, state } = useRevalidator();
  const last = useRef({ shown: '', wait: SOONEST });
  useEffect(() => {
    if (!isRunning || state !== 'idle') return;
    const hasMoved = last.current.shown !== shown;
    const wait = hasMoved ? SOONEST : Math.min(2 * last.current.wait, LATEST);
    last.current = { shown, wait };
    const readWhenSeen = () => {
      if (!document.hidden) revalidate();
    };
    const timer = setTimeout(() => {
      document.addEventListener('visibilitychange', readWhenSeen);
      readWhenSeen();
    }, wait);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', readWhenSeen);
    };
  }, [isRunning, revalidate, state, shown]);
}
