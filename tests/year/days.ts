/** Days as `yyyy-MM-dd`. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);
}

/** The last day of a month. */
export const lastOf = (month: string): string =>
  addDays(`${addDays(`${month}-01`, 31).slice(0, 7)}-01`, -1);

/** 0 for a Sunday. */
export const weekdayOf = (day: string) => new Date(`${day}T12:00:00Z`).getUTCDay();

export const isWorkingDay = (day: string) => weekdayOf(day) > 0 && weekdayOf(day) < 6;

/** The working days from one day to another, both included. */
export function workingDays(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) if (isWorkingDay(day)) days.push(day);
  return days;
}

/** The first working day of the month after one. */
export const firstAfter = (month: string): string => {
  const first = addDays(lastOf(month), 1);
  return workingDays(first, addDays(first, 3))[0] ?? first;
};
