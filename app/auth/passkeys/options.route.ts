import { json, redirect, type ActionFunctionArgs } from '@remix-run/node';
import { apiError } from '../../http/json-api.server.ts';
import { conflict, ProductError } from '../../lib/errors.ts';
import { getSignedIn } from '../guard.server.ts';
import { NOT_OFFERED, offersPasskeys } from './offered.ts';
import { optionsToAdd } from './own-passkeys.server.ts';
import { optionsToSignIn } from './sign-in-passkey.server.ts';

/** Only our pages' scripts ask here. */
export const loader = () => redirect('/api/login');

/**
 * What a browser asks for, to sign in with a passkey or, with `?for=me`, to make one for whoever is
 * signed in.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  try {
    if (new URL(request.url).searchParams.get('for') === 'me') {
      const signedIn = getSignedIn(request, context);
      if (signedIn === null) throw new ProductError(401, 'Unauthorized');
      return json(await optionsToAdd(context, signedIn));
    }
    if (!offersPasskeys(context.config)) throw conflict(NOT_OFFERED);
    const { options, cookie } = await optionsToSignIn(request, context);
    return json(options, { headers: { 'Set-Cookie': cookie } });
  } catch (error) {
    return apiError(error, context);
  }
}
