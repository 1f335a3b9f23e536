import { z } from 'zod';
import { requiredText } from '../../lib/fields.ts';

/** How long a template may be, in characters. */
const LONGEST_TEMPLATE = 500;

/** What a template can name of a log. */
export const SHORTCODES = ['{date}', '{workType}', '{description}'] as const;

const KNOWN: ReadonlySet<string> = new Set(SHORTCODES);

/** What looks like a shortcode and is none, such as a slip of the pen; each once. */
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
