import {
  startTransition,
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
  type RefObject,
} from 'react';

/**
 * Whether scripts run; a little after hydration, so that what depends on it is drawn in small steps and no press
 * waits.
 */
export function useIsHydrated(): boolean {
  const [isHydrated, setIsHydrated] = useState(false);
  useEffect(() => {
    startTransition(() => {
      setIsHydrated(true);
    });
  }, []);
  return isHydrated;
}

/** `useLayoutEffect` in the browser; on the server, where React would warn of it, `useEffect`. */
export const useBeforePaint = typeof document === 'undefined' ? useEffect : useLayoutEffect;

const subscribeToNothing = () => () => undefined;

/**
 * Keeps what was typed into a textarea before the scripts arrived: React 18 resets one to the server's text if that
 * was not empty.
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
