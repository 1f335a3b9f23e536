import type { AppLoadContext } from '@remix-run/node';
import { z } from 'zod';
import type { ToastMessage } from '../../ui/toast/toast.ts';
import { DoubtfulError } from '../../lib/doubts.ts';
import { conflict, ProductError } from '../../lib/errors.ts';
import { troubleOf } from '../../platform/trouble.server.ts';
import {
  alsoAnswered,
  browserOf,
  deletedSince,
  refuseSentAgain,
  SavedAlready,
  SentAgain,
} from '../once/saved-already.server.ts';
import { formAgain, formRefused, type PostedForm } from './form.server.ts';
import { EditConflict } from './made-from.server.ts';
import { onceEdited, savingOf } from './once-edited.server.ts';
import {
  findAnswer,
  keyForOnceMore,
  newOneTimeKey,
  type KeyedRequest,
} from '../once/one-time-keys.server.ts';
import { TAKEN, type SentLater } from './sent-later.ts';
import { doneLater, refusedLater, TOO_LONG_AGO } from './sent-later.server.ts';
import { seeOther, redirectWithToast, toastHeaders } from '../toast.server.ts';

/** The use-case behind a form: synchronous, or one that waits for an outside service. */
type UseCase<Value, Result> =
  | {
      /**
       * Runs in one transaction with the form's one-time key: a repetition gets the same answer. An edit form is given as
       * it is to be merged.
       */
      run: (input: Value, form: PostedForm<Value>) => Result;
      wait?: never;
    }
  | {
      run?: never;
      /** Gets the form's one-time key and must use it itself where it writes. */
      wait: (input: Value, key: KeyedRequest | null) => Promise<Result>;
    };

/** What a form is told that comes again, when its first answer may be true no longer. */
type Again<Result> = {
  /** What it leaves: where nothing of that is there any more, the form asks whether to do it anew. */
  leaves?: {
    ids: (result: Result) => number[];
    isThere: (id: number) => boolean;
    /** What it says then, if it is not that it was deleted. */
    gone?: string;
  };
  /** Whether what it did, a deletion, say, was taken back since: the form then says so, and changes nothing. */
  isUndone?: () => boolean;
  /**
   * The form may come with a new key after Back, since the browser does not keep its screen, or did not: what
   * was sent a moment ago, and had no answer, is not saved again without asking.
   */
  isOnScreen?: boolean;
};

/** What a form does, and what is said and shown after it. */
export type Work<Value, Result, Question> = UseCase<Value, Result> & {
  /** The page to go to after success. */
  goTo: string | ((result: Result) => string);
  /** The toast after success; null when the page says enough. */
  success: string | ((result: Result) => ToastMessage | null);
  /** The toast after a failure; its title, if it is not "Error". */
  failure: string | { title: string; text: string };
  /** The toast for a refusal: null for none, since the form says enough; undefined for the usual. */
  toastFor?: (
    refusal: ProductError,
    typed: Record<string, unknown>,
  ) => ToastMessage | null | undefined;
  /**
   * A button or a confirmation: it has no fields to show again, so a toast says the reason, at `backTo` if not at
   * `goTo`. `ask` puts the question of a button that has no form around it.
   */
  button?: boolean | { backTo?: string; ask?: (doubt: DoubtfulError) => Question };
  /**
   * The version of the record that the form edits, if it exists: the form may be changed and saved once more with its key,
   * and is then made from what it saved itself.
   */
  version?: () => number | undefined;
  again?: Again<Result>;
};

/** The answer to a form that succeeded; a repetition gets the same answer. */
type Done = {
  goTo: string;
  toast: ToastMessage | null;
  left?: number[];
  /** The browser that sent it, for a form on a screen ({@link refuseSentAgain}). */
  from?: string;
};

const UNDONE =
  'This was already done from this page, and then undone. No changes were made: check it again first.';

const NOTHING_SAVED = 'Not saved. What you typed is still here.';

const Left = z.object({ left: z.tuple([z.int()], z.int()) });

/** The id of what the form with a one-time key left; null when no form with it left anything. */
export function madeWith(
  context: Pick<AppLoadContext, 'db'>,
  of: { userId: number; key: string },
): number | null {
  return Left.safeParse(findAnswer(context, of)).data?.left[0] ?? null;
}

/** An unexpected error; it is in the log. */
class Fault extends ProductError {
  /** `trouble` says what the machine is to blame for, if it is. */
  constructor(failure: string, trouble: string | null) {
    super(trouble === null ? 500 : 503, trouble === null ? failure : `${failure}. ${trouble}`);
  }
}

