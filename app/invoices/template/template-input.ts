import { z } from 'zod';
import { requiredText } from '../../lib/fields.ts';

/** How long a template may be, in characters. */
const LONGEST_TEMPLATE = 500;

/** The parts of a log that a template can name. */
export const SHORTCODES = ['{date}', '{workType}', '{description}'] as const;

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
