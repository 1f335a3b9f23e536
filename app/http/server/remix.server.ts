import {
  createReadableStreamFromReadable,
  createRequestHandler,
  type AppLoadContext,
  type ServerBuild,
} from '@remix-run/node';
import type { Request as Asked, RequestHandler, Response as Answer } from 'express';
import { pageOf } from '../whole-page.server.ts';
import { isWritingRead } from './writers-turn.server.ts';

/**
 * Hands requests to Remix and sends what it answers. Remix's own adapter for Express writes each page as a
 * stream of one part and flushes after it: three rounds through the compressor, where one is enough. No answer
 * goes out before what it speaks of is kept.
 */
export function answerWithRemix(
  build: ServerBuild | (() => Promise<ServerBuild>),
  contextOf: (request: Asked, response: Answer) => AppLoadContext,
  kept: () => Promise<void>,
): RequestHandler {
  const handle = createRequestHandler(build, process.env.NODE_ENV);
  return (asked, response, next) => {
    const answering = async () => {
      const answer = await handle(toRequest(asked, response), contextOf(asked, response));
      await kept().catch((error: unknown) => {
        if (hasWritten(asked, answer)) throw error;
      });
      await send(response, answer, kept);
    };
    answering().catch(next);
  };
}

const isRead = ({ method }: Asked) => method === 'GET' || method === 'HEAD';

/** Whether an answer says that something was done; any other goes out also where the disk fails. */
const hasWritten = (asked: Asked, { status }: globalThis.Response) =>
  status < 400 && (!isRead(asked) || isWritingRead(asked.url));

function toRequest(asked: Asked, response: Answer): Request {
  const { method } = asked;
  const leaving = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) leaving.abort();
  });
  const hasBody = !isRead(asked);
  return new Request(addressOf(asked), {
    method,
    headers: toHeaders(asked),
    signal: leaving.signal,
    ...(hasBody ? { body: bodyOf(asked), duplex: 'half' } : {}),
  });
}

/** The whole address that was asked for. */
export function addressOf({ protocol, originalUrl, headers }: Asked): string {
  return new URL(`${protocol}://${headers.host ?? ''}${originalUrl}`).href;
}

/** The headers that were sent. */
export function toHeaders(asked: Asked): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(asked.headers)) {
    for (const value of Array.isArray(values) ? values : [values]) {
      // An empty one says something, too: a blank If-Match is no missing one.
      if (value !== undefined) headers.append(name, value);
    }
  }
  return headers;
}

/** The body that the checks of its size and origin have read; that of an upload is not read yet. */
function bodyOf(asked: Asked): BodyInit {
  const { body } = asked as { body: unknown };
  return Buffer.isBuffer(body)
    ? new Uint8Array(body.buffer as ArrayBuffer, body.byteOffset, body.byteLength)
    : createReadableStreamFromReadable(asked);
}

/** Writes all of an answer but its body. */
export function begin(
  response: Answer,
  { status, statusText, headers }: Pick<Response, 'status' | 'statusText'> & Entries,
): void {
  response.statusMessage = statusText;
  response.status(status);
  for (const [name, value] of headers) response.append(name, value);
}

type Entries = { headers: Iterable<[name: string, value: string]> };

async function send(response: Answer, answer: Response, kept: () => Promise<void>): Promise<void> {
  begin(response, answer);
  const page = pageOf(answer);
  if (page) response.end(page);
  else if (answer.body) await sendParts(response, answer.body, kept);
  else response.end();
}

/** Sends a body part by part; each may speak of what was committed since the one before. */
async function sendParts(
  response: Answer,
  body: ReadableStream<Uint8Array>,
  kept: () => Promise<void>,
): Promise<void> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      await kept().catch(() => undefined);
      response.write(value);
      response.flush();
    }
    response.end();
  } catch (error) {
    response.destroy(error instanceof Error ? error : undefined);
    throw error;
  }
}
