import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { endSession } from './sessions.server.ts';
import { unsentForms } from './unsent-form.server.ts';

/** Tells the next page's scripts (`start.js`) to remove what was typed and kept on the device. */
const SIGNED_OUT = 'signed-out=1; Max-Age=31536000; Path=/; SameSite=Lax';

/**
 * Ends the session. Another site's link or image must not be able to sign people
 * out, so a request that a browser marks as foreign only goes to the start page.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const site = request.headers.get('Sec-Fetch-Site');
  if (site === 'cross-site' || site === 'same-site') return redirect('/');
  const headers = new Headers();
  headers.append('Set-Cookie', endSession(context, request.headers.get('Cookie')));
  headers.append('Set-Cookie', SIGNED_OUT);
  // Pages that Back would show again, in browsers that know this header.
  headers.set('Clear-Site-Data', '"cache"');
  for (const cookie of await unsentForms(context).forget()) headers.append('Set-Cookie', cookie);
  return redirect('/', { headers });
}
