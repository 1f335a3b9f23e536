import type { ReadableStream } from 'node:stream/web';
import type { IdentityProviderConfig } from '../../platform/env.server.ts';
import type { Picture } from '../../ports.ts';
import { LARGEST_PICTURE, pictureOf } from '../../users/pictures.ts';
import { checkHost, fetchHere } from './provider-calls.server.ts';

/** How long a picture may take in all, in milliseconds. */
const DEADLINE = 5_000;

/**
 * Fetches the picture that the provider names for a person, from a host of the provider's alone: the address comes
 * from outside, and whoever may set it must not have us call others. Throws for what is no picture, or too large.
 */
export async function fetchPicture(
  address: string,
  config: IdentityProviderConfig,
  closing: AbortSignal,
): Promise<Picture> {
  checkHost(address, config);
  const signal = AbortSignal.any([closing, AbortSignal.timeout(DEADLINE)]);
  const response = await fetchHere(address, { headers: { Accept: 'image/*' }, signal });
  if (response.status !== 200) throw new Error(`The picture was answered with ${response.status}`);
  return pictureOf(await bytesOf(response));
}

/** The body, of which no more is read than may be kept: its length is what the provider says. */
async function bytesOf({ body }: Response): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of (body ?? []) as ReadableStream<Uint8Array>) {
    size += part.length;
    if (size > LARGEST_PICTURE) throw new Error('The picture is too large');
    parts.push(part);
  }
  return Buffer.concat(parts);
}
