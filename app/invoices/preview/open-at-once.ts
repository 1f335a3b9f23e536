/** Where there are more invoices than this, only those that somebody asked for are open. */
export const OPEN_AT_ONCE = 12;

/** The most lines on the page. Invoices that find no room are rows until somebody asks for them. */
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

type Openable = {
  key: string;
  lines: number;
  /** Whether it must be seen, with its lines, however many there are. */
  isAsked: boolean;
};

/**
 * The keys of the invoices that are open, with their lines: first all that were asked for; then, where there
 * are few invoices, as many as there is room for.
 */
export function whichAreOpen(
  invoices: Openable[],
  { most, room }: { most: number; room: number } = { most: OPEN_AT_ONCE, room: LINES_AT_ONCE },
): Set<string> {
  const open = new Set<string>();
  const inTurn = [...invoices].sort((one, other) => Number(other.isAsked) - Number(one.isAsked));
  let left = room;
  for (const { key, lines, isAsked } of inTurn) {
    const isFree = invoices.length === 1 || (invoices.length <= most && lines <= left);
    if (!isAsked && !isFree) continue;
    open.add(key);
    left -= lines;
  }
  return open;
}
