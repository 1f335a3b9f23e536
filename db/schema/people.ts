import { sql } from 'drizzle-orm';
import {
  blob,
  check,
  index,
  integer,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import type { Scope } from '../words.ts';
import { id, instant, isLowerCase, timestamps } from './columns.ts';

// Who may sign in, and who is signed in.

/** Everybody who has signed in and was not deleted since. */
export const users = sqliteTable(
  'users',
  {
    id: id(),
    /** Lower case. An attribute: it may change, and then this is still the same person. */
    email: text('email').notNull(),
    /** Who the identity provider says it is: its address, and its own name for the person. */
    issuer: text('issuer'),
    subject: text('subject'),
    firstName: text('first_name'),
    lastName: text('last_name'),
    /** Our own address of their picture, which changes with it; null: there is none. */
    profileImageUrl: text('profile_image_url'),
    ...timestamps(),
  },
  (table) => [
    uniqueIndex('users_email').on(table.email),
    uniqueIndex('users_identity').on(table.issuer, table.subject),
    check('users_email_case', isLowerCase(table.email)),
  ],
);

/** The pictures of people, as the identity provider had them at their last sign-in. */
export const profileImages = sqliteTable('profile_images', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** `image/png` and the like, by its bytes. */
  type: text('type').notNull(),
  bytes: blob('bytes', { mode: 'buffer' }).notNull(),
});

/** The emails that may sign in. */
export const approvedEmails = sqliteTable(
  'approved_emails',
  {
    id: id(),
    /** Lower case. */
    email: text('email').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('approved_emails_email').on(table.email),
    check('approved_emails_email_case', isLowerCase(table.email)),
  ],
);

/** The sessions of signed-in users. */
export const sessions = sqliteTable(
  'sessions',
  {
    /** SHA-256 of the random id in the cookie, so that the file alone opens no session. */
    idHash: text('id_hash').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** To ten minutes. */
    lastSeenAt: instant('last_seen_at')
      .notNull()
      .default(sql`0`),
    /** In words, such as "Firefox on Windows"; empty for a session from before this was kept. */
    device: text('device').notNull().default(''),
    /** The address that it was last seen from. */
    address: text('address').notNull().default(''),
  },
  (table) => [
    index('sessions_user').on(table.userId),
    index('sessions_expires_at').on(table.expiresAt),
  ],
);

/** The unused sign-in links, for an installation without an identity provider. */
export const signInLinks = sqliteTable(
  'sign_in_links',
  {
    /** SHA-256 of the token in the link. */
    tokenHash: text('token_hash').primaryKey(),
    /** May have been taken off the approved list since; using the link is then refused. */
    email: text('email').notNull(),
    /** How long the machine had run when it was made, in seconds: a clock that is never set back. */
    madeAtUptime: integer('made_at_uptime').notNull().default(0),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('sign_in_links_expires_at').on(table.expiresAt)],
);

/** The passkeys with which people sign in without a link, where there is no identity provider. */
export const passkeys = sqliteTable(
  'passkeys',
  {
    id: id(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** What authenticators know the person by: random, and the same for all of a person's. */
    userHandle: text('user_handle').notNull(),
    /** As the authenticator names it, in base64url; so is the public key. */
    credentialId: text('credential_id').notNull(),
    publicKey: text('public_key').notNull(),
    /** How often it has signed, by its own count; 0 of one that does not count. */
    counter: integer('counter').notNull(),
    /** JSON: the ways by which a browser reaches it. */
    transports: text('transports').notNull().default('[]'),
    /** What its person calls it. */
    name: text('name').notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [
    uniqueIndex('passkeys_credential').on(table.credentialId),
    index('passkeys_user').on(table.userId),
  ],
);

/** What passkeys were asked to sign and have not yet: each answers once, within minutes. */
export const passkeyChallenges = sqliteTable(
  'passkey_challenges',
  {
    /** SHA-256 of the challenge. */
    challengeHash: text('challenge_hash').primaryKey(),
    /** SHA-256 of what only the browser has that asked for it. */
    holderHash: text('holder_hash').notNull(),
    /** As that of a sign-in link. */
    madeAtUptime: integer('made_at_uptime').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('passkey_challenges_expires_at').on(table.expiresAt)],
);

/** The addresses at which people's calendars are read without a session; one for each person. */
export const calendars = sqliteTable('calendars', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** SHA-256 of the secret in the address. */
  secretHash: text('secret_hash').notNull().unique(),
  createdAt: instant('created_at').notNull(),
});
/** The tokens with which programs come in a person's name (docs/decisions/0084-tokens.md). */
export const apiTokens = sqliteTable(
  'api_tokens',
  {
    id: id(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token, which nothing here keeps. */
    tokenHash: text('token_hash').notNull(),
    /** What its person calls it. */
    name: text('name').notNull(),
    /** JSON: some of `TOKEN_SCOPES`. */
    scopes: text('scopes', { mode: 'json' }).$type<Scope[]>().notNull(),
    /** Null: it does not expire. */
    expiresAt: instant('expires_at'),
    /** How many days back from today it may write; null: any. */
    writesBackDays: integer('writes_back_days'),
    createdAt: instant('created_at').notNull(),
    /** To a minute; null: never. */
    lastUsedAt: instant('last_used_at'),
    endedAt: instant('ended_at'),
  },
  (table) => [
    uniqueIndex('api_tokens_hash').on(table.tokenHash),
    index('api_tokens_user').on(table.userId),
  ],
);

export type User = typeof users.$inferSelect;
export type ApiToken = typeof apiTokens.$inferSelect;
export type Passkey = typeof passkeys.$inferSelect;
export type ApprovedEmail = typeof approvedEmails.$inferSelect;
