/** The product's name, and its description in one line. */
export const PRODUCT_NAME = 'Tallyhour';
export const PRODUCT_TAGLINE = 'Billable work, logged as you go';

type Matches = { matches: { id: string; data?: unknown }[] };

/** The `meta` export of a page with this title. While a timer runs, its time stands before it. */
export function pageTitle(title: string) {
  return ({ matches }: Matches) => [{ title: `${timeIn(matches)}${title} · ${PRODUCT_NAME}` }];
}

/** The time of the running timer, as the root's loader has it. */
function timeIn(matches: Matches['matches']): string {
  const data = matches.find(({ id }) => id === 'root')?.data;
  const shown = (data as RootData | undefined)?.timer?.running?.shown;
  return shown === undefined ? '' : `▶ ${shown} · `;
}

type RootData = { timer?: { running: { shown: string } | null } | null } | null;
