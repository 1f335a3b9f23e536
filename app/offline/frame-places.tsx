import { useEffect } from 'react';
import { AS_IT_IS } from '../ui/scripts/page-only.tsx';
import { COUNT_ID, NOTICE_ID } from './places.ts';

/** Where the service worker says that a page is a kept copy, and of when. */
export function OfflineNotice() {
  return <div id={NOTICE_ID} className="offline-notice" role="status" {...AS_IT_IS} />;
}

/** Where the number of forms stands that wait on this device; it floats, so nothing moves. */
export function WaitingCount() {
  return <div id={COUNT_ID} className="waiting-count no-print" role="status" {...AS_IT_IS} />;
}

/** How long after a page has loaded the rest begins, in milliseconds: nothing of it is needed before. */
const QUIET = 1_500;

/** Brings in page-script.ts once the page is there; a module that is loaded later would cost every page more. */
export function useOffline(): void {
  useEffect(() => {
    if (!import.meta.env.PROD) return;
    const timer = setTimeout(() => {
      const script = document.createElement('script');
      script.src = '/offline.js';
      document.getElementById('page-end')?.append(script);
    }, QUIET);
    return () => {
      clearTimeout(timer);
    };
  }, []);
}
