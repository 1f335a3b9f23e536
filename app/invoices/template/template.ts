import { z } from 'zod';
import { requiredText } from '../../lib/fields.ts';
import { checkShortcodes, LONGEST_TEMPLATE } from '../../lib/shortcodes.ts';

/** The form of the template. */
export const TemplateInput = z.object({
  template: requiredText('Enter a template.', LONGEST_TEMPLATE).superRefine(checkShortcodes),
});

/** The description of an invoice line for time, until somebody saves another template. */
export const DEFAULT_TEMPLATE = '{date} | {workType} | {description}';

/**
 * A line's description: {date} as dd/mm/yyyy, or from the first day to the last, {workType} and {description} filled
 * in. A part between two bars of which nothing is left, since nothing was described, goes with its bar.
 */
export function fillTemplate(
  template: string,
  log: { day: string; lastDay?: string; workType: string; description: string },
): string {
  const { day, lastDay = day } = log;
  const days = [...new Set([day, lastDay])].map((one) => one.split('-').reverse().join('/'));
  const values: Record<string, string> = {
    '{date}': days.join(' – '),
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
