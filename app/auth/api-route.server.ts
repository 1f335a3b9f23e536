import {
  json,
  type ActionFunctionArgs,
  type AppLoadContext,
  type LoaderFunctionArgs,
} from '@remix-run/node';
import type { z } from 'zod';
import type { User } from '#db/schema.ts';
import { apiError, readBody } from '../lib/json-api.server.ts';
import { requireApiUser } from './guard.server.ts';

/** What a handler of the JSON API is given: who calls, and how. */
export type ApiCall = {
  request: Request;
  context: AppLoadContext;
  user: User;
  url: URL;
  /** A part of the path, such as `id`. */
  params: Readonly<Record<string, string | undefined>>;
  /** The body, checked by a schema. Throws 415 or 400 when it is not what the schema wants. */
  body: <Schema extends z.ZodType>(schema: Schema) => Promise<z.output<Schema>>;
};

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What a call answers: data for 200, or a Response of its own. */
type ApiHandler = (call: ApiCall) => unknown;

/**
 * The loader and action of one path of the JSON API: 401 before anything else, 405
 * with `Allow` for other methods, and every error as JSON with a sentence.
 */
export function apiRoute(handlers: Partial<Record<Method, ApiHandler>>) {
  const handle = async ({ request, context, params }: LoaderFunctionArgs | ActionFunctionArgs) => {
    try {
      const user = await requireApiUser(request, context);
      const method = request.method === 'HEAD' ? 'GET' : request.method;
      const handler = handlers[method as Method];
      if (!handler) return methodNotAllowed(Object.keys(handlers));
      const answer = await handler({
        request,
        context,
        params,
        user,
        url: new URL(request.url),
        body: (schema) => readBody(request, schema),
      });
      return answer instanceof Response ? answer : json(answer);
    } catch (error) {
      return apiError(error, context);
    }
  };
  return { loader: handle, action: handle };
}

function methodNotAllowed(allowed: string[]): Response {
  const allow = allowed.join(', ');
  const message = `This address takes ${allow}.`;
  return json({ message }, { status: 405, headers: { Allow: allow } });
}
