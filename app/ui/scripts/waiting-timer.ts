import { useSyncExternalStore } from 'react';

/** A timer whose start waits on this device: the one-time key of its form, and when it was pressed. */
export type WaitingTimer = { key: string; at: number };

/** The same, with how long it had run when the page heard of it, in milliseconds. */
type Waiting = { key: string; elapsed: number } | null | undefined;

let waiting: Waiting;
const listeners = new Set<() => void>();

/** Notes how the presses that wait on this device leave the timer. */
export function setWaitingTimer(timer: WaitingTimer | null | undefined): void {
  if (timer?.key === waiting?.key && (timer === null) === (waiting === null)) return;
  waiting = timer && { key: timer.key, elapsed: Math.max(0, Date.now() - timer.at) };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** The timer as presses that wait leave it: null for none, undefined where no press waits. */
export function useWaitingTimer(): Waiting {
  return useSyncExternalStore(
    subscribe,
    () => waiting,
    () => undefined,
  );
}
