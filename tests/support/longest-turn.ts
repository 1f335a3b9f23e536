/** The milliseconds for which this thread has had a processor. */
function threadTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

const KNOWN_WORK = JSON.stringify(
  Array.from({ length: 60_000 }, (_, at) => ({ name: `n${at}`, value: at })),
);

/**
 * The longest that anything may keep others waiting: 250 ms where reading and writing 2 MB of JSON takes 35. In
 * milliseconds of this thread, as long as this machine takes for the same work now, so that a slow machine counts for
 * nothing.
 */
export function longestWait(): number {
  const times = Array.from({ length: 5 }, () =>
    timeOf(() => JSON.stringify(JSON.parse(KNOWN_WORK))),
  );
  return (Math.min(...times) * 250) / 35;
}

/** How many milliseconds of this thread a piece of work takes. */
export function timeOf(work: () => unknown): number {
  const before = threadTime();
  work();
  return threadTime() - before;
}

/**
 * For how long one turn of this process's event loop kept all others waiting, at most, while something ran: in
 * milliseconds of its thread, so that a busy machine counts for nothing.
 */
export async function longestTurn(run: () => Promise<unknown>): Promise<number> {
  let isOver = false;
  let longest = 0;
  let last = threadTime();
  const look = () => {
    const at = threadTime();
    longest = Math.max(longest, at - last);
    last = at;
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  await run();
  isOver = true;
  look();
  return longest;
}
