import { attributesOf, visibleText } from './html.ts';
import type { Answer, Visitor } from './server/visitor.ts';

/**
 * A form as the plainest browsers know it, lynx and w3m among them: the controls between its tags
 * belong to it, and a button adds its own name and value. They know no `form=` and no `formaction`.
 */
export type PlainForm = {
  action: string;
  /** The fields that would be sent, without a button. */
  fields: [name: string, value: string][];
  buttons: { text: string; label: string; name: string | null; value: string }[];
};

const CONTROL =
  /<input\b[^>]*>|<select\b[^>]*>[\s\S]*?<\/select>|<textarea\b[^>]*>[\s\S]*?<\/textarea>|<button\b[^>]*>[\s\S]*?<\/button>/g;

/** The forms of a page that are sent by POST, in the order of the page. */
export function plainFormsOf(html: string): PlainForm[] {
  return [...html.matchAll(/(<form\b[^>]*>)([\s\S]*?)<\/form>/g)]
    .filter(([, tag = '']) => attributesOf(tag).method === 'post')
    .map(([, tag = '', inner = '']) => readForm(attributesOf(tag).action ?? '', inner));
}

function readForm(action: string, inner: string): PlainForm {
  const form: PlainForm = { action, fields: [], buttons: [] };
  for (const [control] of inner.matchAll(CONTROL)) {
    const attributes = attributesOf(/^<[^>]*>/.exec(control)?.[0] ?? '');
    const { name = '', value = '', type } = attributes;
    if (control.startsWith('<button')) {
      const text = visibleText(control);
      form.buttons.push({
        text,
        label: attributes['aria-label'] ?? text,
        name: name || null,
        value,
      });
    } else if (name === '' || 'disabled' in attributes) continue;
    else if (control.startsWith('<select')) form.fields.push([name, chosenIn(control)]);
    else if (control.startsWith('<textarea')) form.fields.push([name, visibleText(control)]);
    else if (type !== 'checkbox' && type !== 'radio') form.fields.push([name, value]);
    else if ('checked' in attributes) form.fields.push([name, value || 'on']);
  }
  return form;
}

function chosenIn(select: string): string {
  const options = [...select.matchAll(/<option\b[^>]*>/g)].map(([tag]) => attributesOf(tag));
  return (options.find((option) => 'selected' in option) ?? options[0])?.value ?? '';
}

/**
 * Fills in fields and presses a button in the first form that has it, as such a browser does.
 * `button` is its text or its label. Throws when no form has it.
 */
export async function pressPlainly(
  visitor: Visitor,
  html: string,
  button: string,
  typed: Record<string, string | string[]> = {},
): Promise<Answer> {
  const has = ({ text, label }: PlainForm['buttons'][number]) =>
    label === button || text === button;
  const form = plainFormsOf(html).find(({ buttons }) => buttons.some(has));
  const pressed = form?.buttons.find(has);
  if (!form || !pressed) throw new Error(`No form has a button ${button}`);
  const sent = new URLSearchParams(form.fields.filter(([name]) => !(name in typed)));
  for (const [name, values] of Object.entries(typed)) {
    for (const value of [values].flat()) sent.append(name, value);
  }
  if (pressed.name !== null) sent.append(pressed.name, pressed.value);
  return visitor.post(form.action, sent);
}
