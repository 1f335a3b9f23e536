import { createHash, randomUUID } from 'node:crypto';
import type { RequestHandler, Response } from 'express';
import { REDIRECT_TO, TELL_REDIRECT } from '../form/told-redirect.ts';
import type { Sessions } from './session-checks.ts';

/** Tells pages that are as somebody has them already (docs/decisions/0041-unchanged.md). */
export type Unchanged = {
  /** The `ETag` of a person's page that shows this; the same one only for the same page. */
  tagFor: (personId: number, shown: string) => string;
  /** Notes who sends something: none of their pages counts as unchanged after it. */
  noteSent: RequestHandler;
};

const READING = ['GET', 'HEAD'];

/** Tells pages apart, by this start of the server too: another one may show the same data otherwise. */
export function tellUnchanged({ personOf }: Pick<Sessions, 'personOf'>): Unchanged {
  const start = randomUUID();
  /** How often each person has sent something. */
  const sent = new Map<number, number>();
  return {
    tagFor: (personId, shown) => {
      const hash = createHash('sha256').update(`${start} ${personId} ${sent.get(personId) ?? 0} `);
      return `W/"${hash.update(shown).digest('base64url').slice(0, 22)}"`;
    },
    noteSent: (request, _response, next) => {
      const personId = READING.includes(request.method)
        ? null
        : personOf(request.get('Cookie') ?? null);
      if (personId !== null) sent.set(personId, (sent.get(personId) ?? 0) + 1);
      next();
    },
  };
}

/** Headers of a page that its copy has: those of the copy belong to it, the nonce of its scripts too. */
const OF_THE_PAGE = [
  'Content-Security-Policy',
  'Content-Type',
  'Cross-Origin-Opener-Policy',
  'Cross-Origin-Resource-Policy',
  'Origin-Agent-Cluster',
  'Permissions-Policy',
  'Referrer-Policy',
  'Strict-Transport-Security',
  'X-Content-Type-Options',
  'X-DNS-Prefetch-Control',
  'X-Download-Options',
  'X-Frame-Options',
  'X-Permitted-Cross-Domain-Policies',
  'X-Remix-Response',
  'X-XSS-Protection',
];

/** Keeps an answer 304 to what says that nothing changed. */
export const shortenUnchanged: RequestHandler = (_request, response, next) => {
  beforeHead(response, (status) => {
    if (status === 304) for (const name of OF_THE_PAGE) response.removeHeader(name);
    return status;
  });
  next();
};

/** Says in a header where a form leads, to whoever asks to be told instead of being led. */
export const tellRedirect: RequestHandler = (request, response, next) => {
  if (request.get(TELL_REDIRECT) !== undefined) {
    beforeHead(response, (status) => {
      const to = response.get('Location');
      if (to === undefined || status < 300 || status > 399) return status;
      response.removeHeader('Location');
      response.set(REDIRECT_TO, to);
      response.statusMessage = 'OK';
      return 200;
    });
  }
  next();
};

/** Calls a function with the status before the head of an answer is written; it gives the one to write. */
function beforeHead(response: Response, change: (status: number) => number): void {
  const writeHead = response.writeHead.bind(response) as (...all: unknown[]) => unknown;
  Object.assign(response, {
    writeHead: (...all: [number, ...unknown[]]) => {
      const status = change(all[0]);
      return status === all[0] ? writeHead(...all) : writeHead(status);
    },
  });
}
