import { useEffect } from 'react';

/** How long after a page has loaded the rest begins, in milliseconds: nothing of it is needed before. */
const QUIET = 1_500;

/**
 * Brings in what works without a line (page-script.ts), once the page is there. It is a script of its
 * own, since a bundler's way to load a module later costs every page more than it.
 */
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
