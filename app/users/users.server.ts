import { and, eq, sql } from 'drizzle-orm';
import { write, type Database } from '#db/connection.server.ts';
import { goingOnAs, type Actor } from '#db/history/acting.server.ts';
import { approvedEmails, users, type User } from '#db/schema.ts';
import type { Services } from '../context.server.ts';
import { conflict, notFound, ProductError } from '../lib/errors.ts';
import { noteUser } from '../platform/request-scope.server.ts';
import { endSessions, sessionsOf } from './ended-sessions.server.ts';
import type { Identity } from '../ports.ts';
import { displayName, type ListedUser, type UserView } from './users.ts';

type Profile = {
  email: string;
  firstName: string | null;
  lastName: string | null;
  identity?: Identity | null;
};

/** Somebody signs in with an email that belongs to another person. */
export class OtherIdentity extends Error {}

/**
 * The user who signs in, made at the first sign-in: by the provider's identity, whatever became of the
 * email; by the email where no identity is known yet, or that of another provider, since the operator
 * has changed it. Email and names follow what the provider gives. From here on the request is theirs, in
 * the history too. Throws OtherIdentity when the email is another person's at the same provider: a
 * mailbox that was given to somebody else must not give them the account.
 */
export function recordSignIn(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  profile: Profile,
): User {
  const now = clock();
  const { email, identity, firstName, lastName } = profile;
  const names = { firstName: firstName ?? undefined, lastName: lastName ?? undefined };
  return write(db, () => {
    const found = findPerson(db, email, identity ?? null);
    const values = { email, ...names, ...identity, updatedAt: now };
    const user = found
      ? db.update(users).set(values).where(eq(users.id, found.id)).returning().get()
      : db
          .insert(users)
          .values({ ...values, createdAt: now })
          .returning()
          .get();
    noteUser({ id: user.id, name: displayName(user) });
    return user;
  });
}

/** The email of the user whom the identity provider knows by this name; null where it knows none here. */
export function emailOfIdentity(
  { db }: Pick<Services, 'db'>,
  identity: Identity | null,
): string | null {
  return (identity && findByIdentity(db, identity)?.email) ?? null;
}

function findByIdentity(db: Database, { issuer, subject }: Identity): User | undefined {
  const isIt = and(eq(users.issuer, issuer), eq(users.subject, subject));
  return db.select().from(users).where(isIt).get();
}

function findPerson(db: Database, email: string, identity: Identity | null): User | undefined {
  const byEmail = db.select().from(users).where(eq(users.email, email)).get();
  if (identity === null) return byEmail;
  const byIdentity = findByIdentity(db, identity);
  const isOthers = byIdentity
    ? byEmail !== undefined && byEmail.id !== byIdentity.id
    : byEmail?.issuer === identity.issuer;
  if (isOthers) throw new OtherIdentity('The email belongs to another person');
  return byIdentity ?? byEmail;
}

const listedUser = {
  id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  profileImageUrl: users.profileImageUrl,
  isApproved: sql<number>`${approvedEmails.id} is not null`.mapWith(Boolean),
};

function selectUsers(db: Pick<Database, 'select'>) {
  return db
    .select(listedUser)
    .from(users)
    .leftJoin(approvedEmails, eq(approvedEmails.email, users.email));
}

/** Everybody who has signed in and was not deleted since, sorted by email. */
export function listUsers({ db }: Pick<Services, 'db'>): ListedUser[] {
  return selectUsers(db).orderBy(users.email).all();
}

/** A user without the fields that only the list in Settings has. */
export function toUserView(user: ListedUser): UserView {
  const { id, firstName, lastName, email, profileImageUrl } = user;
  return { id, firstName, lastName, email, profileImageUrl };
}

/**
 * A user whom the actor (the signed-in user) may delete. Throws 404, and 409 for the actor's own
 * account.
 */
export function getDeletableUser(
  { db }: Pick<Services, 'db'>,
  actor: Pick<UserView, 'id'>,
  id: number,
): ListedUser {
  if (id === actor.id) {
    throw conflict('You cannot delete your own account. Somebody else who is signed in can do it.');
  }
  const user = selectUsers(db).where(eq(users.id, id)).get();
  if (!user) throw notFound('The user');
  return user;
}

/**
 * Deletes a user, and their sessions, passkeys, tokens, timer and drafts by the database's cascade. Their work logs stay, logged by
 * nobody; the history keeps their name. While their email is approved they can sign in again, as a new user. Throws 404, 409 for
 * the actor's own account, and what {@link requireActor} throws.
 */
export function deleteUser(
  { db, logger }: Pick<Services, 'db' | 'logger'>,
  actor: Pick<UserView, 'id'>,
  id: number,
): void {
  write(db, () => {
    requireActor(db, actor);
    getDeletableUser({ db }, actor, id);
    endSessions(db, sessionsOf(db, [id]));
    db.delete(users).where(eq(users.id, id)).run();
  });
  logger.info({ event: 'deleted', record: `user:${id}` }, 'A user was deleted');
}

/** In whose name work goes on that a person began: that person, or the job where there is nobody any more. */
export function actorOf({ db }: Pick<Services, 'db'>, userId: number | null, job: string): Actor {
  const user = db
    .select()
    .from(users)
    .where(eq(users.id, userId ?? 0))
    .get();
  return user
    ? goingOnAs({ userId: user.id, name: displayName(user) })
    : { userId: null, name: job };
}

/**
 * Checks, in the transaction that changes who may sign in, that the person who asks may still sign
 * in. Otherwise two people who remove each other at once would both succeed, and nobody could sign
 * in any more. Throws 401.
 */
export function requireActor(db: Database, actor: Pick<UserView, 'id'>): void {
  const found = db
    .select({ id: users.id })
    .from(users)
    .innerJoin(approvedEmails, eq(approvedEmails.email, users.email))
    .where(eq(users.id, actor.id))
    .get();
  if (!found) throw new ProductError(401, 'Unauthorized');
}
