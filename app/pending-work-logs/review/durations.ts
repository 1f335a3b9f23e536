/** What the row's duration editor offers, in minutes; anything else is Other, in hours. */
export const DURATION_PRESETS = [15, 30, 60, 90, 120, 180, 240, 300, 360, 420, 480];
export const OTHER_DURATION = 'other';
