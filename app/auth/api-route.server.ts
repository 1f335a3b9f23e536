import {
  json,
  type ActionFunctionArgs,
  type AppLoadContext,
  type LoaderFunctionArgs,
} from '@remix-run/node';
import { z } from 'zod';
import { wordsOf } from '../lib/doubts.ts';
import { ProductError } from '../lib/errors.ts';
import {
  apiError,
  checkBody,
  parseObject,
  readBody,
  type Answer,
} from '../http/json-api.server.ts';
import { fingerprintOf, once } from '../http/once/one-time-keys.server.ts';
import type { Token } from '../http/token.ts';
import type { UserView } from '../users/users.ts';
import { requireApiUser } from './guard.server.ts';
import { hasScope, requireScope, type Scope } from './tokens/scopes.ts';

/** What a handler of the JSON API gets: the request and the signed-in user. */
export type ApiCall = {
  request: Request;
  context: AppLoadContext;
  user: UserView;
  /** The token of the program that calls; null: a person's session. */
  token: Token | null;
  url: URL;
  /** A part of the path, such as `id`. */
  params: Readonly<Record<string, string | undefined>>;
};

/** The JSON of each answer to a change, by its status; null where the body is empty. */
export type Answers = Readonly<Record<number, z.ZodType | null>>;

/** What the document of the API says of a handler (`openapi.server.ts`); answers are held to `gives` by their types. */
export type Said = {
  /** What it is called in generated clients: its `operationId`. */
  called: string;
  gives: Answers;
  query?: z.ZodType;
  /** It has `limit` and `cursor`. */
  isPaged?: true;
  body?: z.ZodType;
  /** `optional`: the body may be left out. `partial`: each of its fields may be. */
  takes?: 'optional' | 'partial' | 'text/csv';
  known?: Known;
  /** It heeds `If-Match`, or answers with an `ETag`. */
  isVersioned?: true;
  /** It heeds an `Idempotency-Key`, where it is a POST. */
  isKeyed?: true;
};

/** Handles a GET: gives data for a 200, or a Response of its own; made by {@link read}. */
export type Reader = { said: Said; handle: (call: ApiCall) => unknown };

/** Handles a change; made by {@link change}, {@link act} and their `Outside` forms. */
export type Writer = { said: Said; handle: (call: ApiCall) => Promise<Response> };

type Writers = Record<'POST' | 'PUT' | 'PATCH' | 'DELETE', Writer>;

/** What an address takes: a GET with the scope `read`, the rest with the scope that is said. */
export type Handlers<Get = Reader> =
  | ({ GET: Get; scope?: undefined; propose?: undefined } & Partial<
      Record<keyof Writers, undefined>
    >)
  | ({
      GET?: Get;
      scope: Exclude<Scope, 'read' | 'propose'>;
      /** What a token that may only propose gets instead of the POST. */
      propose?: Writer;
    } & Partial<Writers>);

/** The same for what stands in no document: it is not JSON. */
type Bare = Handlers<Pick<Reader, 'handle'>>;

/** What JSON addresses take, by their patterns, such as `/api/clients/:id`. The first that matches a path answers it. */
export type ApiTable = Record<string, Handlers>;

/** What a body may hold beside the fields of its schema, and is ignored: the names of the record's own JSON. */
export type Known = string[];

type AnswerOf<Given extends Answers> = {
  [Status in keyof Given & number]: Given[Status] extends z.ZodType
    ? { status: Status; data: z.output<Given[Status]>; headers?: Answer['headers'] }
    : { status: Status; data?: undefined };
}[keyof Given & number];

/** What is said of a change: `called`, what it `gives`, and what fits of the rest. */
type Change<Given extends Answers> = Omit<Said, 'body'> & { gives: Given };
type WithBody<Given extends Answers, Schema> = Change<Given> & { body: Schema };

/** A GET that gives this JSON. */
export function read<Schema extends z.ZodType>(
  said: Omit<Said, 'gives'> & { gives: Schema },
  handle: (call: ApiCall) => z.output<Schema> | Response | Promise<z.output<Schema>>,
): Reader {
  return { said: { ...said, gives: { 200: said.gives } }, handle };
}

