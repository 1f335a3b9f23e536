import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/page-header.tsx';
import { ApproveEmailForm } from './approve-email-form.tsx';
import { Avatar } from '../users/avatar.tsx';
import { More, type FirstOf } from '../users/more.tsx';
import {
  displayName,
  type ApprovedEmailView,
  type ListedUser,
  type UserView,
} from '../users/users.ts';

/** The Settings card that says who has an account and who may sign in. */
export function UserManagementCard({
  currentUser,
  users,
  approvedEmails,
  oneTimeKey,
}: {
  currentUser: UserView;
  users: FirstOf<ListedUser>;
  approvedEmails: FirstOf<ApprovedEmailView>;
  /** For the form that approves an email. */
  oneTimeKey: string;
}) {
  return (
    <Card id="users" title="User Management">
      <div className="grid items-start gap-x-8 gap-y-4 lg:grid-cols-2">
        <Part title="System Users">
          <UserList users={users.listed} currentUser={currentUser} />
          <More count={users.others}>The API lists all of them.</More>
        </Part>
        <Part title="Pre-Approved Email Addresses">
          {/* The key empties the form whenever the list has changed. */}
          <ApproveEmailForm
            key={[approvedEmails.others, ...approvedEmails.listed.map(({ id }) => id)].join()}
            id="approve-email-inline"
            label="Email address"
            hint="Only these people can sign in"
            oneTimeKey={oneTimeKey}
            renderActions={(add) => <div className="beside-fields">{add}</div>}
          />
          <ApprovedEmailList approvedEmails={approvedEmails.listed} currentUser={currentUser} />
          <More count={approvedEmails.others}>The API lists all of them.</More>
        </Part>
      </div>
    </Card>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 grid-cols-1 gap-2">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </div>
  );
}

/** Everybody with an account; everybody but the signed-in user can be deleted. */
export function UserList({ users, currentUser }: { users: ListedUser[]; currentUser: UserView }) {
  if (users.length === 0) {
    return <EmptyState title="No users found">Whoever signs in appears here.</EmptyState>;
  }
  return (
    <ul className="divide-y divide-line">
      {users.map((user) => (
        <UserRow key={user.id} user={user} isSelf={user.id === currentUser.id} />
      ))}
    </ul>
  );
}

function UserRow({ user, isSelf }: { user: ListedUser; isSelf: boolean }) {
  const name = displayName(user);
  return (
    <li className="flex min-h-11 items-center gap-3 py-1">
      <Avatar name={name} image={user.profileImageUrl} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium wrap-anywhere">
          <span className="min-w-0">{name}</span>
          {user.isApproved ? (
            <Badge tone="success">Active</Badge>
          ) : (
            <Badge tone="warning">Not approved</Badge>
          )}
          {isSelf ? <Badge>You</Badge> : null}
        </p>
        {name === user.email ? null : (
          <p className="text-sm wrap-anywhere text-muted">{user.email}</p>
        )}
      </div>
      {isSelf ? null : (
        <Link
          to={`/settings/users/${user.id}/delete`}
          preventScrollReset
          className="button button-quiet-danger -mr-2 shrink-0"
          aria-label={`Delete ${name}`}
        >
          Delete
        </Link>
      )}
    </li>
  );
}

/** Every approved email; all but the signed-in user's own can be removed. */
export function ApprovedEmailList({
  approvedEmails,
  currentUser,
}: {
  approvedEmails: ApprovedEmailView[];
  currentUser: UserView;
}) {
  if (approvedEmails.length === 0) {
    return (
      <EmptyState title="No approved emails configured">Add one to let somebody in.</EmptyState>
    );
  }
  return (
    <ul className="divide-y divide-line">
      {approvedEmails.map(({ id, email }) => (
        <li key={id} className="flex min-h-11 items-center justify-between gap-4">
          <span className="flex min-w-0 flex-wrap items-center gap-x-2 wrap-anywhere">
            <span className="min-w-0">{email}</span>
            {email === currentUser.email ? <Badge>You</Badge> : null}
          </span>
          {email === currentUser.email ? null : (
            <Link
              to={`/settings/approved-emails/${id}/remove`}
              preventScrollReset
              className="button button-quiet-danger -mr-2 shrink-0"
              aria-label={`Remove ${email}`}
            >
              Remove
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}
