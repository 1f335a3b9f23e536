import { createCookie, type AppLoadContext } from '@remix-run/node';
import { cookieName, isSecure } from '../../http/cookie-name.ts';
import { laterToast } from '../../http/toast.server.ts';
import { offersPasskeys } from './offered.ts';
import { listOwnPasskeys } from './own-passkeys.server.ts';

const OFFER = 'You are signed in. Add a passkey in Settings to sign in without a link next time.';
const A_YEAR = 365 * 24 * 3_600;

/**
 * The `Set-Cookie` headers of a sign-in by link that offers a passkey to whoever has none: once in a
 * browser, since a person who leaves it wants to hear it once.
 */
export async function offerPasskey(
  request: Request,
  context: AppLoadContext,
  userId: number,
): Promise<string[]> {
  const { config } = context;
  if (!offersPasskeys(config) || listOwnPasskeys(context, userId).length > 0) return [];
  const offered = createCookie(cookieName(config, 'passkey-offered'), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(config),
    maxAge: A_YEAR,
  });
  if ((await offered.parse(request.headers.get('Cookie'))) !== null) return [];
  return [await offered.serialize('once'), await laterToast(context, { text: OFFER })];
}
