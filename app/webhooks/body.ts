import type { Webhook } from '#db/schema.ts';
import type { WebhookBody } from '#db/words.ts';
import type { Told } from './events.ts';

const JSON_TYPE = 'application/json';

/** What a template may be. */
export const CONTENT_TYPES = [
  JSON_TYPE,
  'text/plain; charset=utf-8',
  'application/x-www-form-urlencoded',
] as const;

/** What services expect: ntfy's "publish as JSON", and Apprise API's /notify. */
const PRESETS: Partial<Record<WebhookBody, string>> = {
  ntfy: `{
  "topic": "{{topic}}",
  "title": "{{title}}",
  "message": "{{text}}",
  "click": "{{link}}"
}`,
  apprise: `{
  "title": "{{title}}",
  "body": "{{text}}\\n{{link}}",
  "type": "info"
}`,
};

const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g;

type Values = Record<string, string>;

const NAMES = ['title', 'text', 'link', 'type', 'timestamp', 'data', 'topic'];

/** The placeholders of a template, for people. */
export const PLACEHOLDERS = NAMES.filter((name) => name !== 'topic').map((name) => `{{${name}}}`);

/** What is sent where, of what a person set up. */
export type Body = Pick<Webhook, 'url' | 'body' | 'contentType' | 'template'>;

/** A body in which each choice has what it needs: the template of a preset unless the person's own, and its type. */
export function wholeBody({ body, contentType, template, ...rest }: Body): Body {
  const preset = PRESETS[body];
  const isOwn = template !== null && !Object.values(PRESETS).includes(template);
  if (body === 'standard') return { ...rest, body, contentType: JSON_TYPE, template: null };
  if (body === 'template') return { ...rest, body, contentType, template };
  return { ...rest, body, contentType: JSON_TYPE, template: isOwn ? template : (preset ?? null) };
}

/** Fills in a template; what it gets can neither end a text of JSON nor a field of a form. */
function fill(template: string, contentType: string, values: Values): string {
  const escape = (name: string, value: string) => {
    if (contentType === JSON_TYPE) {
      return name === 'data' ? value : JSON.stringify(value).slice(1, -1);
    }
    return contentType.includes('urlencoded') ? encodeURIComponent(value) : value;
  };
  return template.replace(PLACEHOLDER, (_, name: string) => escape(name, values[name] ?? ''));
}

/** The topic of an address of ntfy, whose JSON is published at the root; null where there is none. */
function topicOf(url: string): string | null {
  return /^\/([\w-]{1,64})\/?$/.exec(new URL(url).pathname)?.[1] ?? null;
}

const usesTopic = (template: string) => /\{\{\s*topic\s*\}\}/.test(template);

/** What is sent of an event, and where to. */
export function renderBody(
  { url, template, contentType }: Body,
  told: Told,
): { url: string; text: string } {
  const { data, ...texts } = told;
  const { type, timestamp } = told;
  if (template === null) return { url, text: JSON.stringify({ type, timestamp, data }) };
  const topic = usesTopic(template) ? topicOf(url) : null;
  const values = { ...texts, data: JSON.stringify(data), topic: topic ?? '' };
  return {
    url: topic === null ? url : new URL('/', url).href,
    text: fill(template, contentType, values),
  };
}

/** Signs that end a text, or a line, where they are not escaped. */
const HOSTILE = 'a "b" \\ {c}\n';

/** What is wrong with a body, and in which field; null when it can be sent. */
export function wrongInBody(given: Body): { path: 'url' | 'template'; message: string } | null {
  const { url, template, contentType, body } = wholeBody(given);
  if (template === null) {
    return body === 'template' ? { path: 'template', message: 'Enter what is to be sent.' } : null;
  }
  const unknown = [...template.matchAll(PLACEHOLDER)].find(
    ([, name = '']) => !NAMES.includes(name),
  );
  if (unknown) {
    const message = `There is no ${unknown[0]}. There are ${PLACEHOLDERS.join(', ')}.`;
    return { path: 'template', message };
  }
  if (usesTopic(template) && topicOf(url) === null) {
    const message = 'Enter the address of your topic, such as https://ntfy.sh/my-topic.';
    return { path: 'url', message };
  }
  const sample = Object.fromEntries(NAMES.map((name) => [name, HOSTILE]));
  try {
    const text = fill(template, contentType, { ...sample, data: '{"a":"b"}' });
    if (contentType === JSON_TYPE) JSON.parse(text);
    return null;
  } catch {
    const message =
      'This is not JSON once it is filled in. Placeholders stand within quotes, but for {{data}}.';
    return { path: 'template', message };
  }
}
