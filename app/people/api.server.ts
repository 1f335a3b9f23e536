import { z } from 'zod';
import { act, change, read, type ApiTable } from '../auth/api-route.server.ts';
import { created, noContent, toId } from '../http/json-api.server.ts';
import { id, text } from '../records/answers.server.ts';
import {
  addApprovedEmail,
  getApprovedEmail,
  listApprovedEmails,
  removeApprovedEmail,
} from '../users/approved-emails.server.ts';
import { ApprovedEmailInput } from '../users/approved-emails.ts';
import { deleteUser, listUsers, toUserView } from '../users/users.server.ts';

const User = z
  .strictObject({
    id,
    firstName: text.nullable(),
    lastName: text.nullable(),
    email: text.nullable(),
    profileImageUrl: text.nullable(),
  })
  .meta({ title: 'User' });

const ApprovedEmail = z.strictObject({ id, email: text }).meta({ title: 'ApprovedEmail' });

export const USERS_API: ApiTable = {
  '/api/auth/user': {
    GET: read({ called: 'getSignedInUser', gives: User }, ({ user }) => user),
  },
  '/api/users': {
    GET: read({ called: 'listUsers', gives: z.array(User) }, ({ context }) =>
      listUsers(context).map(toUserView),
    ),
  },
  '/api/users/:id': {
    scope: 'all',
    DELETE: act({ called: 'deleteUser', gives: { 204: null } }, ({ context, user, params }) => {
      deleteUser(context, user, toId(params.id, 'The user'));
      return noContent();
    }),
  },
  '/api/approved-emails': {
    scope: 'all',
    GET: read({ called: 'listApprovedEmails', gives: z.array(ApprovedEmail) }, ({ context }) =>
      listApprovedEmails(context),
    ),
    POST: change(
      { called: 'approveEmail', body: ApprovedEmailInput, gives: { 201: ApprovedEmail } },
      (input, { context, user }) => created(addApprovedEmail(context, user, input)),
    ),
  },
  '/api/approved-emails/:email': {
    scope: 'all',
    DELETE: act(
      { called: 'removeApprovedEmailByName', gives: { 204: null } },
      ({ context, user, params }) => {
        const { id } = getApprovedEmail(context, params.email ?? '');
        removeApprovedEmail(context, user, id);
        return noContent();
      },
    ),
  },
  /** By its id, so that the email stands in no path: proxies log paths. */
  '/api/approved-emails/by-id/:id': {
    scope: 'all',
    DELETE: act(
      { called: 'removeApprovedEmail', gives: { 204: null } },
      ({ context, user, params }) => {
        removeApprovedEmail(context, user, toId(params.id, 'The approved email'));
        return noContent();
      },
    ),
  },
};
