/** How often completed tasks are imported automatically. */
export const SCHEDULES = ['off', 'hourly', 'daily'] as const;
export type Schedule = (typeof SCHEDULES)[number];

/** The same as people read it. */
export const SCHEDULE_LABELS: Record<Schedule, string> = {
  off: 'Off',
  hourly: 'Every hour',
  daily: 'Every day',
};

const HOUR = 3_600_000;
/** How often that is, in milliseconds. */
export const EVERY: Record<Exclude<Schedule, 'off'>, number> = { hourly: HOUR, daily: 24 * HOUR };
