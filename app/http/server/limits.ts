import type { Request, RequestHandler, Response } from 'express';
import { rateLimit, type Options } from 'express-rate-limit';
import type { Config } from '../../platform/env.server.ts';
import type { Cost } from '../../route-facts.ts';
import { factsAt } from '../facts-at.ts';
import { refuse } from './refuse.ts';
import { routedPath } from './routed-path.ts';
import { tokenOf } from './tokens.ts';

/** What costs: what somebody reads who asks too often, and whether only forms and calls that are sent count. */
const COSTLY: Record<Cost, { sentence: string; isPost?: true }> = {
  signIns: { sentence: 'Too many sign-ins from your address. Wait a minute, then try again.' },
  ai: {
    sentence: 'Too many texts were sent to the AI service at once. Wait a minute, then try again.',
    isPost: true,
  },
  imports: {
    sentence: 'Too many imports at once. Wait a minute, then try again.',
    isPost: true,
  },
  exports: { sentence: 'Too many downloads at once. Wait a minute, then try again.' },
};

/** How many refused guesses of a secret in an address one IP address may make, per minute; right ones are not counted. */
const GUESSES_A_MINUTE = 120;

/** Limits how often a minute an IP address may ask, and says nothing of it in headers. */
export const limitQuietly = (limit: number, more: Partial<Options> = {}): RequestHandler =>
  rateLimit({ windowMs: 60_000, limit, standardHeaders: false, legacyHeaders: false, ...more });

/** Limits who tries addresses with a secret in them. */
export const limitGuesses = () => limitQuietly(GUESSES_A_MINUTE, { skipSuccessfulRequests: true });

/**
 * Limits what costs, a minute: for each address, and for each person who is signed in, wherever they
 * are. The operator says how often; 0 is no limit.
 */
export function limitCostly(
  limits: Config['limits'],
  personOf: (cookies: string | null) => number | null,
): RequestHandler[] {
  const names = Object.keys(COSTLY) as Cost[];
  return names
    .filter((name) => limits[name] > 0)
    .flatMap((name) => {
      const { sentence, isPost = false } = COSTLY[name];
      const covers = ({ method, url }: Request) =>
        (method === 'POST' || !isPost) && factsAt(routedPath(url)).costs === name;
      const options = {
        windowMs: 60_000,
        limit: limits[name],
        standardHeaders: 'draft-8',
        legacyHeaders: false,
        handler: (request: Request, response: Response) => {
          refuse(request, response, 429, sentence);
        },
      } as const;
      const person = (request: Request, response: Response) =>
        tokenOf(response)?.user.id ?? personOf(request.get('Cookie') ?? null);
      return [
        rateLimit({ ...options, skip: (request) => !covers(request) }),
        rateLimit({
          ...options,
          skip: (request, response) => !covers(request) || person(request, response) === null,
          keyGenerator: (request, response) => `person ${String(person(request, response))}`,
        }),
      ];
    });
}

const CALLS_A_MINUTE = 300;

/** Limits what each token asks, and tells its program how much is left. */
export function limitTokens(): RequestHandler {
  return rateLimit({
    windowMs: 60_000,
    limit: CALLS_A_MINUTE,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    skip: (_request, response) => tokenOf(response) === null,
    keyGenerator: (_request, response) => `token ${String(tokenOf(response)?.id)}`,
    handler: (request, response) => {
      refuse(
        request,
        response,
        429,
        `Too many calls with this token: ${CALLS_A_MINUTE} a minute are answered. Nothing was done. Wait as long as Retry-After says.`,
      );
    },
  });
}
