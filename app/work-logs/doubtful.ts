/** The longest time, in minutes, that one log and one person's day have without a question. */
export const LONG_LOG = 16 * 60;
export const FULL_DAY = 24 * 60;
