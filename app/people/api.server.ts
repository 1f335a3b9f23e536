import { act, change, type ApiTable } from '../auth/api-route.server.ts';
import { created, noContent, toId } from '../http/json-api.server.ts';
import {
  addApprovedEmail,
  getApprovedEmail,
  listApprovedEmails,
  removeApprovedEmail,
} from '../users/approved-emails.server.ts';
import { ApprovedEmailInput } from '../users/approved-emails.ts';
import { deleteUser, listUsers, toUserView } from '../users/users.server.ts';

export const USERS_API: ApiTable = {
  '/api/auth/user': { GET: ({ user }) => user },
  '/api/users': { GET: ({ context }) => listUsers(context).map(toUserView) },
  '/api/users/:id': {
    scope: 'all',
    DELETE: act(({ context, user, params }) => {
      deleteUser(context, user, toId(params.id, 'The user'));
      return noContent();
    }),
  },
  '/api/approved-emails': {
    scope: 'all',
    GET: ({ context }) => listApprovedEmails(context),
    POST: change(ApprovedEmailInput, (input, { context, user }) =>
      created(addApprovedEmail(context, user, input)),
    ),
  },
  '/api/approved-emails/:email': {
    scope: 'all',
    DELETE: act(({ context, user, params }) => {
      const { id } = getApprovedEmail(context, params.email ?? '');
      removeApprovedEmail(context, user, id);
      return noContent();
    }),
  },
  /** By its id, so that the email stands in no path: proxies log paths. */
  '/api/approved-emails/by-id/:id': {
    scope: 'all',
    DELETE: act(({ context, user, params }) => {
      removeApprovedEmail(context, user, toId(params.id, 'The approved email'));
      return noContent();
    }),
  },
};
