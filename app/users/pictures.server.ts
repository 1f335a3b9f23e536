import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { write } from '#db/connection.server.ts';
import { profileImages, users } from '#db/schema.ts';
import type { Services } from '../context.server.ts';
import { notFound } from '../lib/errors.ts';
import type { Picture } from '../ports.ts';

/** In bytes. */
export const LARGEST_PICTURE = 200 * 1024;

/** How files of these types begin. Others are not taken: an SVG can hold scripts. */
const BEGINNINGS: [type: string, beginning: RegExp][] = [
  ['image/png', /^\x89PNG\r\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF.{4}WEBP/s],
];

/** Bytes as the picture that they are. Throws where they are none of a type that is taken. */
export function pictureOf(bytes: Buffer): Picture {
  const beginning = bytes.toString('latin1', 0, 12);
  const [type] = BEGINNINGS.find(([, pattern]) => pattern.test(beginning)) ?? [];
  if (type === undefined) throw new Error('This is no PNG, JPEG, GIF or WebP');
  return { type, bytes };
}

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
