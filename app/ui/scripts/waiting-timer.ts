import { useSyncExternalStore } from 'react';
import { WAITING_TIMER, type WaitingTimerEvent } from './waiting-event.ts';

/** The key of the form that started it, and how long it had run when the page heard of it. */
type Waiting = { key: string; elapsed: number } | null | undefined;

let waiting: Waiting;

function subscribe(listener: () => void): () => void {
  const hear = (event: Event) => {
    const { timer } = (event as WaitingTimerEvent).detail;
    if (timer?.key === waiting?.key && (timer === null) === (waiting === null)) return;
    waiting = timer && { key: timer.key, elapsed: Math.max(0, Date.now() - timer.at) };
    listener();
  };
  window.addEventListener(WAITING_TIMER, hear);
  return () => {
    window.removeEventListener(WAITING_TIMER, hear);
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
