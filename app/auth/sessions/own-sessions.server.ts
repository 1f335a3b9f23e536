import { and, count, desc, eq, gt } from 'drizzle-orm';
import { write } from '#db/connection.server.ts';
import { sessions } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import type { SignedIn } from '../../http/request-context.server.ts';
import { formatBritishMoment } from '../../lib/calendar.ts';
import { notFound } from '../../lib/errors.ts';
import {
  endSessions,
  isEnded,
  refuseSessions,
  sessionsOf,
} from '../../users/ended-sessions.server.ts';
import { MOST_LISTED } from '../../users/more.tsx';
import { noteSignIn } from '../sign-in/sign-in-trail.server.ts';
import { hashOf, idleSince, type SessionServices } from './sessions.server.ts';

/** Names a session in forms and opens nothing: neither its secret nor what the database keeps of it. */
const nameOf = (idHash: string) => hashOf(`name of ${idHash}`).slice(0, 16);

function liveSessions(services: SessionServices, userId: number) {
  const isLive = and(
    eq(sessions.userId, userId),
    gt(sessions.expiresAt, services.clock()),
    gt(sessions.lastSeenAt, new Date(idleSince(services))),
  );
  const byUse = [desc(sessions.lastSeenAt), desc(sessions.createdAt)];
  const { db } = services;
  return {
    query: db
      .select()
      .from(sessions)
      .where(isLive)
      .orderBy(...byUse),
    count: () => db.select({ n: count() }).from(sessions).where(isLive).get()?.n ?? 0,
  };
}

/** A session in the list of a person's own, as text. */
export type OwnSession = ReturnType<typeof listOwnSessions>['sessions'][number];

/** Where a person is signed in, last used first: at most a hundred, and how many others. */
export function listOwnSessions(services: SessionServices, signedIn: SignedIn) {
  const { timeZone } = services.config;
  const own = hashOf(signedIn.sessionId);
  const live = liveSessions(services, signedIn.user.id);
  const listed = live.query.limit(MOST_LISTED).all();
  return {
    others: live.count() - listed.length,
    sessions: listed.map((session) => ({
      name: nameOf(session.idHash),
      device: session.device === '' ? 'An unknown device' : session.device,
      address: session.address,
      lastSeen: formatBritishMoment(session.lastSeenAt, timeZone),
      since: formatBritishMoment(session.createdAt, timeZone),
      isThis: session.idHash === own,
    })),
  };
}

/** Ends one of a person's own sessions. Throws 404 when there is none of this name. */
export function endOwnSession(services: SessionServices, userId: number, name: string): void {
  const { db } = services;
  write(db, () => {
    const live = liveSessions(services, userId).query.all();
    const session = live.find(({ idHash }) => nameOf(idHash) === name && !isEnded(db, idHash));
    if (!session) throw notFound('The session');
    endSessions(db, [session.idHash]);
    noteSignIn(services, 'signed out', { device: session.device });
  });
}

/** Ends all of a person's sessions, also where nothing can be written. */
export function endAllSessions(
  services: SessionServices & Pick<Services, 'logger'>,
  userId: number,
): void {
  const { db, logger } = services;
  const ended = sessionsOf(db, [userId]);
  refuseSessions(db, ended);
  try {
    write(db, () => {
      endSessions(db, ended);
      noteSignIn(services, 'signed out everywhere', {});
    });
  } catch (error) {
    logger.error({ error }, 'A sign-out could not be written; the sessions are refused');
  }
}
