import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import type { z } from 'zod';
import {
  Nothing,
  oncePerButton,
  parseForm,
  type ParseOptions,
  type PostedForm,
} from '../http/form/form.server.ts';
import { orPage, pageFor, submit, type Work } from '../http/form/submit.server.ts';
import { newOneTimeKey } from '../http/once/one-time-keys.server.ts';
import { toIdOf, toIdOnceGiven, type Kind } from '../http/once/once-given.server.ts';
import type { Question } from '../ui/dialog/question.tsx';
import type { UserView } from '../users/users.ts';
import { requireUser } from './guard.server.ts';

/** Somebody who is signed in, at an address. */
export type Visit = Pick<LoaderFunctionArgs, 'request' | 'context' | 'params'> & {
  user: UserView;
  url: URL;
  search: string;
};

type Sent<Value> = Visit & { form: PostedForm<Value> };

type Fieldless = z.output<typeof Nothing>;

type Pressed = Sent<Fieldless>;

/** The loader of a page for who is signed in; what `read` refuses is answered as an error page. */
export function show<Data>(read: (visit: Visit) => Data) {
  return async (args: LoaderFunctionArgs): Promise<Awaited<Data>> => {
    const visit = await visitOf(args);
    try {
      return await read(visit);
    } catch (error) {
      throw pageFor(error);
    }
  };
}

/** The same about the record in the address. */
export function showOf<Data>(kind: Kind, read: (visit: Visit & { id: number }) => Data) {
  return show((visit) => read({ ...visit, id: toIdOf(kind, visit.params.id) }));
}

/** The loader of a question before a button does something; `QuestionScreen` shows it. */
export function ask(question: (visit: Visit) => Question) {
  return show((visit) => ({ ...question(visit), oneTimeKey: newOneTimeKey() }));
}

/** The same about the record in the address. */
export function askAbout(kind: Kind, question: (visit: Visit & { id: number }) => Question) {
  return ask((visit) => question({ ...visit, id: toIdOf(kind, visit.params.id) }));
}

/** The schema of a form, and how it is read; whether it is one around a list ({@link oncePerButton}). */
type Fields<Schema> = ParseOptions & { schema: Schema; isOncePerButton?: boolean };

/** What a form does, or the promise of it where something is asked of the network first. */
type ToDo<Schema extends z.ZodType, Result> =
  Work<z.output<Schema>, Result, never> | Promise<Work<z.output<Schema>, Result, never>>;

/** Runs what was sent once what was sent before it, and must come first, has ended. */
type InTurn = <Answer>(context: Visit['context'], run: () => Promise<Answer>) => Promise<Answer>;

/** The action of a form with fields. */
export function send<Schema extends z.ZodType, Result>(
  fields: Fields<Schema>,
  work: (sent: Sent<z.output<Schema>>) => ToDo<Schema, Result>,
  inTurn: InTurn = (_, run) => run(),
) {
  return async (args: ActionFunctionArgs) => {
    const sent = await sentIn(await visitOf(args), fields);
    return inTurn(sent.context, async () => submit(sent.context, sent.form, await work(sent)));
  };
}

/** The same on the record in the address: one that is deleted by now is refused, one that never was is not found. */
export function sendOn<Schema extends z.ZodType, Result>(
  kind: Kind,
  fields: Fields<Schema>,
  work: (sent: Sent<z.output<Schema>> & { id: number }) => ToDo<Schema, Result>,
) {
  return async (args: ActionFunctionArgs) => {
    const visit = await visitOf(args);
    const id = orPage(() => toIdOnceGiven(visit.context, kind, visit.params.id));
    const sent = await sentIn(visit, fields);
    return submit(sent.context, sent.form, await work({ ...sent, id }));
  };
}

/** The action of a button or a confirmation, which has no fields. */
export function press<Result>(
  work: (pressed: Pressed) => Work<Fieldless, Result, never>,
  inTurn?: InTurn,
) {
  return send({ schema: Nothing }, (pressed) => ({ button: true, ...work(pressed) }), inTurn);
}

/** The same on the record in the address ({@link sendOn}). */
export function pressOn<Result>(
  kind: Kind,
  work: (pressed: Pressed & { id: number }) => Work<Fieldless, Result, never>,
) {
  return sendOn(kind, { schema: Nothing }, (pressed) => ({ button: true, ...work(pressed) }));
}

async function visitOf({ request, context, params }: LoaderFunctionArgs): Promise<Visit> {
  const user = await requireUser(request, context);
  const url = new URL(request.url);
  return { request, context, params, user, url, search: url.search };
}

async function sentIn<Schema extends z.ZodType>(
  visit: Visit,
  { schema, isOncePerButton = false, ...options }: Fields<Schema>,
): Promise<Sent<z.output<Schema>>> {
  const form = await parseForm(visit.request, schema, options);
  return { ...visit, form: isOncePerButton ? oncePerButton(form) : form };
}
