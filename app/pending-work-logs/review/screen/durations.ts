/** The durations that a row offers, in minutes; any other is typed in hours. */
export const DURATION_PRESETS = [15, 30, 60, 90, 120, 180, 240, 300, 360, 420, 480];