/** The body's object without its `confirm`, which is noted. Throws 400. */
function takeBody({ context }: ApiCall, text: string): object {
  const { confirm, ...body } = parseObject(text) as Record<string, unknown>;
  for (const word of wordsOf(confirm)) context.confirmed.add(word);
  return body;
}

/**
 * A change with a JSON body. What a body is checked by may depend on the stored record (`by`). With
 * an `Idempotency-Key`, a POST has its effect once: a repetition gets the stored answer, and the
 * same key with another body gets 422.
 */
export function change<Schema extends z.ZodType, const Given extends Answers>(
  said: WithBody<Given, Schema>,
  run: (input: z.output<Schema>, call: ApiCall) => AnswerOf<Given>,
  by?: (call: ApiCall) => z.ZodType<z.output<Schema>>,
): Writer {
  return {
    said: { ...said, isKeyed: true },
    handle: async (call) => {
      const text = await readBody(call.request);
      const [schema, known] = [by?.(call), said.known];
      return runKeyed(call, text, () => {
        const body = takeBody(call, text);
        const input = schema ? checkBody(schema, body, known) : checkBody(said.body, body, known);
        return run(input, call);
      });
    },
  };
}

/** A change with a JSON body that may be left out: nothing is sent then, not even `{}`. */
export function changeIfAny<Schema extends z.ZodType, const Given extends Answers>(
  said: WithBody<Given, Schema>,
  run: (input: z.output<Schema>, call: ApiCall) => AnswerOf<Given>,
): Writer {
  const withBody = change({ ...said, takes: 'optional' }, run);
  return {
    ...withBody,
    handle: async (call) => {
      const text = await call.request.clone().text();
      // Many programs name the type of each call, also where they send nothing.
      if (text !== '') return withBody.handle(call);
      return runKeyed(call, text, () => run(checkBody(said.body, {}), call));
    },
  };
}

/** A change that takes no body, or one that only confirms, or repeats the record (`known`). */
export function act<const Given extends Answers>(
  said: Change<Given>,
  run: (call: ApiCall) => AnswerOf<Given>,
): Writer {
  return {
    said: { takes: 'optional', body: Nothing, isKeyed: true, ...said },
    handle: async (call) => {
      const text = await takeNothing(call, said.known);
      return runKeyed(call, text, () => run(call));
    },
  };
}

/** The text of a body in which no field is read. Throws 400 for a field that is not `known`. */
async function takeNothing(call: ApiCall, known?: Known): Promise<string> {
  const text = await call.request.clone().text();
  const isJson = /^application\/json\b/i.test(call.request.headers.get('Content-Type') ?? '');
  if (isJson && !/^\s*(?:null\s*)?$/.test(text)) checkBody(Nothing, takeBody(call, text), known);
  return text;
}

/**
 * A change with a JSON body that waits for an outside service. It ignores an `Idempotency-Key`:
 * such changes are safe to repeat without one.
 */
export function changeOutside<Schema extends z.ZodType, const Given extends Answers>(
  said: WithBody<Given, Schema>,
  run: (input: z.output<Schema>, call: ApiCall) => Promise<AnswerOf<Given>>,
): Writer {
  return {
    said,
    handle: async (call) => {
      const text = await readBody(call.request);
      const input = checkBody(said.body, takeBody(call, text), said.known);
      return toResponse(await run(input, call));
    },
  };
}

/** A change without a body that waits for an outside service; `readsBody` where it looks into one itself. */
export function actOutside<const Given extends Answers>(
  said: Change<Given>,
  run: (call: ApiCall) => Promise<AnswerOf<Given>>,
  { readsBody = false } = {},
): Writer {
  return {
    said,
    handle: async (call) => {
      if (!readsBody) await takeNothing(call);
      return toResponse(await run(call));
    },
  };
}

const Nothing = z.object({});

const KEY_HEADER = 'Idempotency-Key';
const MAX_KEY_LENGTH = 255;

