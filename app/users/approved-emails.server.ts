import { count, eq, inArray } from 'drizzle-orm';
import { write, type Database } from '#db/connection.server.ts';
import { apiTokens, approvedEmails, calendars, passkeys, signInLinks, users } from '#db/schema.ts';
import type { Services } from '../context.server.ts';
import { conflict, notFound, ProductError } from '../lib/errors.ts';
import { endSessions, sessionsOf } from './ended-sessions.server.ts';
import { requireActor } from './users.server.ts';
import { normaliseEmail, type ApprovedEmailInput } from './approved-emails.ts';
import type { ApprovedEmailView, UserView } from './users.ts';

const approvedEmail = { id: approvedEmails.id, email: approvedEmails.email };

type Reader = { db: Pick<Database, 'select'> };

/** Whether an email (lower case) is on the approved list. */
export function isApproved({ db }: Reader, email: string): boolean {
  return findApprovedEmail({ db }, email) !== undefined;
}

function findApprovedEmail({ db }: Reader, email: string): ApprovedEmailView | undefined {
  return db.select(approvedEmail).from(approvedEmails).where(eq(approvedEmails.email, email)).get();
}

/** The approved list, in alphabetical order. */
export function listApprovedEmails({ db }: Reader): ApprovedEmailView[] {
  return db.select(approvedEmail).from(approvedEmails).orderBy(approvedEmails.email).all();
}

/** The entry of an email, in upper or lower case. Throws 404. */
export function getApprovedEmail({ db }: Reader, email: string): ApprovedEmailView {
  const entry = findApprovedEmail({ db }, normaliseEmail(email));
  if (!entry) throw notFound('The approved email');
  return entry;
}

/**
 * An entry that the actor (the signed-in user) may take off the list, and whether a user has this
 * email. Throws 404, and 409 for the actor's own email.
 */
export function getRemovableEmail(
  { db }: Reader,
  actor: Pick<UserView, 'email'>,
  id: number,
): ApprovedEmailView & { hasUser: boolean } {
  const entry = db
    .select({ ...approvedEmail, userId: users.id })
    .from(approvedEmails)
    .leftJoin(users, eq(users.email, approvedEmails.email))
    .where(eq(approvedEmails.id, id))
    .get();
  if (!entry) throw notFound('The approved email');
  const { userId, ...rest } = entry;
  if (rest.email !== actor.email) return { ...rest, hasUser: userId !== null };
  throw conflict(
    'You cannot remove your own email from the approved list. Somebody else who is signed in can do it.',
  );
}

/**
 * Puts an email on the approved list. Throws 409 when it is there already, and what
 * {@link requireActor} throws.
 */
export function addApprovedEmail(
  { db, clock, logger }: Pick<Services, 'db' | 'clock' | 'logger'>,
  actor: Pick<UserView, 'id'>,
  { email }: ApprovedEmailInput,
): ApprovedEmailView {
  const added = write(db, () => {
    requireActor(db, actor);
    if (isApproved({ db }, email)) {
      const message = `${email} is on the approved list already.`;
      throw new ProductError(409, message, [{ path: 'email', message }]);
    }
    return db
      .insert(approvedEmails)
      .values({ email, createdAt: clock() })
      .returning(approvedEmail)
      .get();
  });
  logger.info({ event: 'approved', record: `approved-email:${added.id}` }, 'An email was approved');
  return added;
}

/**
 * Takes an email off the list and deletes that person's sessions, passkeys, tokens, calendar address and unused sign-in
 * links, so that these stay dead when the email is approved again. Throws 404, 409 for the actor's own email, and
 * what {@link requireActor} throws.
 */
export function removeApprovedEmail(
  { db, logger }: Pick<Services, 'db' | 'logger'>,
  actor: Pick<UserView, 'id' | 'email'>,
  id: number,
): void {
  write(db, () => {
    requireActor(db, actor);
    const { email } = getRemovableEmail({ db }, actor, id);
    const owner = db.select({ id: users.id }).from(users).where(eq(users.email, email));
    endSessions(db, sessionsOf(db, owner));
    db.delete(passkeys).where(inArray(passkeys.userId, owner)).run();
    db.delete(apiTokens).where(inArray(apiTokens.userId, owner)).run();
    db.delete(calendars).where(inArray(calendars.userId, owner)).run();
    db.delete(signInLinks).where(eq(signInLinks.email, email)).run();
    db.delete(approvedEmails).where(eq(approvedEmails.id, id)).run();
  });
  logger.info(
    { event: 'removed', record: `approved-email:${id}` },
    'An approved email was removed',
  );
}

/**
 * Fills an empty approved list from the configuration; does nothing when the list has an
 * entry. Gives the emails that were added.
 */
export function seedApprovedEmails(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  emails: string[],
): string[] {
  return write(db, () => {
    const existing = db.select({ total: count() }).from(approvedEmails).get();
    if ((existing?.total ?? 0) > 0) return [];
    const unique = [...new Set(emails)];
    for (const email of unique) {
      db.insert(approvedEmails).values({ email, createdAt: clock() }).run();
    }
    return unique;
  });
}