/**
 * The action of every form of somebody who is signed in. It runs the use-case, once for each one-time key, and
 * redirects with a toast. Invalid or refused input comes back as it was typed, except secrets, with the reason and
 * its status. A button's refusal shows as a toast on its screen, also where its record was deleted
 * meanwhile; what never was has no address (`toIdOnceGiven`). An unexpected error is logged and
 * answered with `failure`.
 */
export async function submit<Value, Result, Question = never>(
  context: AppLoadContext,
  form: PostedForm<Value>,
  work: Work<Value, Result, Question>,
) {
  const { button = false } = work;
  const { backTo, ask } = typeof button === 'object' ? button : {};
  context.formPrint = form.fingerprint;
  for (const word of form.confirmed) context.confirmed.add(word);
  try {
    if (form.submission.status !== 'success') throw invalidInput(form);
    if (context.sentLater?.sentAt === null) throw new ProductError(422, TOO_LONG_AGO);
    const key = keyOf(context, form);
    const done = await carryOut(context, work, { input: form.submission.value, form, key });
    const cookie = cookieOf(context, work, form, key);
    if (context.sentLater) throw withCookie(answerLater(context.sentLater, done), cookie);
    return withCookie(await goOn(context, done), cookie);
  } catch (error) {
    if (error instanceof Response) throw error;
    const failure = failureOf(work).text;
    if (!(error instanceof ProductError)) context.logger.error({ error }, failure);
    const refusal = error instanceof ProductError ? error : new Fault(failure, troubleOf(error));
    if (context.sentLater) throw refusedLater(context.sentLater, refusal);
    if (refusal instanceof DoubtfulError && ask) return await ask(refusal);
    if (button === false) return await showAgain(context, work, form, refusal);
    const page = backTo ?? (typeof work.goTo === 'string' ? work.goTo : '/');
    return await redirectWithToast(context, page, toastOnScreen(work, form, refusal));
  }
}

async function carryOut<Value, Result>(
  context: AppLoadContext,
  work: Work<Value, Result, unknown>,
  posted: { input: Value; form: PostedForm<Value>; key: KeyedRequest | null },
): Promise<Done> {
  const { goTo, success, version, again = {} } = work;
  const { leaves, isUndone, isOnScreen } = again;
  const { input, key } = posted;
  // What waited on a device comes once more only because it found no answer.
  const form = context.sentLater ? { ...posted.form, answered: [] } : posted.form;
  const answer = (result: Result): Done => ({
    goTo: typeof goTo === 'string' ? goTo : goTo(result),
    toast: typeof success === 'string' ? { text: success } : success(result),
    ...(leaves && { left: leaves.ids(result) }),
    ...(isOnScreen && { from: browserOf(context) }),
  });
  if (work.wait) return answer(await work.wait(input, key));
  const { run } = work;
  if (key === null) return answer(run(input, form));
  if (isOnScreen) {
    refuseSentAgain(context, key, { isButton: Boolean(work.button), answered: form.answered });
  }
  const done = onceEdited(context, key, { form, version, run: (own) => answer(run(input, own)) });
  const { left = [] } = done;
  const isGone = leaves && left.length > 0 && !left.some(leaves.isThere);
  if (isGone && context.sentLater === null) throw deletedSince(leaves.gone);
  if (context.sentLater === null && isUndone?.()) throw conflict(UNDONE);
  return done;
}

function keyOf(
  { session }: AppLoadContext,
  { oneTimeKey: key, fingerprint }: PostedForm<unknown>,
): KeyedRequest | null {
  if (!session) throw new Error('A form is answered only after requireUser.');
  return key === null ? null : { userId: session.user.id, key, fingerprint };
}

/**
 * Carried out in full, or with a warning, or in part: nobody sees a toast, so the device shows it beside the
 * form. Opened from there, the form gets the same answer by its key, as a page, and has then been seen.
 */
function answerLater(sent: SentLater, { toast }: Done): Response {
  return toast && (toast.variant === 'destructive' || toast.isPartial)
    ? refusedLater(sent, conflict(toast.text))
    : doneLater(sent);
}

/** Leads on, and says to the device whether all of it was done: a refused button leads on, too. */
async function goOn(context: AppLoadContext, { goTo, toast }: Done) {
  const answer = toast === null ? seeOther(goTo) : await redirectWithToast(context, goTo, toast);
  if (toast?.variant !== 'destructive') answer.headers.set(TAKEN, 'done');
  return answer;
}

