import { desc, eq } from 'drizzle-orm';
import { write } from '#db/connection.server.ts';
import { sessions } from '#db/schema.ts';
import type { SignedIn } from '../../http/request-context.server.ts';
import { formatListDateTime } from '../../lib/calendar.ts';
import { notFound } from '../../lib/errors.ts';
import { noteSignIn } from '../sign-in/sign-in-trail.server.ts';
import { hashOf, idleSince, type SessionServices } from './sessions.server.ts';

/** A session in the list of a person's own, as text. */
export type OwnSession = {
  /** Names it in forms; opens nothing. */
  name: string;
  device: string;
  /** From where it was last seen; empty where that is not known. */
  address: string;
  lastSeen: string;
  since: string;
  isThis: boolean;
};

/** Neither the session's secret nor what the database keeps of it. */
const nameOf = (idHash: string) => hashOf(`name of ${idHash}`).slice(0, 16);

function liveSessions(services: SessionServices, userId: number) {
  const now = services.clock().getTime();
  return services.db
    .select()
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt))
    .all()
    .filter(
      ({ expiresAt, lastSeenAt }) =>
        expiresAt.getTime() > now && lastSeenAt.getTime() > idleSince(services),
    );
}

/** Where a person is signed in, last used first. */
export function listOwnSessions(services: SessionServices, signedIn: SignedIn): OwnSession[] {
  const { timeZone } = services.config;
  const own = hashOf(signedIn.sessionId);
  return liveSessions(services, signedIn.user.id).map((session) => ({
    name: nameOf(session.idHash),
    device: session.device === '' ? 'An unknown device' : session.device,
    address: session.address,
    lastSeen: formatListDateTime(session.lastSeenAt, timeZone),
    since: formatListDateTime(session.createdAt, timeZone),
    isThis: session.idHash === own,
  }));
}

/** Ends one of a person's own sessions. Throws 404 when there is none of this name. */
export function endOwnSession(services: SessionServices, userId: number, name: string): void {
  const { db } = services;
  write(db, () => {
    const session = liveSessions(services, userId).find(({ idHash }) => nameOf(idHash) === name);
    if (!session) throw notFound('The session');
    db.delete(sessions).where(eq(sessions.idHash, session.idHash)).run();
    noteSignIn(services, 'signed out', { device: session.device });
  });
}

/** Ends all of a person's sessions. */
export function endAllSessions(services: SessionServices, userId: number): void {
  const { db } = services;
  write(db, () => {
    db.delete(sessions).where(eq(sessions.userId, userId)).run();
    noteSignIn(services, 'signed out everywhere', {});
  });
}
