import { boundedFetch } from '../../platform/bounded-answer.server.ts';
import type { IdentityProviderConfig } from '../../platform/env.server.ts';
import type { Picture } from '../../ports.ts';
import { LARGEST_PICTURE, pictureOf } from '../../users/pictures.server.ts';
import { SignInProblem } from './sign-in-problem.ts';

/** The time limit of each of our calls to the provider, in milliseconds. */
export const DEADLINE = 10_000;

/** How long a picture may take in all, in milliseconds. */
const PICTURE_DEADLINE = 5_000;

/** The most that is read of an answer, in bytes. */
const LARGEST_ANSWER = 1024 * 1024;

/** Never follows a redirection, which could lead to a host that nobody configured. */
export const fetchHere = (url: URL | string, init: RequestInit = {}, largest = LARGEST_ANSWER) =>
  boundedFetch(largest)(url, {
    ...init,
    redirect: 'manual',
    signal: init.signal ?? AbortSignal.timeout(DEADLINE),
  });

type Init = { method?: string; headers?: Record<string, string>; body?: URLSearchParams };

/** An answer of the provider that is no success. */
export class Refused extends Error {
  readonly status: number;
  /** The word that OAuth has for it, such as `invalid_client`; null where it says none. */
  readonly word: string | null;

  constructor(status: number, word: string | null) {
    super(`The identity provider answered ${status}${word === null ? '' : ` (${word})`}`);
    this.status = status;
    this.word = word;
  }
}

/** The text of an answer. Throws `Refused` for a redirection, too, and for more than a megabyte. */
export async function fetchText(url: URL | string, init: Init = {}): Promise<string> {
  const headers = { Accept: 'application/json', ...init.headers };
  const response = await fetchHere(url, { ...init, headers });
  const text = await response.text();
  if (!response.ok) throw new Refused(response.status, wordIn(text));
  return text;
}

/** The word of an OAuth error, of the few signs that it may have: the log shows it. */
function wordIn(text: string): string | null {
  return /"error"\s*:\s*"([a-z_]{1,40})"/.exec(text)?.[1] ?? null;
}

/** The JSON of an answer. Throws what {@link fetchText} throws. */
export async function fetchJson(url: URL | string, init: Init = {}): Promise<unknown> {
  return JSON.parse(await fetchText(url, init)) as unknown;
}

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
  const signal = AbortSignal.any([closing, AbortSignal.timeout(PICTURE_DEADLINE)]);
  const init = { headers: { Accept: 'image/*' }, signal };
  const response = await fetchHere(address, init, LARGEST_PICTURE);
  if (response.status !== 200) throw new Error(`The picture was answered with ${response.status}`);
  return pictureOf(Buffer.from(await response.arrayBuffer()));
}

/**
 * Throws for an address that is not on a host of the provider's: its own, or one of `OAUTH2_HOSTS`. It must be https,
 * unless the provider itself is not, as on this machine's loopback in tests and the demo.
 */
export function checkHost(address: string, { issuer, hosts }: IdentityProviderConfig): void {
  const own = new URL(issuer);
  const { host, protocol } = new URL(address);
  if (host !== own.host && !hosts.includes(host)) {
    throw new SignInProblem(
      `The identity provider leads to ${host}, which OAUTH2_HOSTS does not name`,
      { help: `If ${host} is your provider's, add it to OAUTH2_HOSTS.` },
    );
  }
  if (protocol !== 'https:' && protocol !== own.protocol) {
    throw new Error(`The identity provider leads to ${host} without https`);
  }
}
