import {
  json,
  type ActionFunctionArgs,
  type AppLoadContext,
  type LoaderFunctionArgs,
} from '@remix-run/node';
import { z } from 'zod';
import { write } from '#db/connection.server.ts';
import { wordsOf } from '../lib/doubts.ts';
import { ProductError } from '../lib/errors.ts';
import { checkIfMatch, etagOf } from '../http/if-match.server.ts';
import {
  apiError,
  checkBody,
  parseObject,
  readBody,
  type Answer,
} from '../http/json-api.server.ts';
import { fingerprintOf, once } from '../http/once/one-time-keys.server.ts';
import type { UserView } from '../users/users.ts';
import { requireApiUser } from './guard.server.ts';

/** What a handler of the JSON API gets: the request and the signed-in user. */
export type ApiCall = {
  request: Request;
  context: AppLoadContext;
  user: UserView;
  url: URL;
  /** A part of the path, such as `id`. */
  params: Readonly<Record<string, string | undefined>>;
};

/** Handles a GET: gives data for a 200, or a Response of its own. */
type Reader = (call: ApiCall) => unknown;

/** Handles a change; made by {@link change}, {@link act} and their `Outside` forms. */
type Writer = {
  handle: (call: ApiCall) => Promise<Response>;
};

type Handlers = { GET?: Reader } & Partial<Record<'POST' | 'PUT' | 'PATCH' | 'DELETE', Writer>>;

/** What a body may hold beside the fields of its schema, and is ignored: the names of the record's own JSON. */
type Known = string[];

/** The body's object without its `confirm`, which is noted. Throws 400. */
function takeBody({ context }: ApiCall, text: string): object {
  const { confirm, ...body } = parseObject(text) as Record<string, unknown>;
  for (const word of wordsOf(confirm)) context.confirmed.add(word);
  return body;
}

/**
 * A change with a JSON body. The schema may depend on the stored record (`(call) => schema`). With
 * an `Idempotency-Key`, a POST has its effect once: a repetition gets the stored answer, and the
 * same key with another body gets 422.
 */
export function change<Schema extends z.ZodType>(
  schema: Schema | ((call: ApiCall) => Schema),
  run: (input: z.output<Schema>, call: ApiCall) => Answer,
  known: Known = [],
): Writer {
  return {
    handle: async (call) => {
      const text = await readBody(call.request);
      const wanted = typeof schema === 'function' ? schema(call) : schema;
      return runKeyed(call, text, () => run(checkBody(wanted, takeBody(call, text), known), call));
    },
  };
}

/** A change with a JSON body that may be left out: nothing is sent then, not even `{}`. */
export function changeIfAny<Schema extends z.ZodType>(
  schema: Schema,
  run: (input: z.output<Schema>, call: ApiCall) => Answer,
): Writer {
  const withBody = change(schema, run);
  return {
    handle: async (call) => {
      const text = await call.request.clone().text();
      // Many programs name the type of each call, also where they send nothing.
      if (text !== '') return withBody.handle(call);
      return runKeyed(call, text, () => run(checkBody(schema, {}), call));
    },
  };
}

/** A change that takes no body, or one that only confirms, or repeats the record (`known`). */
export function act(run: (call: ApiCall) => Answer, known: Known = []): Writer {
  return {
    handle: async (call) => {
      const text = await takeNothing(call, known);
      return runKeyed(call, text, () => run(call));
    },
  };
}

/** The text of a body in which no field is read. Throws 400 for a field that is not `known`. */
async function takeNothing(call: ApiCall, known: Known): Promise<string> {
  const text = await call.request.clone().text();
  const isJson = /^application\/json\b/i.test(call.request.headers.get('Content-Type') ?? '');
  if (isJson && !/^\s*(?:null\s*)?$/.test(text)) checkBody(Nothing, takeBody(call, text), known);
  return text;
}

/**
 * A change with a JSON body that waits for an outside service. It ignores an `Idempotency-Key`:
 * such changes are safe to repeat without one.
 */
export function changeOutside<Schema extends z.ZodType>(
  schema: Schema,
  run: (input: z.output<Schema>, call: ApiCall) => Promise<Answer>,
  known: Known = [],
): Writer {
  return {
    handle: async (call) => {
      const input = checkBody(schema, takeBody(call, await readBody(call.request)), known);
      return toResponse(await run(input, call));
    },
  };
}

