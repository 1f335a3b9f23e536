/** A timer whose start waits on this device: the one-time key of its form, and when it was pressed. */
export type WaitingTimer = { key: string; at: number };

/** The event in which a page hears how what waits leaves the timer. */
export const WAITING_TIMER = 'waiting-timer';

/** What it says: no timer (null), or undefined where no press waits. */
export type WaitingTimerEvent = CustomEvent<{ timer: WaitingTimer | null | undefined }>;
