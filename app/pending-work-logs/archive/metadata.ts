import { formatBritishMoment } from '../../lib/calendar.ts';

/** The metadata that Todoist sent with a task, whatever its form, as readable names and texts. */
export function describeMetadata(
  metadata: Record<string, unknown>,
  timeZone: string,
): [string, string][] {
  return Object.entries(metadata)
    .map(([name, value]): [string, string] => [toTitle(name), toText(value, timeZone)])
    .filter(([, text]) => text !== '');
}

/** `completedBy` → `Completed by`. */
function toTitle(name: string): string {
  const words = name
    .replace(/[_-]+/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

function toText(value: unknown, timeZone: string): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value))
    return value
      .map((part) => toText(part, timeZone))
      .filter(Boolean)
      .join(', ');
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([name, part]) => `${toTitle(name)}: ${toText(part, timeZone)}`)
      .join('; ');
  }
  if (typeof value !== 'string') return JSON.stringify(value);
  const isInstant = INSTANT.test(value) && !Number.isNaN(Date.parse(value));
  return isInstant ? formatBritishMoment(new Date(value), timeZone) : value;
}
