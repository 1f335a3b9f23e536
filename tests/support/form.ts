import { attributesOf, controlOf } from './html.ts';

/**
 * The fields that a browser would send of a page's form as it is: every named field with its
 * value, boxes only where they are ticked. Buttons are left out.
 */
export function fieldsOf(html: string, formId: string): Record<string, string> {
  const form = new RegExp(`<form[^>]*\\sid="${formId}"[\\s\\S]*?</form>`).exec(html)?.[0];
  if (!form) throw new Error(`The page has no form ${formId}.`);
  const fields: Record<string, string> = {};
  for (const [tag] of form.matchAll(/<(input|select|textarea)\b[^>]*>/g)) {
    const { name, type } = attributesOf(tag);
    if (!name) continue;
    const control = controlOf(form, name.replace(/[[\]]/g, '\\$&'));
    if (type !== 'checkbox') fields[name] = control.value ?? '';
    else if (control.isChecked) fields[name] = 'on';
  }
  return fields;
}
