import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { factsAt } from '../facts-at.ts';
import { refuse } from './refuse.ts';
import { routedPath } from './routed-path.ts';

/** Whether a request may send a file, and so is not read before its handler runs. */
export function isUpload(request: Pick<IncomingMessage, 'method' | 'url'>): boolean {
  return request.method === 'POST' && factsAt(routedPath(request.url ?? '')).takesFile === true;
}

/** In this many bytes at the beginning of a form stands its token. */
const START = 4_096;

/** The first bytes of uploads whose form has to show its token. */
const starts = new WeakMap<IncomingMessage, Buffer>();

/**
 * Looks at the beginning of a form with a file, and puts it back. A text browser names no origin, so its
 * form has to show the session's token, which stands before the file; and it may send byte by byte.
 */
export const peekIntoUpload: RequestHandler = (request, _response, next) => {
  const isForm = /^multipart\/form-data\b/i.test(request.get('Content-Type') ?? '');
  if (!isUpload(request) || !isForm) {
    next();
    return;
  }
  let start = Buffer.alloc(0);
  const look = () => {
    const chunk = request.read() as Buffer | null;
    if (chunk !== null) start = Buffer.concat([start, chunk]);
    starts.set(request, start);
    const isEnough = start.length >= START || tokenOfUpload(request) !== null;
    if (!isEnough && !(chunk === null && request.complete)) return;
    request.off('readable', look);
    if (start.length > 0) request.unshift(start);
    next();
  };
  request.on('readable', look);
};

/** The form token of an upload, which its first field holds; null without one. */
export function tokenOfUpload(request: IncomingMessage): string | null {
  const start = starts.get(request)?.toString('latin1').slice(0, START) ?? '';
  return /name="formToken"\r\n(?:[^\r\n]+\r\n)*\r\n([^\r\n]*)\r\n/.exec(start)?.[1] ?? null;
}

/** More than any form of ours has: fields, and lines of a form that is sent in parts, as only an upload is. */
const MOST = [
  { sign: '&', most: 20_000 },
  { sign: '\r\n', most: 8_000, type: /^multipart\//i },
];

export const TOO_MANY_FIELDS = 'Not saved: this form has too many fields.';

/** Refuses a form of too many fields before it is taken apart, which would hold everybody up. */
export const countFields: RequestHandler = (request, response, next) => {
  const body: unknown = request.body;
  const type = request.get('Content-Type') ?? '';
  const isTooMuch = MOST.some(
    ({ sign, most, type: ofType }) =>
      Buffer.isBuffer(body) && (ofType?.test(type) ?? true) && hasMore(body, sign, most),
  );
  if (isTooMuch) refuse(request, response, 413, TOO_MANY_FIELDS);
  else next();
};

function hasMore(body: Buffer, sign: string, most: number): boolean {
  let at = -1;
  for (let count = 0; count <= most; count++) {
    at = body.indexOf(sign, at + 1);
    if (at === -1) return false;
  }
  return true;
}
