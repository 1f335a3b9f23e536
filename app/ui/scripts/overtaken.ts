/** Ends once every form is answered that another one overtook, or has been silent for long. */
let turn: Promise<unknown> = Promise.resolve();

/** Whether an overtaken form was answered, and the page does not say so yet. */
let isUnsaid = false;

/** Whether a request reads the page anew to say what became of an overtaken form: the root's data has its toast. */
export function isOfOvertaken(address: string | URL): boolean {
  const isIt = isUnsaid && String(address).includes('_data=root');
  if (isIt) isUnsaid = false;
  return isIt;
}

/**
 * Sends a form of our scripts. The router gives a form up as soon as another one is sent or another page is opened,
 * which may be before it came to the server: a line would be lost because the timer was started. So a form that is
 * given up is sent all the same, and the page read anew once it is answered. Another form waits for that, since both
 * may set the same, but not for an answer that does not come: `send` calls `onSilence`.
 */
export function sendInTurn(
  send: (onSilence: () => void) => Promise<Response>,
  signal: AbortSignal,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    let endTurn: () => void = () => undefined;
    const silence = new Promise<void>((end) => {
      endTurn = end;
    });
    const answer = turn.then(() => send(endTurn));
    let isRefused = false;
    answer.then((response) => {
      isRefused = !response.ok;
      resolve(response);
    }, reject);
    const giveUp = () => {
      // The page says so already, and nothing was changed that it lacks.
      if (isRefused) return;
      reject(new DOMException('', 'AbortError'));
      const readAnew = answer.then(() => {
        isUnsaid = true;
        window.__remixRouter.revalidate();
      });
      turn = Promise.all([turn, Promise.race([silence, readAnew.catch(() => undefined)])]);
    };
    // It may be given up before it has left.
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp);
  });
}
