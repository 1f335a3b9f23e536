import { randomBytes } from 'node:crypto';
import { uptime } from 'node:os';
import { and, eq, gt, lt, lte } from 'drizzle-orm';
import { write } from '#db/connection.server.ts';
import { signInLinks } from '#db/schema.ts';
import { ProductError } from '../lib/errors.ts';
import type { Services } from '../context.server.ts';
import { isApproved } from '../users/approved-emails.server.ts';
import { hashOf } from './sessions.server.ts';

/** How long a sign-in link can be used, in milliseconds: ten minutes. */
const LINK_LIFETIME = 10 * 60 * 1000;

/** How long this machine has run, in whole seconds: what nobody sets back, also for other processes. */
const secondsUp = () => Math.floor(uptime());

type LinkServices = Pick<Services, 'db' | 'clock' | 'config'>;

/**
 * Makes a sign-in link for an approved email: single use, for ten minutes.
 * Throws a ProductError when the email is not on the approved list.
 */
export function createSignInLink(services: LinkServices, email: string): string {
  const { db, clock, config } = services;
  const address = email.trim().toLowerCase();
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

/**
 * Whether a link would sign somebody in. It is not used up: mail programs look at links, too. `browser` is the
 * secret of the browser that looks, if it has one: see {@link redeemSignInLink}.
 */
export function isSignInLink(
  services: LinkServices,
  token: string,
  browser: string | null = null,
): boolean {
  const isThere = (one: string) =>
    services.db.select().from(signInLinks).where(isLive(services, one)).get() !== undefined;
  return isThere(token) || (browser !== null && isThere(usedBy(browser, token)));
}

/** How long the browser that used a link may press again, in milliseconds: the answer may be lost on the line. */
const PRESSED_AGAIN = 2 * 60_000;

/** What a used link is known by: nobody but the browser that used it has both. */
const usedBy = (browser: string, token: string) => `${token} ${browser}`;

/**
 * Uses up a link. Gives the email that it signs in, or null for an unknown, used or expired link. The browser
 * that used it, known by its secret, gets the same answer for two minutes more; `sessionId` is then the same,
 * too, so that there is one session.
 */
export function redeemSignInLink(
  services: LinkServices,
  token: string,
  browser: string | null,
): { email: string; sessionId?: string } | null {
  const { db, clock } = services;
  return write(db, () => {
    const again = browser === null ? null : usedBy(browser, token);
    const link = db.delete(signInLinks).where(isLive(services, token)).returning().get();
    if (again === null) return link ? { email: link.email } : null;
    if (link) {
      const soon = new Date(clock().getTime() + PRESSED_AGAIN);
      const expiresAt = soon < link.expiresAt ? soon : link.expiresAt;
      db.insert(signInLinks)
        .values({ ...link, tokenHash: hashOf(again), expiresAt })
        .run();
    }
    const used = db.select().from(signInLinks).where(isLive(services, again)).get();
    return used ? { email: used.email, sessionId: hashOf(`session ${again}`) } : null;
  });
}
