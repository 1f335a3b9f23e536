const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Whether the text is a real day written as `yyyy-MM-dd`, from the year 1970 on. */
export function isDay(text: string): boolean {
  const match = DAY.exec(text);
  if (!match) return false;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day));
  return (
    year >= 1970 && year < 9999 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  );
}
