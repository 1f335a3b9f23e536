import { z } from 'zod';
import { requiredText } from '../../lib/fields.ts';

/** How long a template may be, in characters. */
const LONGEST_TEMPLATE = 500;

/** The form of the template. */
export const TemplateInput = z.object({
  template: requiredText('Enter a template.', LONGEST_TEMPLATE),
});
