import { useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';

/** How often a script asks how far it is, in milliseconds. */
const INTERVAL = 1_000;

/** Reads the page's data anew, again and again, for as long as work in the background runs. */
export function useProgress(isRunning: boolean): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!isRunning || state !== 'idle') return;
    const timer = setTimeout(revalidate, INTERVAL);
    return () => {
      clearTimeout(timer);
    };
  }, [isRunning, revalidate, state]);
}
