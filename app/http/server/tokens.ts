import type { RequestHandler, Response } from 'express';
import type { Config } from '../../platform/env.server.ts';
import { factsAt } from '../facts-at.ts';
import { SENT_LATER } from '../form/sent-later.ts';
import type { Token } from '../token.ts';
import { refuse } from './refuse.ts';
import { isForPrograms, routedPath } from './routed-path.ts';

/** The token that a program sent; null where it is none, or has ended. */
export type FindToken = (secret: string) => Token | null;

const NOT_KNOWN =
  'This token is not known, or it has ended, so nothing was done. Make one in Settings, under Tokens.';
const TAKES_NONE =
  'This address is for people who sign in. It takes no token, so nothing was done.';

/**
 * Takes the token of a program. Whatever else says who comes is taken off its request: a token alone counts, and a bad one
 * is refused also beside a good cookie. Where a proxy signs people in, it may send a bearer of its own.
 */
export function takeToken(
  { authHeader }: Pick<Config, 'authHeader'>,
  find: FindToken,
): RequestHandler {
  return (request, response, next) => {
    const [, secret] = /^bearer(?:\s+(.*))?$/i.exec(request.get('Authorization') ?? '') ?? [];
    const isBearer = /^bearer(\s|$)/i.test(request.get('Authorization') ?? '');
    const isProxys = authHeader !== null && !secret?.startsWith('th_');
    if (!isBearer || isProxys || !isForPrograms(request.url)) {
      next();
      return;
    }
    for (const name of ['cookie', SENT_LATER]) Reflect.deleteProperty(request.headers, name);
    delete response.locals.namedByProxy;
    const token = find(secret?.trim() ?? '');
    response.locals.token = token;
    if (token === null) {
      response.set('WWW-Authenticate', 'Bearer');
      refuse(request, response, 401, NOT_KNOWN);
    } else if (factsAt(routedPath(request.url)).takes !== undefined) {
      refuse(request, response, 403, TAKES_NONE);
    } else next();
  };
}

/** The token of the program that this answers; null: no program's. */
export function tokenOf({ locals }: Response): Token | null {
  return (locals.token as Token | null | undefined) ?? null;
}
