/** These functions read only the HTML of our own pages, which React makes well-formed. */

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

function decode(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#x27);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}

/** The attributes of a start tag; one without a value has the empty text. */
export function attributesOf(tag: string): Record<string, string> {
  const found = [...tag.matchAll(/\s([\w-]+)(?:="([^"]*)")?/g)];
  return Object.fromEntries(found.map(([, name = '', value = '']) => [name, decode(value)]));
}

/** The attributes of every start tag of a name. */
export function startTags(html: string, name: string): Record<string, string>[] {
  return [...html.matchAll(new RegExp(`<${name}\\b[^>]*>`, 'g'))].map(([tag]) => attributesOf(tag));
}

/** The text that a person sees of a piece of HTML. */
export function visibleText(html: string): string {
  const bare = html
    .replace(/<(script|style|head)\b[\s\S]*?<\/\1>/g, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<\/?(p|div|h\d|td|th|li|dt|dd|option|label|a|button)\b[^>]*>/g, ' ')
    .replace(/<[^>]*>/g, '');
  return decode(bare)
    .replace(/[ \n]+/g, ' ')
    .trim();
}

/** The text of the element with an id; null when there is none. Elements of its kind must not lie in it. */
export function textById(html: string, id: string): string | null {
  const match = new RegExp(`<(\\w+)[^>]*\\sid="${id}"[^>]*>([\\s\\S]*?)</\\1>`).exec(html);
  return match ? visibleText(match[2] ?? '') : null;
}

/** A control of a form as it is on its page. */
export type Control = {
  value: string | null;
  isChecked: boolean;
  isInvalid: boolean;
  /** The texts that `aria-describedby` points to; null for one that is not there. */
  descriptions: (string | null)[];
};

/**
 * The input, select or textarea with a name, in which brackets are written as in a regular expression.
 * Throws when the page has none.
 */
export function controlOf(page: string, name: string): Control {
  // The timer in the frame of a whole page has fields of the same names.
  const html = page.includes('<main')
    ? page.replace(/<form[^>]*\sid="frame-timer"[\s\S]*?<\/form>/, '')
    : page;
  const pattern = new RegExp(`<(input|select|textarea)\\b[^>]*\\sname="${name}"[^>]*>`);
  const match = pattern.exec(html);
  if (!match) throw new Error(`The page has no control named ${name}.`);
  const [tag, kind = ''] = match;
  const attributes = attributesOf(tag);
  const after = html.slice(match.index + tag.length);
  const ids = attributes['aria-describedby']?.split(' ') ?? [];
  return {
    value: valueOf(kind, attributes, after.slice(0, after.indexOf(`</${kind}>`))),
    isChecked: 'checked' in attributes,
    isInvalid: attributes['aria-invalid'] === 'true',
    descriptions: ids.map((id) => textById(html, id)),
  };
}

function valueOf(kind: string, attributes: Record<string, string>, inner: string): string | null {
  if (kind === 'textarea') return decode(inner).replace(/^\n/, '');
  if (kind === 'input') return attributes.value ?? null;
  const option = [...inner.matchAll(/<option\b[^>]*>/g)].find(([tag]) => /\sselected\b/.test(tag));
  return option ? (attributesOf(option[0]).value ?? null) : null;
}

/** The text of the toast that a page shows; null when it shows none. */
export function toastOf(html: string): string | null {
  const match = /<section [^>]*data-testid="toast">([\s\S]*?)<a /.exec(html);
  return match ? visibleText(match[1] ?? '') : null;
}

/** The rows of the page's table, each a list of its cells' texts. */
export function rowsOf(html: string): string[][] {
  const body = /<tbody>([\s\S]*?)<\/tbody>/.exec(html)?.[1] ?? '';
  return [...body.matchAll(/<tr\b[^>]*>([\s\S]*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<td\b[^>]*>([\s\S]*?)<\/td>/g)].map(([, cell = '']) => visibleText(cell)),
  );
}

/** What a browser would send of the form with an id, as its page shows it, but for its buttons. */
export function fieldsOf(page: string, id: string): URLSearchParams {
  const start = page.indexOf(`id="${id}"`);
  if (start === -1) throw new Error(`The page has no form ${id}.`);
  const html = page.slice(start, page.indexOf('</form>', start));
  const fields = new URLSearchParams();
  for (const [tag, kind = ''] of html.matchAll(/<(input|select|textarea)\b[^>]*>/g)) {
    const attributes = attributesOf(tag);
    const { name, type = 'text', value = 'on' } = attributes;
    if (!name) continue;
    const isBox = type === 'checkbox' || type === 'radio';
    if (isBox) {
      if ('checked' in attributes) fields.append(name, value);
    } else if (kind === 'input') fields.append(name, attributes.value ?? '');
    else fields.append(name, controlOf(html, name.replace(/[[\]]/g, '\\$&')).value ?? '');
  }
  return fields;
}
