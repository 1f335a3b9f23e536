import { ScrollRestoration } from '@remix-run/react';
import { useIsHydrated } from './hydration.ts';

/**
 * Names this entry of the browser's history, before the router starts: Back finds by the name how far
 * the page was scrolled. The router's own place goes with it, since a slow phone takes 20 ms for each change
 * of its history.
 */
export function nameHistoryEntry(): void {
  const state: unknown = window.history.state;
  const known = typeof state === 'object' ? state : null;
  if (known && 'key' in known) return;
  const key = crypto.getRandomValues(new Uint32Array(2)).join('');
  window.history.replaceState({ idx: 0, ...known, key }, '');
}

/**
 * Has Back show a page where it was left. Only once the scripts run: as the server sends it, Remix's
 * component is a script that changes the history before the first paint.
 */
export function KeptScroll() {
  return useIsHydrated() ? <ScrollRestoration /> : null;
}
