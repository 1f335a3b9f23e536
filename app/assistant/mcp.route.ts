import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { methodNotAllowed } from '../auth/api-route.server.ts';
import { requireApiUser } from '../auth/guard.server.ts';
import { apiError, parseObject, readBody } from '../http/json-api.server.ts';
import { ProductError } from '../lib/errors.ts';

/** The door for assistants (docs/assistants.md): the Model Context Protocol, for whoever brings a token. */
async function answer({
  request,
  context,
}: ActionFunctionArgs | LoaderFunctionArgs): Promise<Response> {
  const { token } = context;
  try {
    // Never by a cookie: what a person may in a browser, an assistant may not.
    if (token === null) throw new ProductError(401, NO_TOKEN);
    const user = requireApiUser(request, context);
    if (request.method !== 'POST') return methodNotAllowed(['POST']);
    const message = parseObject(await readBody(request));
    // Only now, since few installations have an assistant and it takes time and memory.
    const { answerMessage } = await import('./door.server.ts');
    return await answerMessage(message, request, { context: { ...context, token }, user });
  } catch (error) {
    const response = apiError(error, context);
    if (response.status === 401) response.headers.set('WWW-Authenticate', 'Bearer');
    return response;
  }
}

const NO_TOKEN =
  'Send a token as Authorization: Bearer th_…; it is made in Settings, under Tokens.';

export const loader = answer;
export const action = answer;
