const formatter = new Intl.DateTimeFormat('en-GB', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

const shortFormatter = new Intl.DateTimeFormat('en-GB', {
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** `2026-10` as `Oct 2026`, for narrow columns. */
export function formatShortMonth(month: string): string {
  return shortFormatter.format(new Date(`${month}-01T00:00:00Z`));
}

/** `2026-10` as `October 2026`. */
export function formatMonth(month: string): string {
  return formatter.format(new Date(`${month}-01T00:00:00Z`));
}
