import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { completeSignIn, noteRefused, signInFailed } from '../sign-in/sign-in.server.ts';
import { offersPasskeys } from './offered.ts';
import { checkPasskey, notePasskeyUse } from './sign-in-passkey.server.ts';

const FAILED =
  'This passkey could not sign you in. Try again, or ask whoever runs this service for a sign-in link.';

/** Only the form of the sign-in page leads here. */
export const loader = () => redirect('/api/login');

/** Signs in with what a passkey has signed. */
export async function action({ request, context }: ActionFunctionArgs) {
  if (!offersPasskeys(context.config)) return redirect('/api/login');
  const answer = new URLSearchParams(await request.text()).get('answer') ?? '';
  const proof = await checkPasskey(request, context, answer);
  if (!proof.isGood) {
    noteRefused(context, { reason: proof.reason });
    return signInFailed(FAILED);
  }
  const stillHolds = () => notePasskeyUse(context, proof);
  return completeSignIn(request, context, { email: proof.email }, { with: 'passkey', stillHolds });
}
