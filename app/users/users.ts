import type { User } from '#db/schema.ts';

/** A user as the API and the screens know it (docs/specification.md, "Users"). */
export type UserView = Pick<User, 'id' | 'firstName' | 'lastName' | 'email' | 'profileImageUrl'>;

/** The fields of a user that leave the server. */
export function toUserView(user: User): UserView {
  const { id, firstName, lastName, email, profileImageUrl } = user;
  return { id, firstName, lastName, email, profileImageUrl };
}

/** The full name, else the email, else `User`. */
export function displayName(user: Pick<UserView, 'firstName' | 'lastName' | 'email'>): string {
  const fullName = [user.firstName, user.lastName].filter(Boolean).join(' ');
  return fullName || user.email || 'User';
}