/** Runs once for each `Idempotency-Key` and text; a repetition gets the same answer. Throws 400 and 422. */
export function runKeyed(call: ApiCall, text: string, run: () => Answer): Response {
  const { request, context, user, token, url } = call;
  const key = request.method === 'POST' ? request.headers.get(KEY_HEADER) : null;
  if (key === null) return toResponse(run());
  if (key === '' || key.length > MAX_KEY_LENGTH) {
    throw new ProductError(400, `${KEY_HEADER} should have 1 to ${MAX_KEY_LENGTH} characters.`);
  }
  // An answer is only for whoever sent the request: another program may not read it.
  const sender = token === null ? [] : [`token ${token.id}`];
  const fingerprint = fingerprintOf(request.method, url.pathname, url.search, text, ...sender);
  const result = once(context, { userId: user.id, key, fingerprint }, run);
  if (result.outcome === 'mismatch') {
    throw new ProductError(
      422,
      `This ${KEY_HEADER} was used for another request. No changes were made: use a new key.`,
    );
  }
  return toResponse(result.answer, result.isReplay ? { 'Idempotency-Replayed': 'true' } : {});
}

/** An answer as it is sent, with further headers. */
export function toResponse(answer: Answer, more: Record<string, string> = {}): Response {
  const { status, data } = answer;
  const headers = { ...answer.headers, ...more };
  return data === undefined
    ? new Response(null, { status, headers })
    : json(data, { status, headers });
}

/**
 * The loader and action of JSON addresses. Checks the sign-in first (401), answers other methods with
 * 405 and `Allow`, an address that the table does not have with 404, and every error as JSON with a sentence.
 */
export function apiRoute(table: Record<string, Bare>) {
  const find = finderIn(table);
  const handle = async ({ request, context }: LoaderFunctionArgs | ActionFunctionArgs) => {
    try {
      const url = new URL(request.url);
      const found = find(url.pathname);
      if (!found) throw new ProductError(404, 'There is nothing at this address.');
      const user = requireApiUser(request, context);
      const { token } = context;
      const call = { request, context, user, token, url, params: found.params };
      return await answer(found.handlers, call);
    } catch (error) {
      return apiError(error, context);
    }
  };
  return { loader: handle, action: handle };
}

/** Compares paths as Remix's router does: in any case, each part decoded, whatever slashes are behind. */
function finderIn(table: Record<string, Bare>) {
  const addresses = Object.entries(table).map(([pattern, handlers]) => ({
    names: pattern.split('/'),
    handlers,
  }));
  return (pathname: string) => {
    const parts = pathname.replace(/\/+$/, '').split('/').map(decodeURIComponent);
    const isAt = (name: string, index: number) =>
      name.startsWith(':') ? parts[index] !== '' : parts[index]?.toLowerCase() === name;
    const found = addresses.find(({ names }) => names.length === parts.length && names.every(isAt));
    if (!found) return null;
    const named = found.names.map((name, index) => [name.slice(1), parts[index]] as const);
    return { handlers: found.handlers, params: Object.fromEntries(named) };
  };
}

const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;

async function answer(handlers: Bare, call: ApiCall): Promise<Response> {
  const { context, token } = call;
  const { GET, scope, propose } = handlers;
  const { method } = call.request;
  if ((method === 'GET' || method === 'HEAD') && GET) {
    requireScope(context, 'read');
    const data = await GET.handle(call);
    return data instanceof Response ? data : json(data);
  }
  const known = METHODS.find((name) => name === method);
  const writer = known && handlers[known];
  if (writer === undefined || scope === undefined) {
    return methodNotAllowed(['GET', ...METHODS].filter((name) => name in handlers));
  }
  const isProposed = method === 'POST' && propose && token?.scopes.includes('propose');
  if (isProposed && !hasScope(token, scope)) return propose.handle(call);
  requireScope(context, scope);
  return writer.handle(call);
}

/** 405 with the methods that an address takes. */
export function methodNotAllowed(allowed: string[]): Response {
  const allow = allowed.join(', ');
  const message = `This address takes ${allow}.`;
  return json({ message }, { status: 405, headers: { Allow: allow } });
}
