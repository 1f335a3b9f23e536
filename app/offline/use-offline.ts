import { useLocation } from '@remix-run/react';
import { useEffect } from 'react';

/** How long after a page has loaded the rest begins, in milliseconds: nothing of it is needed before. */
const QUIET = 1_500;

/**
 * Brings in what works without a line (docs/decisions/0037-offline.md), once the page is there: the
 * service worker and what it says to pages.
 */
export function useOffline(person: number): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    const timer = setTimeout(() => {
      import('./in-page.ts').then(
        ({ lookAt }) => {
          lookAt(person, `${pathname}${search}`);
        },
        // Without a line it may not be there; the page works all the same.
        () => undefined,
      );
    }, QUIET);
    return () => {
      clearTimeout(timer);
    };
  }, [person, pathname, search]);
}
