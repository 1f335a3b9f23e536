import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { answerAgain, keepAnswer } from './pressed-links.server.ts';
import { redeemSignInLink } from './sign-in-links.server.ts';
import { completeSignIn, noteRefused, signInFailed, USED_LINK } from './sign-in.server.ts';

/** Only the form of a link's page leads here. */
export const loader = () => redirect('/api/login');

/** The press that uses a sign-in link up. */
export async function action({ request, context }: ActionFunctionArgs) {
  const sent = new URLSearchParams(await request.text());
  const token = sent.get('token') ?? '';
  const press = { token, key: sent.get('oneTimeKey') ?? '' };
  const again = await answerAgain(context, press);
  if (again !== null) return again;
  const email = redeemSignInLink(context, token);
  if (email === null) {
    noteRefused(context, { reason: 'link used or too old' });
    return signInFailed(USED_LINK);
  }
  const nameless = { firstName: null, lastName: null, identity: null };
  const signingIn = completeSignIn(request, context, { email, ...nameless }, { with: 'link' });
  return keepAnswer(context, press, signingIn);
}
