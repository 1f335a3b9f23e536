import type { RequestHandler } from 'express';
import { LINK_FORM } from '../form/link-form.ts';
import { refuse } from './refuse.ts';
import { isApiAddress, routedPath } from './routed-path.ts';

const READ_METHODS = ['GET', 'HEAD'];
const SCREEN_METHODS = [...READ_METHODS, 'POST'];
const API_METHODS = [...SCREEN_METHODS, 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** What people's browsers follow and press below /api, and the files that they fetch. */
const METHODS_OF = new Map([
  ['/api/login', READ_METHODS],
  ['/api/logout', SCREEN_METHODS],
  ['/api/auth/callback', READ_METHODS],
  ['/api/login/passkey', SCREEN_METHODS],
  ['/api/passkeys', SCREEN_METHODS],
  [LINK_FORM, SCREEN_METHODS],
  ['/api/xero/authorize', READ_METHODS],
  ['/api/xero/callback', READ_METHODS],
  ['/export.zip', READ_METHODS],
]);

/** Lists as files, and backups, each of which has a name of its own. */
const FILE = /^\/([^/]+\.csv|settings\/backups\/[^/]+)$/;

/**
 * Refuses a method that an address never takes. Screens take GET and POST only; each address of the API
 * refuses further methods by itself.
 */
export const refuseOtherMethods: RequestHandler = (request, response, next) => {
  const path = routedPath(request.url);
  const isApi = isApiAddress(request.url);
  const named = METHODS_OF.get(path) ?? (FILE.test(path) ? READ_METHODS : undefined);
  const methods = named ?? (isApi ? API_METHODS : SCREEN_METHODS);
  if (methods.includes(request.method)) {
    next();
    return;
  }
  response.set('Allow', methods.join(', '));
  refuse(
    request,
    response,
    405,
    isApi || named
      ? `This address takes ${methods.join(', ')}.`
      : 'A screen can only be opened, or sent a form.',
  );
};
