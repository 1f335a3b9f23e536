import type { AppLoadContext } from '@remix-run/node';
import { ProductError } from '../lib/errors.ts';
import { isAnswered } from './answered.ts';
import { sentBefore, type KeyedRequest } from './one-time-keys.server.ts';

const SAVED_ALREADY =
  'This form was saved once already, with other entries. Nothing more was saved: to save these entries as well, send the form again.';

/** What was sent is saved already, with this key or with another one. Nothing more was saved. */
export class SavedAlready extends ProductError {
  constructor(status = 422, message = SAVED_ALREADY) {
    super(status, message);
  }
}

/** The same as was saved a moment ago came with another key. */
export class SentAgain extends SavedAlready {}

const MINUTE = 60_000;

/** How long a form is remembered, and how long a button: it has no form that could ask. In milliseconds. */
const FORM_REMEMBERED = 10 * MINUTE;
const BUTTON_REMEMBERED = 2 * MINUTE;

type Sent = Pick<AppLoadContext, 'db' | 'clock' | 'isDataRequest' | 'sentLater'>;

/**
 * Refuses what was sent a moment ago and comes again with another key, for a form on a screen that the
 * browser does not keep: after Back it shows what was typed, but with a new key. Scripts and the outbox
 * keep the key themselves. A button whose answer the browser has is pressed again on purpose. Throws SentAgain.
 */
export function refuseSentAgain(
  context: Sent,
  key: KeyedRequest,
  { isButton, answered }: { isButton: boolean; answered: string[] },
): void {
  if (context.isDataRequest || context.sentLater !== null) return;
  const before = sentBefore(context, key, isButton ? BUTTON_REMEMBERED : FORM_REMEMBERED);
  if (before === null || (isButton && isAnswered(answered, before.key))) return;
  const ago = sayAgo(context.clock().getTime() - before.createdAt.getTime());
  throw new SentAgain(
    409,
    isButton
      ? `The same was sent ${ago} and is saved, once. To do it once more, wait two minutes.`
      : `Exactly this was sent ${ago} and is saved. To save it once more, press the button again.`,
  );
}

function sayAgo(milliseconds: number): string {
  if (milliseconds < MINUTE) return 'less than a minute ago';
  const minutes = Math.floor(milliseconds / MINUTE);
  return minutes === 1 ? 'a minute ago' : `${minutes} minutes ago`;
}
