/**
 * Whether every test is run (`npm run test:all`), with all its random cases and in all its modes; or, in CI, the `rest`
 * of them after `npm test`.
 */
export const IS_WHOLE = ['whole', 'rest'].includes(process.env.TEST_SCOPE ?? '');

/**
 * How many random cases a property is held against: all of them in `npm run test:all`, a tenth
 * of them in `npm test`, which is run before every commit.
 */
export function cases(whole: number): number {
  return IS_WHOLE ? whole : Math.max(Math.ceil(whole / 10), 20);
}
