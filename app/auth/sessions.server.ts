import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { createCookie } from '@remix-run/node';
import { and, eq, exists, gt, lt } from 'drizzle-orm';
import { write } from '#db/connection.server.ts';
import { approvedEmails, sessions, users } from '#db/schema.ts';
import type { Services, SignedIn } from '../context.server.ts';

/** How long a session lasts, in seconds: 30 days. */
const SESSION_SECONDS = 30 * 24 * 60 * 60;

type SessionServices = Pick<Services, 'config' | 'appSecret' | 'db' | 'clock'>;

function sessionCookie(services: Pick<Services, 'config' | 'appSecret'>) {
  return createCookie('session', {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: services.config.origin.startsWith('https:'),
    secrets: [services.appSecret],
  });
}

/** What the database keeps of a secret that a person holds. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** Starts a session for a user; gives the Set-Cookie header that carries its random id. */
export async function startSession(services: SessionServices, userId: number): Promise<string> {
  const id = randomBytes(32).toString('base64url');
  const now = services.clock();
  write(services.db, (transaction) => {
    transaction.delete(sessions).where(lt(sessions.expiresAt, now)).run();
    transaction
      .insert(sessions)
      .values({
        idHash: hashOf(id),
        userId,
        createdAt: now,
        expiresAt: new Date(now.getTime() + SESSION_SECONDS * 1000),
      })
      .run();
  });
  return sessionCookie(services).serialize(id, { maxAge: SESSION_SECONDS });
}

/**
 * Who a request's cookie signs in, or null. The session must be live and the
 * user's email still approved.
 */
export async function findSession(
  services: SessionServices,
  cookieHeader: string | null,
): Promise<SignedIn | null> {
  const sessionId = await readSessionId(services, cookieHeader);
  if (sessionId === null) return null;
  const row = sessionQuery(services, hashOf(sessionId)).get();
  return row ? { user: row.user, sessionId } : null;
}

/** The query of {@link findSession}; not run yet. */
export function sessionQuery({ db, clock }: Pick<Services, 'db' | 'clock'>, idHash: string) {
  const approved = db
    .select({ id: approvedEmails.id })
    .from(approvedEmails)
    .where(eq(approvedEmails.email, users.email));
  return db
    .select({ user: users })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.idHash, idHash), gt(sessions.expiresAt, clock()), exists(approved)));
}

async function readSessionId(
  services: Pick<Services, 'config' | 'appSecret'>,
  cookieHeader: string | null,
): Promise<string | null> {
  if (!cookieHeader?.includes('session=')) return null;
  const value: unknown = await sessionCookie(services).parse(cookieHeader);
  return typeof value === 'string' ? value : null;
}

/** Ends the session of a request on the server; gives the header that clears its cookie. */
export async function endSession(
  services: SessionServices,
  cookieHeader: string | null,
): Promise<string> {
  const sessionId = await readSessionId(services, cookieHeader);
  if (sessionId !== null) {
    services.db
      .delete(sessions)
      .where(eq(sessions.idHash, hashOf(sessionId)))
      .run();
  }
  return sessionCookie(services).serialize('', { maxAge: 0 });
}

/**
 * The token in every form of a session. Text browsers name no origin with a post:
 * then this proves that the form was one of ours (docs/architecture.md, "Origins").
 */
export function formToken(appSecret: string, sessionId: string): string {
  return createHmac('sha256', appSecret).update(`form:${sessionId}`).digest('base64url');
}

/** Whether a posted form token belongs to the session of the request's cookie. */
export async function isFormToken(
  services: Pick<Services, 'config' | 'appSecret'>,
  cookieHeader: string | null,
  token: string | null,
): Promise<boolean> {
  const sessionId = await readSessionId(services, cookieHeader);
  if (sessionId === null || token === null) return false;
  const expected = Buffer.from(formToken(services.appSecret, sessionId));
  const given = Buffer.from(token);
  return expected.length === given.length && timingSafeEqual(expected, given);
}
