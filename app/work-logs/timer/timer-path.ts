/** The screen of the timer and of the drafts. */
export const TIMER_PATH = '/timer';
