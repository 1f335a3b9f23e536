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

/** Signs of no width, soft hyphens and marks of direction that have no pair: nobody sees what they do to a word. */
const UNSEEN = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u2060-\u2064\ufeff]/g;

/** Signs of no width that belong between the letters of some scripts, and in some pictures. */
const JOINERS = /[\u200c\u200d]+/g;

/** A text without signs that come along unseen as it is copied. */
function withoutUnseen(text: string): string {
  return text.replace(UNSEEN, '').replace(JOINERS, (signs, at: number, all: string) => {
    const around = [all.charAt(at - 1), all.charAt(at + signs.length)];
    return around.every((sign) => sign > '\u024f' && sign.trim() !== '') ? signs : '';
  });
}

/** Text as it is stored: line ends are `\n`, no blanks are around it, and nothing unseen is in it. */
export function cleanText(text: string): string {
  const lines = withoutUnseen(text.replace(/\r\n?/g, '\n')).trim().split('\n');
  return lines.map(endTurns).join('\n').trim();
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

/** Signs that begin or end a part of a text that runs in another direction. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/;

/** A line in which every turn of its direction has an end, so that it turns nothing behind it; ends alone are left out. */
function endTurns(line: string): string {
  return TURNS.test(line) ? paired(line).join('') : line;
}

/** A line without ends that end nothing, and the ends that it lacks. */
function paired(line: string): [kept: string, ends: string] {
  const ends: string[] = [];
  let kept = '';
  for (const sign of line) {
    const isEnd = sign === '\u202c' || sign === '\u2069';
    if (TURNS.test(sign) && !isEnd) ends.push(sign < '\u2066' ? '\u202c' : '\u2069');
    else if (isEnd) {
      // The end of an isolated part ends what began within it.
      const begun = sign === '\u2069' ? ends.lastIndexOf(sign) : ends.length - 1;
      if (ends[begun] !== sign) continue;
      ends.length = begun;
    }
    kept += sign;
  }
  return [kept, ends.reverse().join('')];
}

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
  return endTurns(withoutUnseen(oneLine(text)).trim()).trim();
}

/** A name that another program goes by, as it stands there, but storable, in one line and with every turn of its direction ended. */
export function nameElsewhere(text: string): string {
  const line = oneLine(text.replaceAll('\0', '').toWellFormed());
  return line + paired(line)[1];
}

/** A name of another program ({@link storableText}) in one line; empty where nothing of it shows. */
export function storableLine(text: string | null | undefined): string {
  const line = cleanLine(storableText(text ?? ''));
  return VISIBLE.test(line) ? line : '';
}
