import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { inArray, lt, or } from 'drizzle-orm';
import { prepared, write } from '#db/connection.server.ts';
import { sessions } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import type { SignedIn } from '../../http/request-context.server.ts';
import { cookieName, plainCookie } from '../../http/cookie-name.ts';
import { agedBy } from '../../platform/aged-by.server.ts';
import { withoutWaiting } from '../../platform/without-waiting.server.ts';
import { secretsOf } from '../../platform/secrets/app-secret.server.ts';
import { deleteEnded, endSessions, hasEnded, isEnded } from '../../users/ended-sessions.server.ts';
import type { UserView } from '../../users/users.ts';

/** How long a session lasts at most, in seconds: 30 days. */
const SESSION_SECONDS = 30 * 24 * 60 * 60;

const DAY = 24 * 60 * 60 * 1000;

/** How exactly it is kept when a session was last seen, in milliseconds: each time is a write. */
const SEEN_STEP = 10 * 60 * 1000;

const NAME = 'session';

export type SessionServices = Pick<Services, 'config' | 'appSecret' | 'db' | 'clock'>;

/** What a session is used from: a device in words, and its address. */
export type From = { device: string; address: string };

const UNKNOWN: From = { device: 'An unknown program', address: '' };

function setCookie(
  { config }: Pick<Services, 'config'>,
  value: string,
  seconds: number,
  name = cookieName(config, NAME),
): string {
  return plainCookie(config, name, value, seconds);
}

function signatureOf(secret: string, purpose: 'cookie' | 'form', sessionId: string): string {
  return createHmac('sha256', secret).update(`${purpose}:${sessionId}`).digest('base64url');
}

const signed = (secret: string, id: string) => `${id}.${signatureOf(secret, 'cookie', id)}`;

function isSame(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}

/** The hash that the database keeps instead of a person's secret (session id, link token). */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** Sessions used before this instant have ended, in milliseconds since 1970. */
export const idleSince = ({ config, clock }: SessionServices) =>
  clock().getTime() - config.sessionIdleDays * DAY;

/**
 * Starts a session for a user, and ends those that the browser's Cookie header has; gives the
 * Set-Cookie header that carries its random id.
 */
export function startSession(
  services: SessionServices,
  userId: number,
  from: From = UNKNOWN,
  cookieHeader: string | null = null,
): string {
  const id = randomBytes(32).toString('base64url');
  const now = services.clock();
  const { db } = services;
  write(db, () => {
    const aged = agedBy(services);
    const isOver = or(
      lt(sessions.expiresAt, aged),
      lt(sessions.lastSeenAt, new Date(idleSince({ ...services, clock: () => aged }))),
    );
    db.delete(sessions).where(isOver).run();
    deleteSessions(services, cookieHeader);
    db.insert(sessions)
      .values({
        idHash: hashOf(id),
        userId,
        createdAt: now,
        expiresAt: new Date(now.getTime() + SESSION_SECONDS * 1000),
        lastSeenAt: now,
        ...from,
      })
      .run();
  });
  return setCookie(services, signed(services.appSecret, id), SESSION_SECONDS);
}

/** Written in SQL and compiled once, since it runs with every request. Exported for its tests. */
export const SESSION_QUERY = `
  select u.id, u.email, u.first_name as firstName, u.last_name as lastName,
    u.profile_image_url as profileImageUrl, s.expires_at as expiresAt, s.last_seen_at as lastSeenAt,
    s.device
  from sessions s join users u on u.id = s.user_id
  where s.id_hash = ? and s.expires_at > ? and s.last_seen_at > ?
    and exists (select 1 from approved_emails a where a.email = u.email)`;

/** A live session, and whose it is; instants in milliseconds since 1970. */
export type SessionRow = UserView & { expiresAt: number; lastSeenAt: number; device: string };

/**
 * The session and user of a request's cookie, or null. The session must have neither expired nor been
 * left alone for too long, and the user's email must still be approved.
 */
export function findSession(
  services: SessionServices,
  cookieHeader: string | null,
): SignedIn | null {
  const { cookie, found } = readCookie(services, cookieHeader) ?? {};
  if (!cookie || !found) return null;
  const { id, email, firstName, lastName, profileImageUrl, lastSeenAt } = found;
  const user = { id, email, firstName, lastName, profileImageUrl };
  return { user, sessionId: cookie.id, lastSeenAt };
}

function find(services: SessionServices, { id, hasOldName }: SessionCookie): SessionRow | null {
  const now = services.clock().getTime();
  const row = prepared<SessionRow>(services.db, SESSION_QUERY).get(
    hashOf(id),
    now,
    idleSince(services),
  );
  if (isEnded(services.db, hashOf(id))) return null;
  // Only a session from before the name had its prefix may come by the name without.
  return row && (!hasOldName || row.device === '') ? row : null;
}

/**
 * Notes that a session is in use, and from where; most of the time that is known already. Deletes those that ended
 * while nothing could be written.
 */
