import { displayName, type UserView } from './users.ts';

/**
 * The first letter of the name. A picture would be fetched from wherever the identity provider says, and
 * tell that host who works here and when.
 */
export function Avatar({ user }: { user: UserView }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-9 shrink-0 place-items-center rounded-full bg-accent-tint text-sm font-semibold text-accent uppercase"
    >
      {Array.from(displayName(user))[0]}
    </span>
  );
}
