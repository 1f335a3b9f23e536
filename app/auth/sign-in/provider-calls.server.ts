import type { IdentityProviderConfig } from '../../platform/env.server.ts';

/** The time limit of each of our calls to the provider, in milliseconds. */
export const DEADLINE = 10_000;

/** Never follows a redirection, which could lead to a host that nobody configured. */
export const fetchHere = (url: URL | string, init: RequestInit = {}) =>
  fetch(url, { ...init, redirect: 'manual', signal: init.signal ?? AbortSignal.timeout(DEADLINE) });

type Init = { method?: string; headers?: Record<string, string>; body?: URLSearchParams };

/** Throws for a redirection, too. */
export async function fetchJson(url: URL | string, init: Init = {}): Promise<unknown> {
  const headers = { Accept: 'application/json', ...init.headers };
  const response = await fetchHere(url, { ...init, headers });
  if (!response.ok) throw new Error(`The identity provider answered ${response.status}`);
  return (await response.json()) as unknown;
}

/**
 * Throws for an address that is not on a host of the provider's: its own, or one of `OAUTH2_HOSTS`. It must be https,
 * unless the provider itself is not, as on this machine's loopback in tests and the demo.
 */
export function checkHost(address: string, { issuer, hosts }: IdentityProviderConfig): void {
  const own = new URL(issuer);
  const { host, protocol } = new URL(address);
  if (host !== own.host && !hosts.includes(host)) {
    throw new Error(`The identity provider leads to ${host}, which OAUTH2_HOSTS does not name`);
  }
  if (protocol !== 'https:' && protocol !== own.protocol) {
    throw new Error(`The identity provider leads to ${host} without https`);
  }
}
