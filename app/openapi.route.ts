import { methodNotAllowed } from './auth/api-route.server.ts';
import { openApiText } from './openapi.server.ts';

/** The document of the JSON API. It holds no data, so anybody may read it. */
export async function loader(): Promise<Response> {
  const headers = { 'Content-Type': 'application/json; charset=utf-8' };
  return new Response(await openApiText(), { headers });
}

export const action = () => methodNotAllowed(['GET']);
