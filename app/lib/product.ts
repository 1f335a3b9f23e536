/** The product's name, and its description in one line. */
export const PRODUCT_NAME = 'Tallyhour';
export const PRODUCT_TAGLINE = 'Billable work, logged as you go';

type Matches = {
  matches: { id: string; data?: unknown }[];
  location?: { pathname: string; search: string };
};

/** What the title of a page begins with when its form came back with errors. */
export const WRONG = 'Error: ';

/** What stands before the time of a timer in a title. */
export const timerSign = (isPaused: boolean) => (isPaused ? '‖' : '▶');

/**
 * The `meta` export of a page with this title. While a timer runs, its time stands before it, and
 * before that whether a form is wrong.
 */
export function pageTitle(title: string) {
  return ({ matches, location }: Matches) => {
    const data = matches.find(({ id }) => id === 'root')?.data as RootData | undefined;
    const running = data?.timer?.running;
    const time = running ? `${timerSign(running.isPaused)} ${running.shown} · ` : '';
    const isWrong = location && data?.wrongAt === location.pathname + location.search;
    return [{ title: `${isWrong ? WRONG : ''}${time}${title} · ${PRODUCT_NAME}` }];
  };
}

type RootData = {
  timer?: { running: { shown: string; isPaused: boolean } | null } | null;
  /** The address of the document, if it shows a form that came back with errors. */
  wrongAt?: string;
} | null;
