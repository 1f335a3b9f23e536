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

/**
 * The email in the path. The router's `params` would decode an email's `%2F` wrongly, as a slash.
 */
function lastPartOf(pathname: string): string {
  return decodeURIComponent(pathname.replace(/\/+$/, '').split('/').at(-1) ?? '');
}

export const loader = route.loader;
export const action = route.action;
