import { createContext, useContext } from 'react';
import { useIsHydrated } from '../scripts/hydration.ts';
import type { Toast } from './toast.ts';

/** The toast that the server's page shows. */
export const ToastContext = createContext<Toast | null>(null);

/**
 * Whether a field is to get the focus from the browser, as the page answers what was sent from it. Scripts keep it
 * themselves.
 */
export function useContinuesIn(place: NonNullable<Toast['continueIn']>): boolean {
  const toast = useContext(ToastContext);
  return !useIsHydrated() && toast?.continueIn === place;
}
