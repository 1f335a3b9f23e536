import { users, type User } from '#db/schema.ts';
import type { Services } from '../context.server.ts';

type Profile = {
  email: string;
  firstName: string | null;
  lastName: string | null;
  profileImageUrl: string | null;
};

/** The user with this email, made at the first sign-in; names follow the provider's. */
export function recordSignIn(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  profile: Profile,
): User {
  const now = clock();
  const { email, ...names } = profile;
  const known = Object.fromEntries(Object.entries(names).filter(([, value]) => value !== null));
  return db
    .insert(users)
    .values({ ...profile, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({ target: users.email, set: { email, ...known, updatedAt: now } })
    .returning()
    .get();
}
