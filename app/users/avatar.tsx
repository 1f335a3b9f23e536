import { displayName, type UserView } from './users.ts';

/** The profile image, or the first letter of the name. */
export function Avatar({ user }: { user: UserView }) {
  if (user.profileImageUrl) {
    return (
      <img
        src={user.profileImageUrl}
        alt=""
        width={36}
        height={36}
        referrerPolicy="no-referrer"
        className="size-9 shrink-0 rounded-full object-cover"
      />
    );
  }
  return (
    <span
      aria-hidden="true"
      className="grid size-9 shrink-0 place-items-center rounded-full bg-accent-tint text-sm font-semibold text-accent uppercase"
    >
      {Array.from(displayName(user))[0]}
    </span>
  );
}
