import { useEffect, useLayoutEffect, useState, useSyncExternalStore, type RefObject } from 'react';

/** Whether scripts run here; false in the server's HTML and until they do. */
export function useIsHydrated(): boolean {
  const [isHydrated, setIsHydrated] = useState(false);
  useEffect(() => {
    setIsHydrated(true);
  }, []);
  return isHydrated;
}

/** An effect before the browser paints; on the server, where nothing paints, none. */
export const useBeforePaint = typeof document === 'undefined' ? useEffect : useLayoutEffect;

const subscribeToNothing = () => () => undefined;

/**
 * Keeps what somebody typed into a textarea before the scripts arrived: React 18 puts the
 * server's text back into a textarea that was not empty (inputs and selects it leaves alone).
 */
export function useTypedEarly(ref: RefObject<HTMLTextAreaElement>, id: string): void {
  const isHydrating = useSyncExternalStore(
    subscribeToNothing,
    () => false,
    () => true,
  );
  const [typed] = useState(() => {
    if (!isHydrating || typeof document === 'undefined') return null;
    const element = document.getElementById(id);
    return element instanceof HTMLTextAreaElement ? element.value : null;
  });
  useBeforePaint(() => {
    if (ref.current && typed !== null && ref.current.value !== typed) ref.current.value = typed;
  }, [ref, typed]);
}
