import type { ActionFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { requireUser } from '../auth/guard.server.ts';
import { choiceCookie } from '../http/device-choices.ts';
import { parseForm } from '../http/form/form.server.ts';
import { redirectWithToast } from '../http/toast.server.ts';

export { NeverShown as default } from '../http/never-shown.ts';

const SAID = {
  lite: {
    on: 'Lite is on for this device',
    off: 'Lite is off for this device',
  },
  theme: {
    light: 'This device shows light pages',
    dark: 'This device shows dark pages',
    system: 'Pages follow this device’s own setting',
  },
};

const DeviceForm = z.object({
  lite: z.enum(['on', 'off']).optional(),
  theme: z.enum(['light', 'dark', 'system']).optional(),
});

/** Keeps how this device gets its pages, in cookies: whether with scripts, and in which theme. The screen is account.route.tsx. */
export async function action({ request, context }: ActionFunctionArgs) {
  await requireUser(request, context);
  const { submission } = await parseForm(request, DeviceForm);
  const { lite, theme } = submission.status === 'success' ? submission.value : {};
  const text = lite ? SAID.lite[lite] : theme && SAID.theme[theme];
  if (text === undefined) {
    throw new Response('Choose one of the buttons. No changes were made.', { status: 400 });
  }
  const answer = await redirectWithToast(context, '/settings/account', { text });
  const cookie = lite
    ? choiceCookie(context.config, 'lite', lite)
    : choiceCookie(context.config, 'theme', theme ?? 'system');
  answer.headers.append('Set-Cookie', cookie);
  return answer;
}
