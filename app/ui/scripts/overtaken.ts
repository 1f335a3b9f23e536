/** Forms that were overtaken by another one, each until it is answered. */
const overtaken = new Set<Promise<unknown>>();

/**
 * Sends a form of our scripts. The router gives a form up as soon as another one is sent, which may be before it came
 * to the server: a line would be lost because the timer was started. So a form that is overtaken by another is sent all
 * the same, and the other one only once it is answered. Who goes to another page gives it up.
 */
export function sendInTurn(
  send: (signal: AbortSignal) => Promise<Response>,
  signal: AbortSignal,
): Promise<Response> {
  const own = new AbortController();
  const answer = Promise.all(overtaken).then(() => send(own.signal));
  return new Promise((resolve, reject) => {
    answer.then(resolve, reject);
    const giveUp = () => {
      reject(new DOMException('Given up', 'AbortError'));
      const end: Promise<unknown> = answer.then(
        () => overtaken.delete(end),
        () => overtaken.delete(end),
      );
      overtaken.add(end);
      // By then the router says what it was given up for.
      queueMicrotask(() => {
        if (window.__remixRouter.state.navigation.state !== 'submitting') own.abort();
      });
    };
    // It may be given up before it has left.
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp);
    const forgetSignal = () => {
      signal.removeEventListener('abort', giveUp);
    };
    answer.then(forgetSignal, forgetSignal);
  });
}
