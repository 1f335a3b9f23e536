import {
  createReadableStreamFromReadable,
  createRequestHandler,
  type AppLoadContext,
  type ServerBuild,
} from '@remix-run/node';
import type { Request as Asked, RequestHandler, Response as Answer } from 'express';
import { pageOf } from '../whole-page.server.ts';

/**
 * Hands requests to Remix and sends what it answers. Remix's own adapter for Express writes each page as a
 * stream of one part and flushes after it: three rounds through the compressor, where one is enough.
 */
export function answerWithRemix(
  build: ServerBuild | (() => Promise<ServerBuild>),
  contextOf: (request: Asked, response: Answer) => AppLoadContext,
): RequestHandler {
  const handle = createRequestHandler(build, process.env.NODE_ENV);
  return (asked, response, next) => {
    const answering = async () => {
      const answer = await handle(toRequest(asked, response), contextOf(asked, response));
      await send(response, answer);
    };
    answering().catch(next);
  };
}

const isRead = ({ method }: Asked) => method === 'GET' || method === 'HEAD';

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
function addressOf({ protocol, originalUrl, headers }: Asked): string {
  return new URL(`${protocol}://${headers.host ?? ''}${originalUrl}`).href;
}

/** The headers that were sent. */
function toHeaders(asked: Asked): Headers {
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
function begin(response: Answer, { status, statusText, headers }: Response): void {
  response.statusMessage = statusText;
  response.status(status);
  for (const [name, value] of headers) response.append(name, value);
}

async function send(response: Answer, answer: Response): Promise<void> {
  begin(response, answer);
  const page = pageOf(answer);
  if (page) response.end(page);
  else if (answer.body) await sendParts(response, answer.body);
  else response.end();
}

/** Sends a body part by part. */
async function sendParts(response: Answer, body: ReadableStream<Uint8Array>): Promise<void> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      response.write(value);
      response.flush();
    }
    response.end();
  } catch (error) {
    response.destroy(error instanceof Error ? error : undefined);
    throw error;
  }
}
