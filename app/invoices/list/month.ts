const formatter = new Intl.DateTimeFormat('en-GB', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** `2026-10` as `October 2026`. */
export function formatMonth(month: string): string {
  return formatter.format(new Date(`${month}-01T00:00:00Z`));
}
