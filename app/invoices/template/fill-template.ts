/**
 * A line's description: {date} as dd/mm/yyyy, {workType} and {description} filled in. A part between
 * two bars of which nothing is left, since nothing was described, goes with its bar.
 */
export function fillTemplate(
  template: string,
  log: { day: string; workType: string; description: string },
): string {
  const [year = '', month = '', date = ''] = log.day.split('-');
  const values: Record<string, string> = {
    '{date}': `${date}/${month}/${year}`,
    '{workType}': log.workType,
    '{description}': log.description,
  };
  return template
    .split('|')
    .map((part) => ({ part, filled: fill(part, values) }))
    .filter(({ part, filled }) => filled.trim() !== '' || part.trim() === '')
    .map(({ filled }) => filled)
    .join('|')
    .trim();
}

function fill(part: string, values: Record<string, string>): string {
  return part.replace(/\{(?:date|workType|description)\}/g, (name) => values[name] ?? name);
}
