/**
 * What a browser without styles would run together. It reads only our own pages, whose HTML React makes
 * well-formed.
 */

/** Elements that begin a line of their own, or a cell, without styles. */
const BLOCKS = new Set(
  `html head body title p div main section article header footer nav aside form fieldset legend ul ol li
  dl dt dd table caption thead tbody tfoot tr td th h1 h2 h3 h4 h5 h6 details summary dialog pre hr br
  option optgroup select datalist script style template noscript blockquote address figure`.split(
    /\s+/,
  ),
);
const HIDDEN = /<(script|style|head|template|noscript|datalist|select)\b[\s\S]*?<\/\1>/g;
const FIELDS = new Set(['input', 'textarea']);

/** Each place where two words of different elements stand with nothing between them, as `Edit|Delete`. */
export function runTogether(html: string): string[] {
  const found: string[] = [];
  let before = '';
  let isApart = true;
  for (const [part] of html
    .replace(HIDDEN, '<br>')
    .replace(/<!--.*?-->/gs, '')
    .matchAll(/<[^>]*>|[^<]+/g)) {
    const [, name = ''] = /^<\/?([a-z]\w*)/.exec(part) ?? [];
    if (BLOCKS.has(name)) isApart = true;
    else if (FIELDS.has(name)) isApart = true;
    else if (!part.startsWith('<')) {
      if (!isApart && /[\p{L}\p{N}]$/u.test(before) && /^[\p{L}\p{N}£]/u.test(part)) {
        found.push(`${before.slice(-20)}|${part.slice(0, 20)}`);
      }
      before = part;
      isApart = false;
    }
  }
  return found;
}

/** The links and buttons that nobody can read, as their start tags. */
export function speechless(html: string): string[] {
  const bare = html.replace(/<(script|style|head|template|noscript)\b[\s\S]*?<\/\1>/g, '');
  return [...bare.matchAll(/(<(a|button)\b[^>]*>)([\s\S]*?)<\/\2>/g)]
    .filter(([, , , inside = '']) => inside.replace(/<[^>]*>/g, '').trim() === '')
    .map(([, tag = '']) => tag);
}

/** The forms that begin with a button which only sighted people are spared, as its label. */
export function strayButtons(html: string): string[] {
  return [...html.matchAll(/<button[^>]*aria-hidden="true"[^>]*>([\s\S]*?)<\/button>/g)].map(
    ([, label = '']) => label,
  );
}
