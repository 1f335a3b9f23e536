import type { Request, RequestHandler } from 'express';
import { rateLimit } from 'express-rate-limit';
import type { Config } from '../../platform/env.server.ts';
import { refuse } from './refuse.ts';
import { routedPath } from './routed-path.ts';

type Limits = Config['limits'];

/** What costs: whether a request is one of its kind, and what somebody reads who asks too often. */
const COSTLY: Record<
  keyof Limits,
  { covers: (request: Pick<Request, 'method' | 'path'>) => boolean; sentence: string }
> = {
  signIns: {
    covers: ({ path }) => /^\/api\/(login|passkeys|auth\/callback)(\/|$)/.test(path),
    sentence: 'Too many sign-ins from your address. Wait a minute, then try again.',
  },
  ai: {
    covers: ({ method, path }) =>
      method === 'POST' &&
      /^\/(descriptions(\/rewrite|\/\d+)?|api\/ai\/generate-description)\/?$/.test(path),
    sentence: 'Too many texts were sent to the AI service at once. Wait a minute, then try again.',
  },
  imports: {
    covers: ({ method, path }) =>
      method === 'POST' &&
      /^\/(import|api\/imports|pending-work-logs\/sync|settings\/todoist\/sync|api\/todoist\/sync(-completed)?)\/?$/.test(
        path,
      ),
    sentence: 'Too many imports at once. Nothing was imported: wait a minute, then try again.',
  },
  exports: {
    covers: ({ method, path }) =>
      method === 'POST'
        ? /^\/settings\/backups\/?$/.test(path)
        : /^\/([\w-]+\.csv|export\.zip|settings\/backups\/.+)$/.test(path),
    sentence: 'Too many downloads at once. Wait a minute, then try again.',
  },
};

/**
 * Limits what costs, a minute: for each address, and for each person who is signed in, wherever they
 * are. The operator says how often; 0 is no limit.
 */
export function limitCostly(
  limits: Limits,
  personOf: (cookies: string | null) => number | null,
): RequestHandler[] {
  const names = Object.keys(COSTLY) as (keyof Limits)[];
  return names
    .filter((name) => limits[name] > 0)
    .flatMap((name) => {
      const { sentence } = COSTLY[name];
      const covers = ({ method, url }: Request) =>
        COSTLY[name].covers({ method, path: routedPath(url) });
      const options = {
        windowMs: 60_000,
        limit: limits[name],
        standardHeaders: 'draft-8',
        legacyHeaders: false,
        handler: (request: Request, response: Parameters<RequestHandler>[1]) => {
          refuse(request, response, 429, sentence);
        },
      } as const;
      const person = (request: Request) => personOf(request.get('Cookie') ?? null);
      return [
        rateLimit({ ...options, skip: (request) => !covers(request) }),
        rateLimit({
          ...options,
          skip: (request) => !covers(request) || person(request) === null,
          keyGenerator: (request) => `person ${String(person(request))}`,
        }),
      ];
    });
}
