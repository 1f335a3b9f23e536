import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { endSession } from './sessions.server.ts';

/**
 * Ends the session. Another site's link or image must not be able to sign people
 * out, so a request that a browser marks as foreign only goes to the start page.
 */
export function loader({ request, context }: LoaderFunctionArgs) {
  const site = request.headers.get('Sec-Fetch-Site');
  if (site === 'cross-site' || site === 'same-site') return redirect('/');
  const cookie = endSession(context, request.headers.get('Cookie'));
  return redirect('/', { headers: { 'Set-Cookie': cookie } });
}
