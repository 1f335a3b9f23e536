/** The durations that a row offers, in minutes. */
export const DURATION_PRESETS = [15, 30, 60, 90, 120, 180, 240, 300, 360, 420, 480];

/** The last choice: hours of one's own, which are typed. Sent as it is, it is refused with how to write them. */
export const OTHER = 'Other';
