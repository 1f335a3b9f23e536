import type { z } from 'zod';

/** The longest template of an invoice line's description, in characters. */
export const LONGEST_TEMPLATE = 500;

const KNOWN: ReadonlySet<string> = new Set(['{date}', '{workType}', '{description}']);

/** What can stand in a template, in words. */
export const SHORTCODES_SAID = '{date}, {workType} and {description}';

/** Says which words in braces are no shortcode, such as misspelt ones; each once. */
export function checkShortcodes(template: string | null, context: z.RefinementCtx): void {
  const found = new Set(template?.match(/\{[^{}]*\}/g));
  const unknown = [...found].filter((code) => !KNOWN.has(code));
  if (unknown.length === 0) return;
  const verb = unknown.length === 1 ? 'is no shortcode' : 'are no shortcodes';
  context.addIssue(`${unknown.join(', ')} ${verb}. Use ${SHORTCODES_SAID}.`);
}
