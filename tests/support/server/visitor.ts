import { z } from 'zod';
import type { TestServer } from './test-server.ts';

/** The answer to a request; a redirect is not followed. */
export type Answer = {
  status: number;
  headers: Headers;
  /** Where a redirect leads: only path and query when it stays on the product's origin. */
  location: string | null;
  text: string;
  /** The body as JSON; throws when it is not JSON. */
  json: () => unknown;
};

type Sent = {
  method?: string;
  headers?: Record<string, string>;
  body?: BodyInit;
  /** For a body that is a stream. */
  duplex?: 'half';
};

/** Sends requests, and keeps cookies as a browser does. */
export type Visitor = {
  cookies: Map<string, string>;
  /** Sends any request. */
  send: (path: string, sent?: Sent) => Promise<Answer>;
  get: (path: string, headers?: Record<string, string>) => Promise<Answer>;
  /** Sends a form as a browser does from one of our own pages. */
  post: (
    path: string,
    fields?: Record<string, string> | URLSearchParams,
    headers?: Record<string, string>,
  ) => Promise<Answer>;
  /** Calls the JSON API as a program does: no origin is named. */
  api: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<Answer>;
};

/** A visitor without a session. */
export function visit(server: Pick<TestServer, 'url'>): Visitor {
  const cookies = new Map<string, string>();

  async function send(path: string, { method, headers, body, duplex }: Sent = {}): Promise<Answer> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(server.url + path, {
      method,
      body,
      ...(duplex ? { duplex } : {}),
      redirect: 'manual',
      headers: { ...(cookie ? { Cookie: cookie } : {}), ...headers },
    });
    for (const header of response.headers.getSetCookie()) keep(cookies, header);
    const text = await response.text();
    if (path.startsWith('/api/')) await hold(method, path, response, text);
    return {
      status: response.status,
      headers: response.headers,
      location: response.headers.get('Location')?.replace(server.url, '') ?? null,
      text,
      json: () => JSON.parse(text) as unknown,
    };
  }

  return {
    cookies,
    send,
    get: (path, headers) => send(path, { headers }),
    post: (path, fields = {}, headers = { Origin: server.url, 'Sec-Fetch-Site': 'same-origin' }) =>
      send(path, { method: 'POST', headers, body: new URLSearchParams(fields) }),
    api: (method, path, body, headers = {}) =>
      send(path, {
        method,
        body: body === undefined ? undefined : JSON.stringify(body),
        headers: body === undefined ? headers : { 'Content-Type': 'application/json', ...headers },
      }),
  };
}

/** A visitor with a new session: the approved user's, unless another email is given. */
export async function visitSignedIn(server: TestServer, email?: string): Promise<Visitor> {
  const visitor = visit(server);
  keep(visitor.cookies, await server.signIn(email));
  return visitor;
}

/** Every answer of the JSON API is what its document says. */
async function hold(method = 'GET', path: string, response: Response, text: string): Promise<void> {
  // Only once it is needed: it loads the build.
  const { holdToDocument } = await import('../openapi.ts');
  holdToDocument(method, path, { status: response.status, headers: response.headers, text });
}

function keep(cookies: Map<string, string>, header: string): void {
  const [pair = '', ...attributes] = header.split('; ');
  const [name = '', value = ''] = pair.split(/=(.*)/s);
  if (attributes.includes('Max-Age=0')) cookies.delete(name);
  else cookies.set(name, value);
}

/** The id of the record that an API call answered with. Throws when the answer has none. */
export function idOf(answer: Answer): number {
  return z.object({ id: z.int().positive() }).parse(answer.json()).id;
}
