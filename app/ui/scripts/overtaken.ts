/** Ends once every form is answered that another one overtook. */
let answered: Promise<unknown> = Promise.resolve();

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
  const answer = answered.then(() => send(own.signal));
  return new Promise((resolve, reject) => {
    answer.then(resolve, reject);
    const giveUp = () => {
      reject(new DOMException('', 'AbortError'));
      answered = Promise.allSettled([answered, answer]);
      // By then the router says what it was given up for.
      queueMicrotask(() => {
        if (window.__remixRouter.state.navigation.state !== 'submitting') own.abort();
      });
    };
    // It may be given up before it has left.
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp);
  });
}
