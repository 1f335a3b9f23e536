import type { AppLoadContext } from '@remix-run/node';
import { z } from 'zod';
import type { ToastMessage } from '../../ui/toast/toast.ts';
import { DoubtfulError } from '../../lib/doubts.ts';
import { conflict, ProductError } from '../../lib/errors.ts';
import { troubleOf } from '../../platform/trouble.server.ts';
import { alsoAnswered } from '../once/answered.ts';
import { formAgain, formRefused, type PostedForm } from './form.server.ts';
import { EditConflict } from './made-from.server.ts';
import { onceEdited, savingOf } from './once-edited.server.ts';
import {
  findAnswer,
  keyForOnceMore,
  newOneTimeKey,
  type KeyedRequest,
} from '../once/one-time-keys.server.ts';
import {
  browserOf,
  deletedSince,
  refuseSentAgain,
  SavedAlready,
  SentAgain,
} from '../once/saved-already.server.ts';
import { TAKEN, type SentLater } from './sent-later.ts';
import { doneLater, refusedLater, TOO_LONG_AGO } from './sent-later.server.ts';
import { seeOther } from '../see-other.server.ts';
import { redirectWithToast, toastHeaders } from '../toast.server.ts';

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

/** The fields as they were sent, by name. */
type Typed = Record<string, unknown>;

type Answers<Result> = {
  user: { id: number };
  /** The page to go to after success. */
  goTo: string | ((result: Result) => string);
  /** The toast after success; null when the page says enough. */
  success: string | ((result: Result) => ToastMessage | null);
  /** The toast after a failure. */
  failure: string;
  /** The title of the failure toast, unless it is "Error". */
  failureTitle?: string;
  /** The id of what was made, for a later form that names it by the key of this one. */
  made?: (result: Result) => number | undefined;
  /** What it leaves: where nothing of that is there any more, a form that comes again asks whether to do it anew. */
  leaves?: {
    ids: (result: Result) => number[];
    isThere: (id: number) => boolean;
    /** What it says then, if it is not that it was deleted. */
    gone?: string;
  };
  /** Whether what it did, a deletion, say, was taken back since: a form that comes again then says so, and changes nothing. */
  isUndone?: () => boolean;
  /**
   * The version of the record that the form edits, if it exists: the form may be changed and saved once more with its key,
   * and is then made from what it saved itself.
   */
  version?: () => number | undefined;
};

type Work<Value, Result, Question> = UseCase<Value, Result> &
  Answers<Result> & {
    form: PostedForm<Value>;
    /**
     * The toast for a refusal: null for none, since the form says enough; undefined for the usual.
     */
    toastFor?: (refusal: ProductError, typed: Typed) => ToastMessage | null | undefined;
    /** The fields whose contents are never sent back. */
    secrets?: string[];
    /** A button or a confirmation: it has no fields to show again, so a toast says the reason. */
    isButton?: boolean;
    /**
     * The form may come with a new key after Back, since the browser does not keep its screen, or did not: what
     * was sent a moment ago, and had no answer, is not saved again without asking.
     */
    isOnScreen?: boolean;
    /** Where a button's failure toast is shown, if not at `goTo`. */
    backTo?: string;
    /** Puts the question of a button, which has no form around it that could. */
    ask?: (doubt: DoubtfulError) => Question;
  };

/** The answer to a form that succeeded; a repetition gets the same answer. */
type Done = {
  goTo: string;
  toast: ToastMessage | null;
  made?: number;
  left?: number[];
  /** The browser that sent it, for a form on a screen ({@link refuseSentAgain}). */
  from?: string;
};

const UNDONE =
  'From this page it was done once, and was taken back since. Nothing was changed now: look at it again first.';

const NOTHING_SAVED = 'Nothing was saved; what you typed is still here.';

const Made = z.object({ made: z.int() });

/** The id of what the form with a one-time key made; null when no form with it made anything. */
export function madeWith(
  context: Pick<AppLoadContext, 'db'>,
  of: { userId: number; key: string },
): number | null {
  return Made.safeParse(findAnswer(context, of)).data?.made ?? null;
}

/** An unexpected error; it is in the log. */
class Fault extends ProductError {
  /** `trouble` says what the machine is to blame for, if it is. */
  constructor(failure: string, trouble: string | null) {
    super(trouble === null ? 500 : 503, trouble === null ? failure : `${failure}. ${trouble}`);
  }
}

/**
 * The action of every form. It runs the use-case, once for each one-time key, and redirects with a
 * toast. Invalid or refused input comes back as it was typed, except secrets, with the reason and
 * its status. A button's refusal shows as a toast on its screen, also where its record was deleted
 * meanwhile; what never was has no address (`toIdOnceGiven`). An unexpected error is logged and
 * answered with `failure`.
 */
export async function submit<Value, Result, Question = never>(
  context: AppLoadContext,
  work: Work<Value, Result, Question>,
) {
  const { form, failure } = work;
  context.formPrint = form.fingerprint;
  for (const word of form.confirmed) context.confirmed.add(word);
  try {
    if (form.submission.status !== 'success') throw invalidInput(form);
    if (context.sentLater?.sentAt === null) throw new ProductError(422, TOO_LONG_AGO);
    const done = await carryOut(context, work, form.submission.value);
    if (context.sentLater) throw noteAnswer(context, work, answerLater(context.sentLater, done));
    return noteAnswer(context, work, await goOn(context, done));
  } catch (error) {
    if (error instanceof Response) throw error;
    if (!(error instanceof ProductError)) context.logger.error({ error }, failure);
    const refusal = error instanceof ProductError ? error : new Fault(failure, troubleOf(error));
    if (context.sentLater) throw refusedLater(context.sentLater, refusal);
    if (refusal instanceof DoubtfulError && work.ask) return await work.ask(refusal);
    return work.isButton ? goBack(context, work, refusal) : showAgain(context, work, refusal);
  }
}

