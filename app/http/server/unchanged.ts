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

/**
 * What tags depend on besides the page: this start of the server, since another one may show the same data
 * otherwise, and how often each person has sent something; plain data.
 */
export type TagState = { start: string; sent: Map<number, number> };

/** The tags of a new start of the server. */
export const newTagState = (): TagState => ({ start: randomUUID(), sent: new Map() });

/** Gives `tagFor`, by what is known now, also of what is sent later. */
export function tagsBy({ start, sent }: TagState): Unchanged['tagFor'] {
  return (personId, shown) => {
    const hash = createHash('sha256').update(`${start} ${personId} ${sent.get(personId) ?? 0} `);
    return `W/"${hash.update(shown).digest('base64url').slice(0, 22)}"`;
  };
}

/** Tells pages apart; `onSent` hears of each person who has sent something, and how often now. */
export function tellUnchanged(
  { personOf }: Pick<Sessions, 'personOf'>,
  tags: TagState,
  onSent: (personId: number, times: number) => void,
): Unchanged {
  const { sent } = tags;
  return {
    tagFor: tagsBy(tags),
    noteSent: (request, _response, next) => {
      const personId = READING.includes(request.method)
        ? null
        : personOf(request.get('Cookie') ?? null);
      if (personId !== null) {
        const times = (sent.get(personId) ?? 0) + 1;
        sent.set(personId, times);
        onSent(personId, times);
      }
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
