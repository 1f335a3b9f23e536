/** How often completed tasks are imported without anybody asking. */
export const SCHEDULES = ['off', 'hourly', 'daily'] as const;
export type Schedule = (typeof SCHEDULES)[number];
