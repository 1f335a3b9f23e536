import { displayName, type UserView } from './users.ts';

/**
 * The first letter of the name. A picture would be fetched from wherever the identity provider says, and
 * tell that host who works here and when.
 */
export function Avatar({ user }: { user: UserView }) {
  return (
    <span aria-hidden="true" className="avatar">
      {Array.from(displayName(user))[0]}
    </span>
  );
}
