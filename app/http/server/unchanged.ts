import { createHash, randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
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
  const writeHead = response.writeHead.bind(response) as (...all: unknown[]) => unknown;
  Object.assign(response, {
    writeHead: (...all: unknown[]) => {
      if (all[0] === 304) for (const name of OF_THE_PAGE) response.removeHeader(name);
      return writeHead(...all);
    },
  });
  next();
};