/** The cookie by which the browser says next time that it has the answer to a form on a screen, or to an edit form. */
function cookieOf(
  context: AppLoadContext,
  { again, version }: Pick<Work<unknown, never, unknown>, 'again' | 'version'>,
  { answered }: PostedForm<unknown>,
  key: KeyedRequest | null,
): string | null {
  if (key === null) return null;
  const name = again?.isOnScreen ? key.key : version && savingOf(context, key);
  return name ? alsoAnswered(context.config, answered, name) : null;
}

function withCookie<Answer extends Response>(answer: Answer, cookie: string | null): Answer {
  if (cookie !== null) answer.headers.append('Set-Cookie', cookie);
  return answer;
}

type Refused = Pick<Work<unknown, unknown, unknown>, 'failure' | 'toastFor'>;

const failureOf = ({ failure }: Refused) =>
  typeof failure === 'string' ? { title: 'Error', text: failure } : failure;

async function showAgain(
  context: AppLoadContext,
  work: Refused,
  form: PostedForm<unknown>,
  refusal: ProductError,
) {
  const { submission } = form;
  const toast = submission.status === undefined ? null : toastOnForm(work, form, refusal);
  const headers = toast === null ? {} : await toastHeaders(context, toast);
  if (submission.status !== 'success') return formAgain(form, headers);
  return formRefused(form, {
    status: refusal.status,
    message: sentenceFor(refusal, form.secrets.length > 0),
    issues: refusal.issues,
    headers,
    oneTimeKey: newKeyAfter(refusal),
    doubt: refusal instanceof DoubtfulError ? refusal : undefined,
    values: refusal instanceof EditConflict ? refusal.values : undefined,
  });
}

/** A key for what was refused only because it is saved already; the form keeps its key otherwise. */
function newKeyAfter(refusal: ProductError): string | undefined {
  if (refusal instanceof SentAgain) return keyForOnceMore();
  return refusal instanceof SavedAlready ? newOneTimeKey() : undefined;
}

function toastOnScreen(
  work: Refused,
  { payload }: PostedForm<unknown>,
  refusal: ProductError,
): ToastMessage {
  if (refusal instanceof Fault) return errorToast(refusal.message);
  if (refusal instanceof SentAgain) return errorToast(refusal.message, 'Saved already');
  if (refusal instanceof SavedAlready) return errorToast(refusal.message);
  const own = work.toastFor?.(refusal, payload);
  return own ?? errorToast(`${failureOf(work).text}. ${refusal.message}`);
}

function toastOnForm(
  work: Refused,
  { payload }: PostedForm<unknown>,
  refusal: ProductError,
): ToastMessage | null {
  const { text, title } = failureOf(work);
  if (refusal instanceof Fault) return errorToast(refusal.message, title);
  // The form asks.
  if (refusal instanceof SentAgain || refusal instanceof DoubtfulError) return null;
  const own = work.toastFor?.(refusal, payload);
  if (own !== undefined) return own;
  return refusal.status === 400 ? null : errorToast(text, title);
}

function sentenceFor(refusal: ProductError, hasSecrets: boolean): string {
  const { status, message } = refusal;
  if (refusal instanceof Fault) {
    const secrets = hasSecrets ? '; you may have to enter a secret again' : '';
    return `${message.replace(/\.$/, '')}. Your entries are kept here${secrets}; try again.`;
  }
  return status === 400 || refusal instanceof SavedAlready
    ? message
    : `${message} ${NOTHING_SAVED}`;
}

function invalidInput({ submission }: PostedForm<unknown>): ProductError {
  const wrong = submission.status === 'error' ? (submission.error ?? {}) : {};
  const issues = Object.entries(wrong).flatMap(([path, messages]) =>
    (messages ?? []).map((message) => ({ path, message })),
  );
  return new ProductError(400, issues[0]?.message ?? 'The form could not be read.', issues);
}

/** A toast for a failure. */
export function errorToast(text: string, title = 'Error') {
  return { title, text, variant: 'destructive' } as const;
}

/**
 * A ProductError as an error page, for loaders and for actions without a form; other errors as they
 * are.
 */
export function pageFor(error: unknown): unknown {
  if (!(error instanceof ProductError)) return error;
  return new Response(error.message, { status: error.status });
}

/** Runs a use-case for a page; throws its ProductError as an error page. */
export function orPage<Result>(run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    throw pageFor(error);
  }
}
