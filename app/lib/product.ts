/** The product's name, and its description in one line. */
export const PRODUCT_NAME = 'Tallyhour';
export const PRODUCT_TAGLINE = 'Billable work, logged as you go';

/** The title of a page, for its `meta` export. */
export function pageTitle(title: string) {
  return [{ title: `${title} · ${PRODUCT_NAME}` }];
}
