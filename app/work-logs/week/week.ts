import { z } from 'zod';
import { addToDay, isDay, mondayOf } from '../../lib/calendar.ts';
import { idField, optionalHours } from '../../lib/fields.ts';

/** A day, `yyyy-MM-dd`, and how many days after Monday it is. */
type DayOfWeek = { day: string; index: number };

/**
 * The days of the week that an address asks for, from Monday on, with the first and the last of them; this week's
 * when it names no real day. The first week and the last that there are lack some days.
 */
export function weekOf(of: string | null, today: string) {
  const asked = of !== null && isDay(of) ? of : today;
  const monday = mondayOf(asked);
  const days: DayOfWeek[] = [0, 1, 2, 3, 4, 5, 6]
    .map((index) => ({ day: addToDay(monday, index), index }))
    .filter(({ day }) => isDay(day));
  return { days, first: days[0]?.day ?? asked, last: days.at(-1)?.day ?? asked };
}

/** The address of the week of the day so many days before or after one, by its first day; null when there is none. */
export function weekAway(day: string, days: number): string | null {
  const there = addToDay(day, days);
  return isDay(there) ? weekAddress(weekOf(there, there).first) : null;
}

/** The address of the week that holds a day. */
export function weekAddress(day: string): string {
  return `/week?of=${day}`;
}

/** The longest day there is to work in, in minutes. */
const MAX_DAY_MINUTES = 1_440;

const LOG = 'Choose the work log.';

/** A log's id and the day on which it was shown. */
const move = z
  .string()
  .regex(/^\d{1,15}( \d{4}-\d\d-\d\d)?$/, LOG)
  .transform((value) => {
    const [id = '', day] = value.split(' ');
    return { id: Number(id), day: day ?? null };
  })
  .optional();

/** A press beside a log of the week. */
export const WeekForm = z.object({
  repeat: idField(LOG).optional(),
  earlier: move,
  later: move,
});

/** The form of the target: hours a working day, or nothing. */
export const TargetForm = z.object({
  target: optionalHours.refine(
    (minutes) => minutes === null || (minutes > 0 && minutes <= MAX_DAY_MINUTES),
    'Enter more than no time and at most 24 hours, or leave it empty.',
  ),
});
