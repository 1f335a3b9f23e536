import { z } from 'zod';
import type { Services } from '../../context.server.ts';
import {
  findAnswer,
  fingerprintOf,
  once,
  type KeyedRequest,
} from '../once/one-time-keys.server.ts';
import { SavedAlready } from '../once/saved-already.server.ts';
import type { PostedForm } from './form.server.ts';

const Edited = z.object({ version: z.int() });

type EditForm = Pick<PostedForm<unknown>, 'madeFrom'>;

/**
 * Runs the use-case of a form once for its key. An edit form, whose record has a `version`, may be changed and sent
 * once more before its answer has come: it is then made from what it saved itself, unless somebody else changed the record
 * since, or before the first. Throws SavedAlready for other contents of any other form.
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
    if (keyed.outcome === 'done') return keyed.answer;
    const saved = Edited.safeParse(findAnswer(context, next)).data;
    own = { ...form, madeFrom: form.madeFrom && saved ? { ...form.madeFrom, ...saved } : null };
    next = { ...next, key: fingerprintOf(next.key) };
  }
}
