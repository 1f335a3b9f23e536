import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import type { z } from 'zod';
import { Nothing, parseForm, type PostedForm } from '../http/form/form.server.ts';
import { orPage, submit, type Work } from '../http/form/submit.server.ts';
import { toId } from '../http/json-api.server.ts';
import { newOneTimeKey } from '../http/once/one-time-keys.server.ts';
import { toIdOnceGiven, type Table } from '../http/once/once-given.server.ts';
import type { Question } from '../ui/dialog/question.tsx';
import type { UserView } from '../users/users.ts';
import { requireUser } from './guard.server.ts';

/** The kind of record whose id is in an address, and how a sentence begins that says it is not found. */
type Kind = { table: Table; what: string };

type Visit = Pick<LoaderFunctionArgs, 'context' | 'params'> & { user: UserView; search: string };

type Fieldless = z.output<typeof Nothing>;

type Press = Visit & { form: PostedForm<Fieldless> };

/** The loader of a question before a button does something; `QuestionScreen` shows it. */
export function ask(question: (visit: Visit) => Question) {
  return async (args: LoaderFunctionArgs) => {
    const visit = await visitOf(args);
    return { ...orPage(() => question(visit)), oneTimeKey: newOneTimeKey() };
  };
}

/** The same about the record in the address; what `question` throws is answered as an error page. */
export function askAbout({ what }: Kind, question: (visit: Visit & { id: number }) => Question) {
  return ask((visit) => question({ ...visit, id: toId(visit.params.id, what) }));
}

/** Runs what was pressed once what was sent before it, and must come first, has ended. */
type InTurn = <Answer>(context: Visit['context'], run: () => Promise<Answer>) => Promise<Answer>;

/** The action of a button or a confirmation, which has no fields. */
export function press<Result>(
  work: (pressed: Press) => Work<Fieldless, Result, never>,
  inTurn: InTurn = (_, run) => run(),
) {
  return async (args: ActionFunctionArgs) => {
    const pressed = await pressedIn(args, await visitOf(args));
    return inTurn(args.context, () => answer(pressed, work(pressed)));
  };
}

/** The same on the record in the address: one that is deleted by now is refused, one that never was is not found. */
export function pressOn<Result>(
  { table, what }: Kind,
  work: (pressed: Press & { id: number }) => Work<Fieldless, Result, never>,
) {
  return async (args: ActionFunctionArgs) => {
    const visit = await visitOf(args);
    const id = orPage(() => toIdOnceGiven(visit.context, table, { id: visit.params.id, what }));
    const pressed = await pressedIn(args, visit);
    return answer(pressed, work({ ...pressed, id }));
  };
}

async function visitOf({ request, context, params }: LoaderFunctionArgs): Promise<Visit> {
  const user = await requireUser(request, context);
  return { context, params, user, search: new URL(request.url).search };
}

async function pressedIn({ request }: ActionFunctionArgs, visit: Visit): Promise<Press> {
  return { ...visit, form: await parseForm(request, Nothing) };
}

function answer<Result>({ context, form }: Press, work: Work<Fieldless, Result, never>) {
  return submit(context, form, { button: true, ...work });
}