async function carryOut<Value, Result>(
  context: AppLoadContext,
  work: Work<Value, Result, unknown>,
  input: Value,
): Promise<Done> {
  const { goTo, success, made, leaves, version } = work;
  const { isOnScreen = false, isButton = false } = work;
  // What waited on a device comes once more only because it found no answer.
  const form = context.sentLater ? { ...work.form, answered: [] } : work.form;
  const key = keyOf(work);
  const answer = (result: Result): Done => ({
    goTo: typeof goTo === 'string' ? goTo : goTo(result),
    toast: typeof success === 'string' ? { text: success } : success(result),
    ...(made && { made: made(result) }),
    ...(leaves && { left: leaves.ids(result) }),
    ...(isOnScreen && { from: browserOf(context) }),
  });
  if (work.wait) return answer(await work.wait(input, key));
  const { run } = work;
  if (key === null) return answer(run(input, form));
  if (isOnScreen) refuseSentAgain(context, key, { isButton, answered: form.answered });
  const done = onceEdited(context, key, { form, version, run: (own) => answer(run(input, own)) });
  const { left = [] } = done;
  const isGone = leaves && left.length > 0 && !left.some(leaves.isThere);
  if (isGone && context.sentLater === null) throw deletedSince(leaves.gone);
  if (context.sentLater === null && work.isUndone?.()) throw conflict(UNDONE);
  return done;
}

function keyOf({ user, form: { oneTimeKey: key, fingerprint } }: Pressed): KeyedRequest | null {
  return key === null ? null : { userId: user.id, key, fingerprint };
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

type Pressed = {
  user: { id: number };
  form: Pick<PostedForm<unknown>, 'answered' | 'oneTimeKey' | 'fingerprint'>;
  isOnScreen?: boolean;
  version?: unknown;
};

/** Has the browser say next time that it has the answer to a form on a screen, or to what an edit form saved. */
function noteAnswer<Answer extends Response>(
  context: AppLoadContext,
  work: Pressed,
  answer: Answer,
): Answer {
  const key = keyOf(work);
  if (key === null) return answer;
  const name = work.isOnScreen ? key.key : work.version && savingOf(context, key);
  if (typeof name === 'string') {
    const cookie = alsoAnswered(context.config, work.form.answered, name);
    answer.headers.append('Set-Cookie', cookie);
  }
  return answer;
}

type Refused = Pick<
  Work<unknown, unknown, unknown>,
  'failure' | 'failureTitle' | 'toastFor' | 'secrets' | 'backTo'
> & {
  form: PostedForm<unknown>;
  goTo: unknown;
};

async function showAgain(context: AppLoadContext, work: Refused, refusal: ProductError) {
  const { form, secrets } = work;
  const { status, issues } = refusal;
  const toast = form.submission.status === undefined ? null : toastOnForm(work, refusal);
  const headers = toast === null ? {} : await toastHeaders(context, toast);
  if (form.submission.status !== 'success') return formAgain(form.submission, headers, secrets);
  return formRefused(form.submission, {
    status,
    message: sentenceFor(refusal, secrets !== undefined),
    issues,
    headers,
    oneTimeKey: newKeyAfter(refusal),
    secrets,
    confirm: refusal instanceof DoubtfulError ? refusal.confirm : undefined,
    values: refusal instanceof EditConflict ? refusal.values : undefined,
  });
}

/** A key for what was refused only because it is saved already; the form keeps its key otherwise. */
function newKeyAfter(refusal: ProductError): string | undefined {
  if (refusal instanceof SentAgain) return keyForOnceMore();
  return refusal instanceof SavedAlready ? newOneTimeKey() : undefined;
}

function goBack(context: AppLoadContext, work: Refused, refusal: ProductError) {
  const { goTo, backTo = typeof goTo === 'string' ? goTo : '/' } = work;
  return redirectWithToast(context, backTo, toastOnScreen(work, refusal));
}

function toastOnScreen({ failure, toastFor, form }: Refused, refusal: ProductError): ToastMessage {
  if (refusal instanceof Fault) return errorToast(refusal.message);
  if (refusal instanceof SentAgain) return errorToast(refusal.message, 'Saved already');
  if (refusal instanceof SavedAlready) return errorToast(refusal.message);
  const own = toastFor?.(refusal, form.submission.payload);
  return own ?? errorToast(`${failure}. ${refusal.message}`);
}

function toastOnForm(
  { failure, failureTitle, toastFor, form }: Refused,
  refusal: ProductError,
): ToastMessage | null {
  if (refusal instanceof Fault) return errorToast(refusal.message, failureTitle);
  // The form asks.
  if (refusal instanceof SentAgain || refusal instanceof DoubtfulError) return null;
  const own = toastFor?.(refusal, form.submission.payload);
  if (own !== undefined) return own;
  return refusal.status === 400 ? null : errorToast(failure, failureTitle);
}

function sentenceFor(refusal: ProductError, hasSecrets: boolean): string {
  const { status, message } = refusal;
  if (refusal instanceof Fault) {
    const secrets = hasSecrets ? '; a secret may have to be entered once more' : '';
    return `${message.replace(/\.$/, '')}. Your entries are kept here${secrets}; try again.`;
  }
  return status === 400 || refusal instanceof SavedAlready
    ? message
    : `${message} ${NOTHING_SAVED}`;
}

/** The issues of an invalid form as a ProductError. */
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
