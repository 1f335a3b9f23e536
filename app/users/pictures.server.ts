import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { write } from '#db/connection.server.ts';
import { profileImages, users } from '#db/schema.ts';
import type { Services } from '../context.server.ts';
import { notFound } from '../lib/errors.ts';
import type { Picture } from '../ports.ts';

/**
 * Keeps a person's picture, in place of the one before, or takes it away (null). Its address changes with it, so that
 * browsers may keep what they have. Does nothing for somebody who was deleted meanwhile.
 */
export function keepPicture(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  userId: number,
  picture: Picture | null,
): void {
  const profileImageUrl = picture && addressOf(userId, picture);
  const isIt = eq(users.id, userId);
  write(db, () => {
    const user = db.select({ has: users.profileImageUrl }).from(users).where(isIt).get();
    if (user === undefined || user.has === profileImageUrl) return;
    db.delete(profileImages).where(eq(profileImages.userId, userId)).run();
    if (picture)
      db.insert(profileImages)
        .values({ userId, ...picture })
        .run();
    db.update(users).set({ profileImageUrl, updatedAt: clock() }).where(isIt).run();
  });
}

function addressOf(userId: number, { bytes }: Picture): string {
  const version = createHash('sha256').update(bytes).digest('base64url').slice(0, 12);
  return `/profile-images/${userId}?v=${version}`;
}

/** A person's picture. Throws 404. */
export function getPicture({ db }: Pick<Services, 'db'>, userId: number): Picture {
  const isTheirs = eq(profileImages.userId, userId);
  const found = db.select().from(profileImages).where(isTheirs).get();
  if (!found) throw notFound('The picture');
  return found;
}
