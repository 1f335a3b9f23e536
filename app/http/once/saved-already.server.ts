import type { AppLoadContext } from '@remix-run/node';
import { z } from 'zod';
import { ProductError } from '../../lib/errors.ts';
import { fingerprintOf, sentBefore, type KeyedRequest } from './one-time-keys.server.ts';
import { cookieName, plainCookie } from '../cookie-name.ts';

/**
 * A cookie of ten minutes that names the forms whose answers the browser has: who sends the same again then wants
 * it again, and whose answer was lost on the line does not.
 */
const NAME = 'answered';
const SECONDS = 600;
/** As many of edits as of others: many edits push out nothing that is asked about. */
const MOST = 20;

/** What the names of savings of edit forms begin with, which may be changed and saved again with their key. */
export const EDIT = '_e';

/** Enough of a one-time key to tell it from a person's others of ten minutes. */
const nameOf = (key: string) => key.replace(/[^\w-]/g, '').slice(0, 8);

/** The names in a request's cookie, the last one first. */
export function answeredIn(request: Request): string[] {
  const [, names = ''] =
    /(?:^|; )(?:__Host-)?answered=([\w.-]*)/.exec(request.headers.get('Cookie') ?? '') ?? [];
  return names.split('.').filter((name) => name !== '');
}

/** What stands for a key where the answer is a page that is shown later: that of a batch of rewrites. */
export const keyOfBatch = (id: number) => `b${id.toString(36)}`;

/** Whether the browser has the answer to the form with a key. */
export const isAnswered = (answered: string[], key: string) => answered.includes(nameOf(key));

/** The `Set-Cookie` header of the answer to the form with a key. */
export function alsoAnswered(config: { origin: string }, answered: string[], key: string): string {
  const [edits, others]: [string[], string[]] = [[], []];
  for (const name of new Set([nameOf(key), ...answered])) {
    (name.startsWith(EDIT) ? edits : others).push(name);
  }
  const names = [...others.slice(0, MOST), ...edits.slice(0, MOST)].join('.');
  return plainCookie(config, cookieName(config, NAME), names, SECONDS);
}

const SAVED_ALREADY =
  'This form was already saved with other entries. Send it again to save these as well.';

/** What was sent is saved already, with this key or with another one. Nothing more was saved. */
export class SavedAlready extends ProductError {
  constructor(status = 422, message = SAVED_ALREADY) {
    super(status, message);
  }
}

/** The same as was saved a moment ago came with another key, or what it made was deleted since: the form asks. */
export class SentAgain extends SavedAlready {}

/** For a form that comes again, as after Back, when what it made is gone: that it was made would be no longer true. */
export function deletedSince(sentence = DELETED_SINCE): SentAgain {
  return new SentAgain(409, sentence);
}

const DELETED_SINCE = 'Already saved and then deleted. Press again to save a new copy.';

const MINUTE = 60_000;

/** How long a form is remembered, and how long a button: it has no form that could ask. In milliseconds. */
const FORM_REMEMBERED = 10 * MINUTE;
const BUTTON_REMEMBERED = 2 * MINUTE;

type Sent = Pick<AppLoadContext, 'db' | 'clock' | 'sentLater' | 'session'>;

const SentFrom = z.object({ from: z.string() });

/**
 * The browser that sent a form, by its session; undefined for the outbox, which keeps a form's key until it is
 * answered. Scripts keep it only as long as their page: a form may come from the page without its scripts first,
 * and from the page that was loaded again with them.
 */
export function browserOf({ sentLater, session }: Sent): string | undefined {
  if (sentLater !== null || !session) return undefined;
  return fingerprintOf('browser', session.sessionId);
}

/**
 * When this browser sent the same a moment ago (`within`, in milliseconds) with another key, and what that made, if it
 * had no answer to it; null otherwise.
 */
export function sentUnanswered(
  context: Sent,
  key: KeyedRequest,
  { answered, within = FORM_REMEMBERED }: { answered: string[]; within?: number },
): { createdAt: Date; answer: unknown } | null {
  const before = sentBefore(context, key, within);
  if (before === null || isAnswered(answered, before.key)) return null;
  const browser = browserOf(context);
  const isOurs = browser !== undefined && SentFrom.safeParse(before.answer).data?.from === browser;
  return isOurs ? before : null;
}

/**
 * Refuses what this browser sent a moment ago when it comes again with another key, for a form on a screen that
 * the browser does not keep: after Back it shows what was typed, but with a new key. Whoever has the answer to
 * the first sends the same again on purpose. Throws SentAgain.
 */
export function refuseSentAgain(
  context: Sent,
  key: KeyedRequest,
  { isButton, answered }: { isButton: boolean; answered: string[] },
): void {
  const within = isButton ? BUTTON_REMEMBERED : FORM_REMEMBERED;
  const before = sentUnanswered(context, key, { answered, within });
  if (before === null) return;
  const ago = sayAgo(context.clock().getTime() - before.createdAt.getTime());
  throw new SentAgain(
    409,
    isButton
      ? `Already saved ${ago}. To save a second copy, wait two minutes.`
      : `Already saved ${ago}. Press again to save a second copy.`,
  );
}

function sayAgo(milliseconds: number): string {
  if (milliseconds < MINUTE) return 'less than a minute ago';
  const minutes = Math.floor(milliseconds / MINUTE);
  return minutes === 1 ? 'a minute ago' : `${minutes} minutes ago`;
}
