import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { requireUser } from '../auth/guard.server.ts';
import { parseForm } from '../http/form/form.server.ts';
import { cookieName, isSecure } from '../http/cookie-name.ts';
import { LITE_COOKIE } from '../http/lite.ts';
import { redirectWithToast } from '../http/toast.server.ts';

export { NeverShown as default } from '../http/never-shown.ts';

const YEAR_IN_SECONDS = 31_536_000;

const LiteForm = z.object({ lite: z.enum(['on', 'off']) });

/** There is no page here: the switch is in Settings. */
export function loader() {
  return redirect('/settings');
}

/** Turns pages without scripts on or off for this device; a cookie keeps the choice, over what the browser asks for. */
export async function action({ request, context }: ActionFunctionArgs) {
  await requireUser(request, context);
  const { submission } = await parseForm(request, LiteForm);
  if (submission.status !== 'success') {
    throw new Response('Choose on or off. Nothing was changed.', { status: 400 });
  }
  const { lite } = submission.value;
  const isOn = lite === 'on';
  const answer = await redirectWithToast(context, '/settings', {
    text: isOn ? 'Pages come without scripts on this device' : 'Pages come with scripts again',
  });
  const { config } = context;
  const secure = isSecure(config) ? '; Secure' : '';
  const cookie = `${cookieName(config, LITE_COOKIE)}=${lite}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${YEAR_IN_SECONDS}${secure}`;
  answer.headers.append('Set-Cookie', cookie);
  return answer;
}
