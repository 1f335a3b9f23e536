/** How texts are cleaned, wherever they come from: forms, the API, files and other programs. Pure. */

/** A visible character: not a space, nor a control or formatting character. */
export const VISIBLE = /[^\s\p{Z}\p{Cc}\p{Cf}]/u;

/** What is said of a text that is not {@link isStorable}. */
export const UNSTORABLE =
  'This contains a character that cannot be stored. Remove it and try again.';

/** Whether a text can be stored: not with NUL, nor with half a character. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Text as it is stored: line ends are `\n`, and no blanks are around it. */
export function cleanText(text: string): string {
  return text.replace(/\r\n?/g, '\n').trim();
}

/** Text of another program, of which nobody is asked to remove what cannot be stored: it is left out. */
export function storableText(text: string): string {
  return cleanText(text.replaceAll('\0', '').toWellFormed());
}

/**
 * Text for a program that keeps it as XML, which has no control characters but tab and line feed. Office programs mean a
 * break by a vertical tab, and files a new page by a form feed; the others say nothing, and are left out.
 */
export function withoutControls(text: string): string {
  return text.replace(/[\v\f]/g, '\n').replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '');
}

/** Text in one line: breaks, which a browser's field of one line would take out, and tabs are one space. */
export function oneLine(text: string): string {
  return text.replace(/[\t\n\v\f\r]+/g, ' ');
}

/** Signs after which a text runs in another direction, as far as the sign that ends them. */
const TURNS = /[\u202a\u202b\u202d\u202e\u2066-\u2068]/;

/** A text that ends every turn of its direction, so that it does not turn the rest of a sentence around. */
function endTurns(text: string): string {
  if (!TURNS.test(text)) return text;
  const ends: string[] = [];
  for (const sign of text) {
    if (TURNS.test(sign)) ends.push(sign < '\u2066' ? '\u202c' : '\u2069');
    else if (sign === '\u202c' && ends.at(-1) === sign) ends.pop();
    // The end of an isolated part ends what began within it.
    else if (sign === '\u2069' && ends.includes(sign)) ends.length = ends.lastIndexOf(sign);
  }
  return text + ends.reverse().join('');
}

/** Letters and signs of what is written from right to left. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * A name within a sentence of ours, apart from what follows it: a figure or a name after one in Hebrew or Arabic would be
 * shown before it. Other names are as they are.
 */
export function apart(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}

/** A name as it is stored: {@link oneLine}, no blanks around it, and what follows it in its usual direction. */
export function cleanLine(text: string): string {
  return endTurns(oneLine(text).trim());
}

/** A name that another program goes by, as it stands there, but storable, in one line and with every turn of its direction ended. */
export function nameElsewhere(text: string): string {
  return endTurns(oneLine(text.replaceAll('\0', '').toWellFormed()));
}

/** A name of another program ({@link storableText}) in one line; empty where nothing of it shows. */
export function storableLine(text: string | null | undefined): string {
  const line = cleanLine(storableText(text ?? ''));
  return VISIBLE.test(line) ? line : '';
}
