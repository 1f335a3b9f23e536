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
