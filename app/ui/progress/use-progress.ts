import { useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';

/** How often to read the page's data again, in milliseconds. */
const INTERVAL = 1_000;

/** Reads the page's data again every second while work runs in the background. */
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
