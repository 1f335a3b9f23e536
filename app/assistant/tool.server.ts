import type { AppLoadContext } from '@remix-run/node';
import { z } from 'zod';
import { write } from '#db/connection.server.ts';
import { STALE } from '../auth/api-record.server.ts';
import type { Scope } from '../auth/tokens/scopes.ts';
import { checkBody } from '../http/json-api.server.ts';
import { fingerprintOf, once } from '../http/once/one-time-keys.server.ts';
import { wordsOf } from '../lib/doubts.ts';
import { ProductError } from '../lib/errors.ts';
import type { UserView } from '../users/users.ts';

/** A call of a tool, and for whom: the person of a token. */
export type Call = {
  context: AppLoadContext & { token: NonNullable<AppLoadContext['token']> };
  user: UserView;
  tool: string;
};

/**
 * What a tool answers: a sentence of ours, and data. Text of records stands in the data alone, so that nothing that
 * somebody wrote in a description reads as if the product said it.
 */
export type Told = { say: string; data: Record<string, unknown> };

type Args = Record<string, unknown>;
type Work<Input, Answer = Told | Promise<Told>> = (input: Input, call: Call) => Answer;

type Said<Takes extends z.ZodObject> = { scope: Scope; description: string; takes: Takes };

/** A tool as it is listed and called; `propose`: what it does for a token that may only propose. */
export type Tool = Said<z.ZodObject> & {
  does: 'reads' | 'adds' | 'changes';
  run: Work<Args>;
  propose?: Work<Args>;
};

const plain =
  (does: Tool['does']) =>
  <Takes extends z.ZodObject>({
    run,
    ...said
  }: Said<Takes> & { run: Work<z.output<Takes>> }): Tool => ({
    ...said,
    does,
    run: (args, call) => run(checkBody(said.takes, args), call),
  });

/** A tool that changes nothing. */
export const reader = plain('reads');

/** A tool that waits for an outside service, and is safe to repeat by itself. */
export const outside = plain('changes');

const KEY = 'This should have 1 to 255 characters.';

const Press = z.object({
  confirm: z
    .string('This should be text.')
    .optional()
    .describe('Only after a question: its "confirm", once the person has agreed.'),
  key: z
    .string(KEY)
    .min(1, KEY)
    .max(255, KEY)
    .optional()
    .describe('Text of your own: the same call with the same key has its effect once.'),
});

type Now<Takes extends z.ZodObject> = Work<z.output<Takes>, Told>;

/** A tool that changes something; it is confirmed, and repeated after a lost answer, as a call of the API. */
export function writer<Takes extends z.ZodObject>({
  run,
  propose,
  ...said
}: Said<Takes> & { does: 'adds' | 'changes'; run: Now<Takes>; propose?: Now<Takes> }): Tool {
  const keyed = (work: Now<Takes>) => (args: Args, call: Call) => {
    const { confirm, key, ...rest } = args;
    const { context, user, tool } = call;
    const press = checkBody(Press, { confirm, key });
    for (const word of wordsOf(press.confirm)) context.confirmed.add(word);
    const input = checkBody(said.takes, rest);
    if (press.key === undefined) return work(input, call);
    // In any order of the fields; and an answer is only for whoever sent the call.
    const asked = JSON.stringify(Object.entries(args).sort(([a], [b]) => (a < b ? -1 : 1)));
    const fingerprint = fingerprintOf('/mcp', String(context.token.id), tool, asked);
    const keyed = { userId: user.id, key: press.key, fingerprint };
    const result = once(context, keyed, () => work(input, call));
    if (result.outcome === 'done') return result.answer;
    throw new ProductError(422, OTHER_KEY);
  };
  return {
    ...said,
    takes: said.takes.extend(Press.shape),
    run: keyed(run),
    ...(propose && { propose: keyed(propose) }),
  };
}

const OTHER_KEY = 'This key was used for another call. No changes were made: use a new key.';

export const text = z.string('This should be text.');
export const flag = z.boolean('This should be true or false.');
export const whole = z.int('This should be a whole number.');

/** An id in a tool's input. */
export const id = (what: string) =>
  whole.positive('This should be an id.').describe(`The id of ${what}.`);

/** What work is for, as far as it is given. */
export const CHOICE = {
  clientId: id('a client').optional(),
  workTypeId: id('a work type').optional(),
  jobId: id('a job of the client').optional(),
  description: text.optional(),
};

/** A list's page. */
export const PAGE = {
  limit: whole
    .min(1, 'This should be 1 or more.')
    .max(50, 'This should be 50 or less.')
    .default(20),
  cursor: text.describe('"next" of the page before.').nullish(),
};

/** A record that is to be changed, as it was read. */
export const ONE = {
  id: whole.positive('This should be an id.'),
  version: whole.describe('As it was read last, so that nobody’s change is lost.'),
};

/** Changes a record in one transaction. Throws 412 where it is not at the version that was read. */
export function changeAt<Result>(
  { context }: Call,
  find: (context: Call['context'], id: number) => { version: number },
  read: { id: number; version: number },
  change: () => Result,
): Result {
  return write(context.db, () => {
    if (find(context, read.id).version === read.version) return change();
    throw new ProductError(412, STALE);
  });
}
