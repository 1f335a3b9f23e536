import { randomBytes } from 'node:crypto';
import { and, eq, gt, lt, lte } from 'drizzle-orm';
import { write } from '#db/connection.server.ts';
import { signInLinks } from '#db/schema.ts';
import { ProductError } from '../../lib/errors.ts';
import type { Services } from '../../context.server.ts';
import { isApproved } from '../../users/approved-emails.server.ts';
import { normaliseEmail } from '../../users/approved-emails.ts';
import { hashOf } from '../sessions/sessions.server.ts';
import { secondsUp } from '../passkeys/challenges.server.ts';

/** How long a sign-in link can be used, in milliseconds: ten minutes. */
const LINK_LIFETIME = 10 * 60 * 1000;

type LinkServices = Pick<Services, 'db' | 'clock' | 'config'>;

/**
 * Makes a sign-in link for an approved email: single use, for ten minutes.
 * Throws a ProductError when the email is not on the approved list.
 */
export function createSignInLink(services: LinkServices, email: string): string {
  const { db, clock, config } = services;
  const address = normaliseEmail(email);
  if (!isApproved(services, address)) {
    throw new ProductError(409, `${address} is not on the approved list, so no link was made.`);
  }
  const token = randomBytes(32).toString('base64url');
  const now = clock();
  write(db, () => {
    db.delete(signInLinks).where(lt(signInLinks.expiresAt, now)).run();
    db.insert(signInLinks)
      .values({
        tokenHash: hashOf(token),
        email: address,
        madeAtUptime: secondsUp(),
        expiresAt: new Date(now.getTime() + LINK_LIFETIME),
      })
      .run();
  });
  return `${config.origin}/api/login?token=${token}`;
}

/** By the clock, and by how long the machine has run, since a clock may be set back. */
const isLive = (services: LinkServices, token: string) =>
  and(
    eq(signInLinks.tokenHash, hashOf(token)),
    gt(signInLinks.expiresAt, services.clock()),
    gt(signInLinks.madeAtUptime, secondsUp() - LINK_LIFETIME / 1000),
    // Of a machine that was started since, this clock says nothing.
    lte(signInLinks.madeAtUptime, secondsUp()),
  );

/** The email that a link would sign in, or null. It is not used up: mail programs look at links, too. */
export function emailOfSignInLink(services: LinkServices, token: string): string | null {
  const link = services.db.select().from(signInLinks).where(isLive(services, token)).get();
  return link?.email ?? null;
}

/**
 * Uses up a link. Gives the email that it signs in, or null for an unknown, used or expired link.
 */
export function redeemSignInLink(services: LinkServices, token: string): string | null {
  const link = services.db.delete(signInLinks).where(isLive(services, token)).returning().get();
  return link?.email ?? null;
}
