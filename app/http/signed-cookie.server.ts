import { createCookie, type Cookie } from '@remix-run/node';
import type { Services } from '../context.server.ts';
import { secretsOf } from '../platform/secrets/app-secret.server.ts';
import { cookieName, isSecure } from './cookie-name.ts';

/** A cookie of this name that only the server reads and that it signs, for so many seconds. */
export const signedCookie = (
  services: Pick<Services, 'config' | 'appSecret'>,
  name: string,
  maxAge: number,
  path = '/',
): Cookie =>
  createCookie(cookieName(services.config, name, path), {
    ...{ path, maxAge },
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(services.config),
    secrets: secretsOf(services),
  });
