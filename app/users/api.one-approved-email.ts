import { act, apiRoute } from '../auth/api-route.server.ts';
import { noContent } from '../http/json-api.server.ts';
import { getApprovedEmail, removeApprovedEmail } from './approved-emails.server.ts';

const route = apiRoute({
  DELETE: act(({ context, user, url }) => {
    const name = lastPartOf(url.pathname);
    const id = /^\d{1,15}$/.test(name) ? Number(name) : getApprovedEmail(context, name).id;
    removeApprovedEmail(context, user, id);
    return noContent();
  }),
});

/**
 * The id in the path, or the email: paths stand in the logs of proxies, so callers should take the id.
 * The router's `params` would decode an email's `%2F` wrongly, as a slash.
 */
function lastPartOf(pathname: string): string {
  return decodeURIComponent(pathname.replace(/\/+$/, '').split('/').at(-1) ?? '');
}

export const loader = route.loader;
export const action = route.action;