/** A change without a body that waits for an outside service; `readsBody` where it looks into one itself. */
export function actOutside(
  run: (call: ApiCall) => Promise<Answer>,
  { readsBody = false } = {},
): Writer {
  return {
    handle: async (call) => {
      if (!readsBody) await takeNothing(call, []);
      return toResponse(await run(call));
    },
  };
}

const Nothing = z.object({});

const KEY_HEADER = 'Idempotency-Key';
const MAX_KEY_LENGTH = 255;

function runKeyed(call: ApiCall, text: string, run: () => Answer): Response {
  const { request, context, user, url } = call;
  const key = request.method === 'POST' ? request.headers.get(KEY_HEADER) : null;
  if (key === null) return toResponse(run());
  if (key === '' || key.length > MAX_KEY_LENGTH) {
    throw new ProductError(400, `${KEY_HEADER} should have 1 to ${MAX_KEY_LENGTH} characters.`);
  }
  const fingerprint = fingerprintOf(request.method, url.pathname, url.search, text);
  const result = once(context, { userId: user.id, key, fingerprint }, run);
  if (result.outcome === 'mismatch') {
    throw new ProductError(
      422,
      `This ${KEY_HEADER} was used for another request. Nothing was changed; use a new key.`,
    );
  }
  return toResponse(result.answer, result.isReplay ? { 'Idempotency-Replayed': 'true' } : {});
}

function toResponse(answer: Answer, more: Record<string, string> = {}): Response {
  const { status, data } = answer;
  const headers = { ...answer.headers, ...more };
  return data === undefined
    ? new Response(null, { status, headers })
    : json(data, { status, headers });
}

/** 200 with a record as it is now, and its version as `ETag`. */
export function versioned<Record extends { version: number }>(
  record: Record,
  view: (record: Record) => unknown,
): Answer {
  return { status: 200, data: view(record), headers: { ETag: etagOf(record) } };
}

/**
 * Handles the GET of one record. Its version is the `ETag`, which a change may send as `If-Match`.
 */
export function readVersioned<Record extends { version: number }>(
  find: (call: ApiCall) => Record,
  view: (record: Record) => unknown,
): Reader {
  return (call) => toResponse(versioned(find(call), view));
}

/**
 * Checks a request's `If-Match` against the record and runs the change, in one transaction. Throws
 * 412 when the record has changed since, 400 for an unreadable `If-Match`, and what `find` throws.
 */
export function ifMatch<Result>(
  call: ApiCall,
  find: (call: ApiCall) => { version: number },
  run: () => Result,
): Result {
  return write(call.context.db, () => {
    checkIfMatch(call.request, find(call));
    return run();
  });
}

/**
 * The loader and action of one path of the JSON API. Checks the sign-in first (401), answers
 * other methods with 405 and `Allow`, and every error as JSON with a sentence.
 */
export function apiRoute(handlers: Handlers) {
  const handle = async ({ request, context, params }: LoaderFunctionArgs | ActionFunctionArgs) => {
    try {
      const user = requireApiUser(request, context);
      const call = { request, context, params, user, url: new URL(request.url) };
      return await answer(handlers, call);
    } catch (error) {
      return apiError(error, context);
    }
  };
  return { loader: handle, action: handle };
}

async function answer(handlers: Handlers, call: ApiCall): Promise<Response> {
  const { method } = call.request;
  if ((method === 'GET' || method === 'HEAD') && handlers.GET) {
    const data = await handlers.GET(call);
    return data instanceof Response ? data : json(data);
  }
  const isKnown = (name: string): name is keyof Handlers => Object.hasOwn(handlers, name);
  const writer = isKnown(method) && method !== 'GET' ? handlers[method] : undefined;
  return writer ? writer.handle(call) : methodNotAllowed(Object.keys(handlers));
}

function methodNotAllowed(allowed: string[]): Response {
  const allow = allowed.join(', ');
  const message = `This address takes ${allow}.`;
  return json({ message }, { status: 405, headers: { Allow: allow } });
}
