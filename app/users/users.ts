import type { ApprovedEmail, User } from '#db/schema.ts';

/** A user as the API and the screens know it (docs/specification.md, "Users"). */
export type UserView = Pick<User, 'id' | 'firstName' | 'lastName' | 'email' | 'profileImageUrl'>;

/** A user in the list of Settings. */
export type ListedUser = UserView & {
  /** Whether the email is on the approved list; only then can this user sign in. */
  isApproved: boolean;
};

/** An email that may sign in, in lower case. */
export type ApprovedEmailView = Pick<ApprovedEmail, 'id' | 'email'>;

/** The full name, else the email, else `User`. */
export function displayName(user: Pick<UserView, 'firstName' | 'lastName' | 'email'>): string {
  const fullName = [user.firstName, user.lastName].filter(Boolean).join(' ');
  return fullName || user.email || 'User';
}
