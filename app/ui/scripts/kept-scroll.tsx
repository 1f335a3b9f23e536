import { ScrollRestoration } from '@remix-run/react';
import { useIsHydrated } from './hydration.ts';

/**
 * Names this entry of the browser's history, by which Back finds how far the page was scrolled, and the router's
 * place: a slow phone takes 20 ms for each change of its history.
 */
export function nameHistoryEntry(): void {
  const state: unknown = window.history.state;
  const known = typeof state === 'object' ? state : null;
  if (known && 'key' in known) return;
  const key = crypto.getRandomValues(new Uint32Array(2)).join('');
  window.history.replaceState({ idx: 0, ...known, key }, '');
}

/**
 * Has Back show a page where it was left. Only once scripts run: as the server sends it, Remix's script changes the
 * history before the first paint.
 */
export function KeptScroll() {
  return useIsHydrated() ? <ScrollRestoration /> : null;
}
