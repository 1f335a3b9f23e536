/** Where there are more invoices than this, only what was asked for has its lines on the page. */
export const OPEN_AT_ONCE = 12;

/** The most lines on the page. Invoices that find no room have theirs once somebody asks for them. */
export const LINES_AT_ONCE = 70;

/** The most invoices on a page. */
export const MOST_SHOWN = 100;

/** The most lines of one invoice: more than a client has in a quarter, so that each can be left out. */
export const MOST_LINES = 500;

/** As many as a page has, in their order, and the rest: first those that must be seen, then the first ones. */
export function firstOf<One>(all: One[], most: number, mustBeSeen: (one: One) => boolean) {
  const wanted = all.filter(mustBeSeen);
  const room = Math.max(wanted.length, most);
  const isShown = new Set([...wanted, ...all.filter((one) => !mustBeSeen(one))].slice(0, room));
  return {
    shown: all.filter((one) => isShown.has(one)),
    rest: all.filter((one) => !isShown.has(one)),
  };
}

type Invoice = {
  key: string;
  lines: number;
  /** Whether its lines must be there, however many there are. */
  isAsked: boolean;
};

/**
 * The keys of the invoices whose lines are on the page: all that were asked for; then, where there are few invoices, as
 * many as there is room for.
 */
export function withLines(
  invoices: Invoice[],
  { most, room }: { most: number; room: number } = { most: OPEN_AT_ONCE, room: LINES_AT_ONCE },
): Set<string> {
  const inTurn = [...invoices].sort((one, other) => Number(other.isAsked) - Number(one.isAsked));
  let left = room;
  const fitting = inTurn.filter(({ lines, isAsked }) => {
    const isFree = invoices.length === 1 || (invoices.length <= most && lines <= left);
    if (isAsked || isFree) left -= lines;
    return isAsked || isFree;
  });
  return new Set(fitting.map(({ key }) => key));
}
