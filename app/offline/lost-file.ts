/** How long to wait before a file of the build is looked for again, in milliseconds. */
const PAUSE = 1_000;

/** Each try asks for a name of its own, as browsers remember what failed: this many, while the server has the file. */
const MOST_TRIES = 3;

declare global {
  /** Called where a script of the next page did not come (ui/scripts/lost-module.ts). */
  var untilThere: ((file: string) => Promise<void>) | undefined;
}

/**
 * Keeps the page as it is while the line loses a script of the next one. Where that file is gone, since another build
 * was installed, the person goes on as without scripts. Remix would load the page anew: what is pressed would be
 * lost, and without a line the page with it.
 */
export function waitForLostFiles(): void {
  window.untilThere = async (file) => {
    if (await isThere(file)) return;
    // What is on its way is answered first, so that it is not kept as unsaved.
    if (isSending()) await pause();
    goOnAsDocument();
    await new Promise(() => undefined);
  };
}

/** Whether the server has a file, as soon as it answers; false also where trying again does not help. */
async function isThere(file: string): Promise<boolean> {
  for (;;) {
    const answer = await fetch(file, { method: 'HEAD' }).catch(() => null);
    // Without it, a network on the way has answered.
    if (answer?.headers.has('X-Request-Id')) {
      return answer.ok && file.split('?').length <= MOST_TRIES;
    }
    // What was pressed waits on the device: the kept page says so.
    if (isKept() && isSending()) window.location.reload();
    await pause();
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE));

/** Whether the service worker answers, which puts forms into its outbox first. */
const isKept = () => 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;

const isSending = () => window.__remixRouter.state.navigation.state === 'submitting';

/** Goes where the router was about to go, by a page of the server. What it was about to send has its effect once. */
function goOnAsDocument(): void {
  const { navigation, fetchers } = window.__remixRouter.state;
  const { location: to, formAction, formData } = navigation;
  if (isSending() && formData && formAction) sendAsDocument(formAction, formData);
  else if (to) window.location.assign(`${to.pathname}${to.search}${to.hash}`);
  else if ([...fetchers.values()].some((one) => one.state !== 'idle')) window.location.reload();
}

function sendAsDocument(address: string, fields: FormData): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = address;
  for (const [name, value] of fields) {
    const field = document.createElement('textarea');
    field.name = name;
    field.value = typeof value === 'string' ? value : value.name;
    form.append(field);
  }
  form.hidden = true;
  document.getElementById('page-end')?.append(form);
  form.submit();
}
