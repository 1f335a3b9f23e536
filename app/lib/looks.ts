/** A soft hyphen, spaces of no width and a byte order mark: no script needs them in a name. */
const UNSEEN = /[\u00ad\u200b\u2060\ufeff]/g;

/** A text in one line with plain, single spaces, and without {@link UNSEEN} signs. */
export function inPlainSpaces(text: string): string {
  return text.replace(UNSEEN, '').replace(/\s+/g, ' ').trim();
}

/** Signs that are not shown at all, those for the direction of writing among them. */
const NOT_SHOWN = /\p{Default_Ignorable_Code_Point}/gu;

/** A text without signs that are not shown. */
export function asShown(text: string): string {
  return text.replace(NOT_SHOWN, '');
}

/**
 * A figure, a date, an address or a key that was copied from elsewhere, as it looks: no sign that is not shown, wide
 * signs narrow, plain single spaces and none around.
 */
export function inPlainSigns(text: string): string {
  return asShown(text)
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/\s+/g, ' ')
    .trim();
}

/** All but small raised and lowered figures: M² is not M2. */
const COMPATIBLE = /[^\u00b2\u00b3\u00b9\u2070-\u209f]+/g;

/**
 * What a text looks like, to compare names: two that people cannot tell apart, but for case, are the
 * same. Whatever kind of space is a space, several are one, what is not shown is left out, and wide
 * letters and ligatures are letters.
 */
export function looksOf(text: string): string {
  const shown = asShown(text);
  return inPlainSpaces(shown.replace(COMPATIBLE, (part) => part.normalize('NFKC'))).toLowerCase();
}
