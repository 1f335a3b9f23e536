import { z } from 'zod';
import { requiredText } from '../../lib/fields.ts';

const LONGEST_TEMPLATE = 500;

const SHORTCODES = ['{date}', '{workType}', '{description}'] as const;

const KNOWN: ReadonlySet<string> = new Set(SHORTCODES);

/** Words in braces that are no shortcode, such as misspelt ones; each once. */
function unknownShortcodes(template: string): string[] {
  const found = template.match(/\{[^{}]*\}/g) ?? [];
  return [...new Set(found)].filter((code) => !KNOWN.has(code));
}

/** The form of the template. */
export const TemplateInput = z.object({
  template: requiredText('Enter a template.', LONGEST_TEMPLATE).superRefine((text, context) => {
    const unknown = unknownShortcodes(text);
    if (unknown.length === 0) return;
    const verb = unknown.length === 1 ? 'is no shortcode' : 'are no shortcodes';
    context.addIssue({
      code: 'custom',
      message: `${unknown.join(', ')} ${verb}. Use {date}, {workType} and {description}.`,
    });
  }),
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
