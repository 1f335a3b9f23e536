import { randomBytes } from 'node:crypto';
import { and, desc, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { prepared, write, type Database } from '#db/connection.server.ts';
import type { Actor } from '#db/history/acting.server.ts';
import type { Contents } from '#db/history/records.ts';
import { apiTokens, type ApiToken } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import type { Token } from '../../http/token.ts';
import { addToDay, dayOf, formatBritishDay } from '../../lib/calendar.ts';
import { notFound, ProductError } from '../../lib/errors.ts';
import { requiredLine } from '../../lib/fields.ts';
import { withoutWaiting } from '../../platform/without-waiting.server.ts';
import type { UserView } from '../../users/users.ts';
import { hashOf } from '../sessions/sessions.server.ts';
import { noteSignIn } from '../sign-in/sign-in-trail.server.ts';
import { EXPIRIES, TOKEN_SCOPES, WRITES_BACK, type Scope } from './scopes.ts';

const daysOf = (choices: Record<string, string>, message: string) =>
  z
    .string(message)
    .refine((text) => Object.hasOwn(choices, text), message)
    .transform((text) => Number(text) || null);

/** The form that makes a token; its numbers are days, null no limit. */
export const NewTokenInput = z.object({
  name: requiredLine('Enter a name, such as the program that gets it.', 60),
  scopes: z.preprocess(
    (value): unknown => (typeof value === 'string' ? [value] : (value ?? [])),
    z
      .array(z.enum(TOKEN_SCOPES, 'There is no such scope.'), 'Tick what the program may do.')
      .min(1, 'Tick what the program may do.'),
  ),
  days: daysOf(EXPIRIES, 'Choose when it expires.'),
  writesBackDays: daysOf(WRITES_BACK, 'Choose how far back it may write.'),
});

export type NewToken = z.output<typeof NewTokenInput>;

type TokenServices = Pick<Services, 'db' | 'clock'>;

/** How exactly it is kept when a token was last used, in milliseconds: each time is a write. */
const USED_STEP = 60_000;

const DAY = 24 * 60 * 60 * 1000;

/** Makes a token for a person; gives it in clear, which nothing here keeps, and its id. */
export function makeToken(
  { db, clock }: TokenServices,
  userId: number,
  { name, scopes, days, writesBackDays }: NewToken,
): { id: number; token: string } {
  const token = `th_${randomBytes(32).toString('base64url')}`;
  const now = clock();
  return write(db, () => {
    const { id } = db
      .insert(apiTokens)
      .values({
        ...{ userId, name, scopes, writesBackDays },
        tokenHash: hashOf(token),
        createdAt: now,
        expiresAt: days === null ? null : new Date(now.getTime() + days * DAY),
      })
      .returning({ id: apiTokens.id })
      .get();
    noteSignIn({ db }, 'token made', { name, reason: scopes.join(' ') });
    return { id, token };
  });
}

/** A person's tokens that were not ended, the newest first. */
export function listTokens({ db }: Pick<Services, 'db'>, userId: number): ApiToken[] {
  return db.select().from(apiTokens).where(isOwn(userId)).orderBy(desc(apiTokens.id)).all();
}

/** One of them. Throws 404. */
export function getToken({ db }: Pick<Services, 'db'>, userId: number, id: number): ApiToken {
  const isIt = and(isOwn(userId), eq(apiTokens.id, id));
  const token = db.select().from(apiTokens).where(isIt).get();
  if (token === undefined) throw notFound('The token');
  return token;
}

const isOwn = (userId: number) => and(eq(apiTokens.userId, userId), isNull(apiTokens.endedAt));

/** Ends one of a person's tokens: it opens nothing from now on. Throws 404. */
export function endToken(services: TokenServices, userId: number, id: number): void {
  const { db, clock } = services;
  write(db, () => {
    const { name } = getToken(services, userId, id);
    db.update(apiTokens).set({ endedAt: clock() }).where(eq(apiTokens.id, id)).run();
    noteSignIn({ db }, 'token ended', { name });
  });
}

/** Written in SQL and compiled once, since it runs with every call of a program. Exported for its tests. */
export const TOKEN_QUERY = `
  select t.id, t.name, t.scopes, t.writes_back_days as writesBackDays, t.last_used_at as lastUsedAt,
    u.id as userId, u.email, u.first_name as firstName, u.last_name as lastName,
    u.profile_image_url as profileImageUrl
  from api_tokens t join users u on u.id = t.user_id
  where t.token_hash = ? and t.ended_at is null and (t.expires_at is null or t.expires_at > ?)
    and exists (select 1 from approved_emails a where a.email = u.email)`;

type Row = Omit<Token, 'scopes' | 'user'> &
  Omit<UserView, 'id'> & { userId: number; scopes: string; lastUsedAt: number | null };

/** The token that this is, with its person, who must still be approved; null where it is none, or has ended. Notes its use. */
export function findToken({ db, clock }: TokenServices, secret: string): Token | null {
  const now = clock().getTime();
  const row = prepared<Row>(db, TOKEN_QUERY).get(hashOf(secret), now);
  if (row === undefined) return null;
  const { id, name, writesBackDays, lastUsedAt, scopes, userId, ...person } = row;
  if (lastUsedAt === null || Math.abs(now - lastUsedAt) >= USED_STEP) noteUse(db, id, now);
  const { email, firstName, lastName, profileImageUrl } = person;
  const user = { id: userId, email, firstName, lastName, profileImageUrl };
  return { id, name, writesBackDays, scopes: JSON.parse(scopes) as Scope[], user };
}

function noteUse(db: Database, id: number, now: number): void {
  withoutWaiting(db, () => {
    prepared(db, 'update api_tokens set last_used_at = ? where id = ?').run(now, id);
  });
}

/** Of a record that has a day: the field that says when it was. */
const DATED: Partial<Record<string, string>> = {
  'work-log': 'date',
  'pending-work-log': 'completedAt',
};

/** What an invoice does to the logs on it, and to where they came from, is none of their work. */
const OF_INVOICES = ['isInvoiced', 'xeroInvoiceId', 'xeroInvoiceNumber', 'includedVat'];

/**
 * Refuses what a token writes too far back, whichever way it came: no log and no task in review may be older, neither before
 * nor after. Undefined: it may write as far back as its person.
 */
export function limitBack(
  { clock, config }: Pick<Services, 'clock' | 'config'>,
  { writesBackDays }: Pick<Token, 'writesBackDays'>,
): Actor['check'] {
  if (writesBackDays === null) return undefined;
  const { timeZone } = config;
  return ({ kind, before, after: json }) => {
    const field = DATED[kind];
    const after = json === null ? null : (JSON.parse(json) as Contents);
    if (field === undefined || isByInvoice(before, after)) return;
    const oldest = addToDay(dayOf(clock(), timeZone), -writesBackDays);
    const days = [before?.[field], after?.[field]].filter((value) => typeof value === 'string');
    if (days.every((instant) => dayOf(new Date(instant), timeZone) >= oldest)) return;
    throw new ProductError(
      403,
      `This token may write ${writesBackDays} days back, to ${formatBritishDay(oldest)}, so nothing was changed.`,
    );
  };
}

function isByInvoice(before: Contents | null, after: Contents | null): boolean {
  if (before === null || after === null) return false;
  const names = Object.keys(before);
  const isStatus = names.length === 1 && [before.status, after.status].includes('converted');
  return isStatus || names.every((name) => OF_INVOICES.includes(name));
}
