import stylesheet from '../styles.css?url';

/** The style sheet for old browsers, which only a build makes (`scripts/older-styles.ts`). */
const OLDER = import.meta.env.PROD ? stylesheet.replace(/\.css$/, '.older.css') : stylesheet;

/** The address of the style sheet for browsers of an age (`needsOlderStyles`). */
export function styleSheetFor(isOlder: boolean): string {
  return isOlder ? OLDER : stylesheet;
}
