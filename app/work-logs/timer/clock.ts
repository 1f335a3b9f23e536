/** Milliseconds as the clock of a running timer, in whole minutes: `0:42`, `10:05`. */
export function formatElapsed(milliseconds: number): string {
  const minutes = Math.floor(Math.max(0, milliseconds) / 60_000);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

/** The screen of the timer and of the drafts. */
export const TIMER_PATH = '/timer';
