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

/** `2026-10` as `October 2026`. */
export function formatMonth(month: string): string {
  return formatter.format(new Date(`${month}-01T00:00:00Z`));
}

/** The months from one to another: `October 2026`, `September to October 2026`. */
export function formatMonths(first: string | null, last: string): string {
  return sayMonths(first, last, formatter);
}

/** The same for narrow columns: `Oct 2026`, `Sept to Oct 2026`. */
export function formatShortMonths(first: string | null, last: string): string {
  return sayMonths(first, last, shortFormatter);
}

function sayMonths(first: string | null, last: string, names: Intl.DateTimeFormat): string {
  const say = (month: string) => names.format(new Date(`${month}-01T00:00:00Z`));
  if (first === null || first === last) return say(last);
  const isOneYear = first.slice(0, 4) === last.slice(0, 4);
  return `${isOneYear ? say(first).replace(/ \d+$/, '') : say(first)} to ${say(last)}`;
}
