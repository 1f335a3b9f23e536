import { apiRoute, change } from '../auth/api-route.server.ts';
import { created } from '../http/json-api.server.ts';
import { addApprovedEmail, listApprovedEmails } from './approved-emails.server.ts';
import { ApprovedEmailInput } from './approved-emails.ts';

const route = apiRoute({
  GET: ({ context }) => listApprovedEmails(context),
  POST: change(ApprovedEmailInput, (input, { context, user }) =>
    created(addApprovedEmail(context, user, input)),
  ),
});

export const loader = route.loader;
export const action = route.action;
