import type { Request, RequestHandler, Response } from 'express';
import { LINK_FORM } from '../form/link-form.ts';
import { judgeOrigin } from './origin-check.ts';
import { refuse, sentForm } from './refuse.ts';
import { isApiAddress, routedPath } from './routed-path.ts';
import { tokenOf as programsToken } from './tokens.ts';
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
    const isProgram = programsToken(response) !== null;
    const verdict = judgeOrigin(
      {
        // No page of another site has business with a token, not even to read.
        method: isProgram ? 'POST' : request.method,
        secFetchSite: request.get('Sec-Fetch-Site'),
        origin: request.get('Origin'),
        host: response.locals.host as string | undefined,
        contentType: request.get('Content-Type'),
      },
      ownOrigin,
    );
    switch (verdict) {
      case 'own':
        // The browser vouches for a page of ours under another address, which Remix would refuse.
        if (request.get('Sec-Fetch-Site') === 'same-origin') request.headers.origin = ownOrigin;
        next();
        return;
      case 'elsewhere':
        refuse(request, response, 403, openedElsewhere(request.get('Origin') ?? '', ownOrigin));
        return;
      case 'foreign':
        refuse(request, response, 403, FOREIGN);
        return;
      case 'needs-form-token':
        // No page can send a token along with a form.
        if (isProgram || hasFormToken(request, isFormToken)) next();
        else refuseUntold(request, response);
    }
  };
}

const openedElsewhere = (opened: string, ownOrigin: string) =>
  `This page was opened at ${opened}, but the address of this server is set to ${ownOrigin}, so no changes were made. Open it at ${ownOrigin}; or, if ${opened} is right, set APP_ORIGIN=${opened} where the server gets its settings, and start it again.`;

/** Fields that nobody typed, and those of secrets, which are not shown, not even to whoever sent them. */
const NOT_SHOWN = /token|key|secret|^(version|madeFrom|__)/i;

const FOREIGN = 'This request came from another site, so no changes were made.';

/** A browser that does not say where a form comes from may have sent our own, made before the last sign-in. */
function refuseUntold(request: Request, response: Response): void {
  const form = sentForm(request);
  const fields = (form?.fields ?? []).filter(
    ([name, value]) => value.trim() !== '' && !NOT_SHOWN.test(name),
  );
  // A program gets JSON, in which nothing is shown to be copied.
  if (form === null || fields.length === 0 || isApiAddress(request.originalUrl)) {
    refuse(request, response, 403, FOREIGN);
    return;
  }
  const message = `${FOREIGN} If it was your own form, its page is from before your last sign-in: open that page again, and copy what you typed from here.`;
  refuse(request, response, 403, message, { ...form, fields, isOnlyToCopy: true });
}

/**
 * Whose page sent a form, as the form's token says; null where it does not. A page that was left open may be
 * sent after somebody else has signed in at the same browser.
 */
export function personOfForm(request: Request): number | null {
  const person = /\.(\d{1,15})$/.exec(tokenOf(request) ?? '')?.[1];
  return person === undefined ? null : Number(person);
}

function hasFormToken(request: Request, isFormToken: FormTokenCheck): boolean {
  // Nobody has a session yet; the link's own token is what no other site knows.
  if (routedPath(request.url) === LINK_FORM) return true;
  return isFormToken(request.get('Cookie') ?? null, tokenOf(request));
}

function tokenOf(request: Request): string | null {
  if (isUpload(request)) return tokenOfUpload(request);
  if (!Buffer.isBuffer(request.body)) return null;
  return new URLSearchParams(request.body.toString('utf8')).get('formToken');
}
