import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { redeemSignInLink } from './sign-in-links.server.ts';
import { completeSignIn, noteRefused, signInFailed, USED_LINK } from './sign-in.server.ts';
import type { Services } from '../../context.server.ts';
import { hashOf } from '../sessions/sessions.server.ts';

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
  const signingIn = completeSignIn(request, context, { email }, { with: 'link' });
  return keepAnswer(context, press, signingIn);
}

/** How long the answer to a press is kept, in milliseconds: longer than a second press of the same button takes. */
const KEPT = 60_000;

type Answered = { at: number; answer: Promise<Response> };

/** The answers to presses that used a link up, by the hash of the link's token and of its page's key. */
const answered = new Map<string, Answered>();

type LinkPress = { token: string; key: string };

const nameOf = ({ token, key }: LinkPress) => hashOf(`press ${token} ${key}`);

/**
 * The answer to the same press a moment ago, with the session that it began: a browser drops it when the button is pressed
 * once more before it has come. Null for another page of the link, which is used up for it.
 */
async function answerAgain(
  { clock }: Pick<Services, 'clock'>,
  press: LinkPress,
): Promise<Response | null> {
  const known = press.key === '' ? undefined : answered.get(nameOf(press));
  if (!known || Math.abs(clock().getTime() - known.at) > KEPT) return null;
  return (await known.answer).clone();
}

async function keepAnswer(
  { clock }: Pick<Services, 'clock'>,
  press: LinkPress,
  answer: Promise<Response>,
): Promise<Response> {
  if (press.key !== '') {
    const name = nameOf(press);
    answered.set(name, { at: clock().getTime(), answer });
    // It holds a session: nothing of it stays in memory for longer.
    setTimeout(() => answered.delete(name), KEPT).unref();
  }
  return (await answer).clone();
}