export function noteSeen(
  { db, clock }: SessionServices,
  { sessionId, lastSeenAt }: Pick<SignedIn, 'sessionId' | 'lastSeenAt'>,
  address: string,
): void {
  const now = clock().getTime();
  const isDue = now - lastSeenAt >= SEEN_STEP;
  if (!isDue && !hasEnded(db)) return;
  withoutWaiting(db, () => {
    deleteEnded(db);
    const text = 'update sessions set last_seen_at = ?, address = ? where id_hash = ?';
    if (isDue) prepared(db, text).run(now, address, hashOf(sessionId));
  });
}

/** A session's cookie that we signed: whether under the name without prefix, and with which secret. */
type SessionCookie = { id: string; hasOldName: boolean; hasOldSecret: boolean };

/**
 * The session cookies that we signed, the likeliest first: another program below our name can set a
 * cookie of the same name beside ours, which is to sign nobody out.
 */
function* signedCookies(
  services: Pick<Services, 'appSecret' | 'config'>,
  cookieHeader: string | null,
): Generator<SessionCookie> {
  const own = cookieName(services.config, NAME);
  for (const name of new Set([own, NAME])) {
    const pattern = new RegExp(`(?:^|;\\s*)${name}=([\\w-]+)\\.([\\w-]+)`, 'g');
    for (const [, id = '', signature = ''] of (cookieHeader ?? '').matchAll(pattern)) {
      for (const secret of secretsOf(services)) {
        if (!isSame(signature, signatureOf(secret, 'cookie', id))) continue;
        yield { id, hasOldName: name !== own, hasOldSecret: secret !== services.appSecret };
        break;
      }
    }
  }
}

/**
 * The cookie that counts, and its session: the first one whose session lives, since another program can put
 * one of an ended session before ours; null without any that we signed.
 */
function readCookie(
  services: SessionServices,
  cookieHeader: string | null,
): { cookie: SessionCookie; found: SessionRow | null } | null {
  let first: SessionCookie | null = null;
  for (const cookie of signedCookies(services, cookieHeader)) {
    const found = find(services, cookie);
    if (found !== null) return { cookie, found };
    first ??= cookie;
  }
  return first && { cookie: first, found: null };
}

/**
 * The Set-Cookie headers that give a browser its session's cookie anew, under the present name and
 * signed with the present secret; none when it has that.
 */
export function renewedCookies(services: SessionServices, cookieHeader: string | null): string[] {
  const isOld = ({ hasOldName, hasOldSecret }: SessionCookie) => hasOldName || hasOldSecret;
  // Of every request, and hardly any has one: the database is asked only then.
  if (![...signedCookies(services, cookieHeader)].some(isOld)) return [];
  const { cookie, found } = readCookie(services, cookieHeader) ?? {};
  if (!cookie || !found || !isOld(cookie)) return [];
  const seconds = Math.floor((found.expiresAt - services.clock().getTime()) / 1000);
  const renewed = setCookie(services, signed(services.appSecret, cookie.id), seconds);
  return cookie.hasOldName ? [renewed, setCookie(services, '', 0, NAME)] : [renewed];
}

function deleteSessions(services: SessionServices, cookieHeader: string | null): void {
  const own = inArray(sessions.idHash, sessionsIn(services, cookieHeader));
  services.db.delete(sessions).where(own).run();
}

/** The Set-Cookie headers that clear a session's cookie. */
export function clearedCookies(services: Pick<Services, 'config'>): string[] {
  const names = new Set([cookieName(services.config, NAME), NAME]);
  return [...names].map((name) => setCookie(services, '', 0, name));
}

/** The hashes of the sessions of a browser's cookies. */
export const sessionsIn = (services: SessionServices, cookieHeader: string | null): string[] =>
  [...signedCookies(services, cookieHeader)].map(({ id }) => hashOf(id));

/** Ends a browser's sessions, as {@link endSessions} does. */
export function endSession(services: SessionServices, cookieHeader: string | null): void {
  endSessions(services.db, sessionsIn(services, cookieHeader));
}

/**
 * The token in every form of a session. Text browsers send no origin with a post; for them the
 * token proves that the form was one of ours (docs/architecture.md, "Origins").
 */
export function formToken(appSecret: string, sessionId: string): string {
  return signatureOf(appSecret, 'form', sessionId).slice(0, TOKEN_LENGTH);
}

/** The form token of a page, which also says whose page it is ({@link personOfToken}). */
export function formTokenOfPage(
  appSecret: string,
  { sessionId, user }: Pick<SignedIn, 'sessionId' | 'user'>,
): string {
  return `${formToken(appSecret, sessionId)}.${user.id}`;
}

/** 132 bits: as much as nobody guesses, and every form of a page has it. */
const TOKEN_LENGTH = 22;

/** Whether a posted form token belongs to the session of the request's cookie. */
export function isFormToken(
  services: SessionServices,
  cookieHeader: string | null,
  token: string | null,
): boolean {
  const { cookie } = readCookie(services, cookieHeader) ?? {};
  if (!cookie || token === null) return false;
  const [, ofSession = ''] = /^([\w-]*)(?:\.\d+)?$/.exec(token) ?? [];
  return secretsOf(services).some(
    (secret) =>
      isSame(ofSession, formToken(secret, cookie.id)) ||
      // A page from before an update has all of it.
      isSame(ofSession, signatureOf(secret, 'form', cookie.id)),
  );
}
