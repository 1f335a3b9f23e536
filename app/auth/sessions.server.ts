import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { eq, lt } from 'drizzle-orm';
import { prepared, write } from '#db/connection.server.ts';
import { sessions } from '#db/schema.ts';
import type { Services, SignedIn } from '../context.server.ts';

/** How long a session lasts, in seconds: 30 days. */
const SESSION_SECONDS = 30 * 24 * 60 * 60;

type SessionServices = Pick<Services, 'config' | 'appSecret' | 'db' | 'clock'>;

/** A Set-Cookie header for the session cookie; `seconds` is its age. */
function setCookie({ config }: Pick<Services, 'config'>, value: string, seconds: number): string {
  const secure = config.origin.startsWith('https:') ? ' Secure;' : '';
  return `session=${value}; Max-Age=${seconds}; Path=/; HttpOnly;${secure} SameSite=Lax`;
}

function signatureOf(appSecret: string, purpose: 'cookie' | 'form', sessionId: string): string {
  return createHmac('sha256', appSecret).update(`${purpose}:${sessionId}`).digest('base64url');
}

function isSame(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}

/** The hash that the database keeps instead of a person's secret (session id, link token). */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** Starts a session for a user; gives the Set-Cookie header that carries its random id. */
export function startSession(services: SessionServices, userId: number): string {
  const id = randomBytes(32).toString('base64url');
  const now = services.clock();
  write(services.db, () => {
    services.db.delete(sessions).where(lt(sessions.expiresAt, now)).run();
    services.db
      .insert(sessions)
      .values({
        idHash: hashOf(id),
        userId,
        createdAt: now,
        expiresAt: new Date(now.getTime() + SESSION_SECONDS * 1000),
      })
      .run();
  });
  const signed = `${id}.${signatureOf(services.appSecret, 'cookie', id)}`;
  return setCookie(services, signed, SESSION_SECONDS);
}

/** Written in SQL and compiled once, since it runs with every request. Exported for its tests. */
export const SESSION_QUERY = `
  select u.id, u.email, u.first_name as firstName, u.last_name as lastName,
    u.profile_image_url as profileImageUrl
  from sessions s join users u on u.id = s.user_id
  where s.id_hash = ? and s.expires_at > ?
    and exists (select 1 from approved_emails a where a.email = u.email)`;

/**
 * The session and user of a request's cookie, or null. The session must not have expired, and the
 * user's email must still be approved.
 */
export function findSession(
  services: SessionServices,
  cookieHeader: string | null,
): SignedIn | null {
  const sessionId = readSessionId(services, cookieHeader);
  if (sessionId === null) return null;
  const now = services.clock().getTime();
  const user = prepared<SignedIn['user']>(services.db, SESSION_QUERY).get(hashOf(sessionId), now);
  return user ? { user, sessionId } : null;
}

/**
 * The id in the first session cookie that we signed: another program below our name can set a cookie of
 * the same name beside ours, which is to sign nobody out.
 */
function readSessionId(
  { appSecret }: Pick<Services, 'appSecret'>,
  cookieHeader: string | null,
): string | null {
  for (const match of (cookieHeader ?? '').matchAll(/(?:^|;\s*)session=([\w-]+)\.([\w-]+)/g)) {
    const [, id = '', signature = ''] = match;
    if (isSame(signature, signatureOf(appSecret, 'cookie', id))) return id;
  }
  return null;
}

/** Ends a request's session in the database; gives the Set-Cookie header that clears its cookie. */
export function endSession(services: SessionServices, cookieHeader: string | null): string {
  const sessionId = readSessionId(services, cookieHeader);
  if (sessionId !== null) {
    services.db
      .delete(sessions)
      .where(eq(sessions.idHash, hashOf(sessionId)))
      .run();
  }
  return setCookie(services, '', 0);
}

/**
 * The token in every form of a session. Text browsers send no origin with a post; for them the
 * token proves that the form was one of ours (docs/architecture.md, "Origins").
 */
export function formToken(appSecret: string, sessionId: string): string {
  return signatureOf(appSecret, 'form', sessionId);
}

/** Whether a posted form token belongs to the session of the request's cookie. */
export function isFormToken(
  services: Pick<Services, 'appSecret'>,
  cookieHeader: string | null,
  token: string | null,
): boolean {
  const sessionId = readSessionId(services, cookieHeader);
  if (sessionId === null || token === null) return false;
  return isSame(token, formToken(services.appSecret, sessionId));
}
