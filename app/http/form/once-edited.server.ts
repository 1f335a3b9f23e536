import { z } from 'zod';
import type { Services } from '../../context.server.ts';
import { EDIT, isAnswered, SavedAlready } from '../once/saved-already.server.ts';
import {
  findAnswer,
  fingerprintOf,
  isUsedOtherwise,
  once,
  type KeyedRequest,
} from '../once/one-time-keys.server.ts';
import type { PostedForm } from './form.server.ts';

const Edited = z.object({ version: z.int() });

/** What stands for one of the savings of an edit form, among the forms whose answers the browser has. */
const keyOfEdit = (key: string) => EDIT + fingerprintOf('edit', key);

type EditForm = Pick<PostedForm<unknown>, 'madeFrom' | 'answered'>;

/**
 * Runs the use-case of a form once for its key. An edit form, whose record has a `version`, may be changed and saved
 * once more with its key: it is then made from what it saved itself, unless somebody else changed the record since, or
 * before the first. What it saved before something else is saved once more where the browser has the answers to
 * both; else it is taken for the same that arrives late. Throws SavedAlready for other contents of any other form.
 */
export function onceEdited<Form extends EditForm, Answer extends object>(
  context: Pick<Services, 'db' | 'clock'>,
  key: KeyedRequest,
  work: { form: Form; version?: () => number | undefined; run: (form: Form) => Answer },
): Answer {
  const { form, version, run } = work;
  let [next, own] = [key, form];
  for (;;) {
    const keyed = once(context, next, () => {
      const isCurrent = own.madeFrom !== null && own.madeFrom.version === version?.();
      if (next !== key && !isCurrent) throw new SavedAlready();
      const answer = run(own);
      return isCurrent ? { ...answer, version: version() } : answer;
    });
    if (keyed.outcome === 'done') {
      const isAgain = keyed.isReplay && isSavedOver(context, next, form.answered);
      if (!isAgain) return keyed.answer;
    }
    const saved = Edited.safeParse(findAnswer(context, next)).data;
    own = { ...form, madeFrom: form.madeFrom && saved ? { ...form.madeFrom, ...saved } : null };
    next = after(next);
  }
}

/** The key under which an edit form is saved that was saved with a key already. */
const after = (key: KeyedRequest): KeyedRequest => ({ ...key, key: fingerprintOf(key.key) });

/** What is known of the savings of an edit form: the last one, and the last one of the same as is sent. */
function lastSavings(context: Pick<Services, 'db'>, key: KeyedRequest) {
  let last: KeyedRequest | null = null;
  let same: KeyedRequest | null = null;
  for (let next = key; findAnswer(context, next) !== null; next = after(next)) {
    last = next;
    if (!isUsedOtherwise(context, next)) same = next;
  }
  return { last, same };
}

/** Whether something else was saved after it, and the browser that sends it again has the answers to both. */
function isSavedOver(context: Pick<Services, 'db'>, key: KeyedRequest, answered: string[]) {
  const { last } = lastSavings(context, key);
  const has = (one: KeyedRequest) => isAnswered(answered, keyOfEdit(one.key));
  return last !== null && last.key !== key.key && has(key) && has(last);
}

/** The key that stands for what an edit form saved last, in the cookie of what is answered; null if it saved nothing. */
export function savingOf(context: Pick<Services, 'db'>, key: KeyedRequest): string | null {
  const { same } = lastSavings(context, key);
  return same && keyOfEdit(same.key);
}
