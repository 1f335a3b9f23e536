import { startAuthentication, startRegistration } from '@simplewebauthn/browser';

/** Said wherever a passkey is made or used. */
export const NEEDS_SCRIPTS =
  'Passkeys need a browser that supports them, with JavaScript on. Sign-in links work without.';

const OPTIONS = '/api/passkeys';

/** What came of asking the browser for a passkey: its answer as text, or a sentence about why there is none. */
export type BrowserAnswer = { answer: string } | { sentence: string };

const CANCELLED = 'This was cancelled or took too long. Try again.';
const KNOWN = 'This device already has a passkey for you here.';
const NO_LINE = 'The server could not be reached. Try again in a moment.';

/** Whether this browser can keep a passkey. */
export const keepsPasskeys = () => 'PublicKeyCredential' in window;

/** Asks for a new passkey of whoever is signed in. */
export const makePasskey = () =>
  ask(`${OPTIONS}?for=me`, (optionsJSON) =>
    startRegistration({ optionsJSON: optionsJSON as never }),
  );

/** Asks for a passkey that signs in. */
export const askForPasskey = () =>
  ask(OPTIONS, (optionsJSON) => startAuthentication({ optionsJSON: optionsJSON as never }));

async function ask(
  address: string,
  start: (options: unknown) => Promise<unknown>,
): Promise<BrowserAnswer> {
  let options: unknown;
  try {
    const response = await fetch(address, { method: 'POST', credentials: 'same-origin' });
    options = await response.json();
    if (!response.ok) return { sentence: messageIn(options) };
  } catch {
    return { sentence: NO_LINE };
  }
  try {
    return { answer: JSON.stringify(await start(options)) };
  } catch (error) {
    return { sentence: error instanceof Error && isKnown(error) ? KNOWN : CANCELLED };
  }
}

const isKnown = ({ name }: Error) => name === 'InvalidStateError';

function messageIn(body: unknown): string {
  const message = typeof body === 'object' && body !== null && 'message' in body && body.message;
  return typeof message === 'string' ? message : NO_LINE;
}
