/** A line's description: {date} as dd/mm/yyyy, {workType} and {description} filled in. */
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
  const text = template.replace(
    /\{(?:date|workType|description)\}/g,
    (name) => values[name] ?? name,
  );
  // Without a description, a bar at the end is removed.
  return log.description === '' ? text.replace(/\s*\|\s*$/, '').trim() : text.trim();
}
