import { act, apiRoute } from '../auth/api-route.server.ts';
import { noContent } from '../http/json-api.server.ts';
import { getApprovedEmail, removeApprovedEmail } from './approved-emails.server.ts';

const route = apiRoute({
  DELETE: act(({ context, user, url }) => {
    const { id } = getApprovedEmail(context, lastPartOf(url.pathname));
    removeApprovedEmail(context, user, id);
    return noContent();
  }),
});

/** Decoded from the address itself: the router's `params` takes an email's own `%2F` for a slash. */
function lastPartOf(pathname: string): string {
  return decodeURIComponent(pathname.replace(/\/+$/, '').split('/').at(-1) ?? '');
}

export const loader = route.loader;
export const action = route.action;
