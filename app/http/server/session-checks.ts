import type { Request, RequestHandler } from 'express';
import { LINK_FORM } from '../form/link-form.ts';
import { judgeOrigin } from './origin-check.ts';
import { refuse } from './refuse.ts';
import { routedPath } from './routed-path.ts';
import { isUpload, tokenOfUpload } from './uploads.ts';

/** What the plumbing asks about the session of a Cookie header. */
export type Sessions = {
  /** Whether a form token belongs to it. */
  isFormToken: FormTokenCheck;
  /** The id of whose it is; null when there is none. */
  personOf: (cookies: string | null) => number | null;
  /** The Set-Cookie headers that it needs to go on under its present name and secret. */
  renewedCookies: (cookies: string | null) => string[];
};

type FormTokenCheck = (cookies: string | null, token: string | null) => boolean;

/** Gives browsers their session's cookie anew where its name or the key that signs it has changed. */
export function renewSession({ renewedCookies }: Sessions): RequestHandler {
  return (request, response, next) => {
    // Of several a browser keeps the last: what signs in or out sets its own after these.
    for (const cookie of renewedCookies(request.get('Cookie') ?? null)) {
      response.append('Set-Cookie', cookie);
    }
    next();
  };
}

/** Refuses what comes from another site, before any handler runs. */
export function refuseForeign(ownOrigin: string, isFormToken: FormTokenCheck): RequestHandler {
  return (request, response, next) => {
    const verdict = judgeOrigin(
      {
        method: request.method,
        secFetchSite: request.get('Sec-Fetch-Site'),
        origin: request.get('Origin'),
        contentType: request.get('Content-Type'),
      },
      ownOrigin,
    );
    if (verdict === 'own') {
      next();
      return;
    }
    if (verdict === 'needs-form-token' && hasFormToken(request, isFormToken)) next();
    else {
      refuse(
        request,
        response,
        403,
        'This request came from another site, so nothing was changed.',
      );
    }
  };
}

function hasFormToken(request: Request, isFormToken: FormTokenCheck): boolean {
  // Nobody has a session yet; the link's own token is what no other site knows.
  if (routedPath(request.url) === LINK_FORM) return true;
  const cookies = request.get('Cookie') ?? null;
  if (isUpload(request)) return isFormToken(cookies, tokenOfUpload(request));
  if (!Buffer.isBuffer(request.body)) return false;
  const token = new URLSearchParams(request.body.toString('utf8')).get('formToken');
  return isFormToken(cookies, token);
}
