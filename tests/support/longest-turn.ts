/**
 * For how long one turn of this process's event loop kept all others waiting, at most, while something ran: in
 * milliseconds of its thread, so that a busy machine counts for nothing.
 */
export async function longestTurn(run: () => Promise<unknown>): Promise<number> {
  const now = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let isOver = false;
  let longest = 0;
  let last = now();
  const look = () => {
    const at = now();
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
