import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { useServer } from '../../support/server/use-server.ts';

/** Proxies at loopback addresses of their own, of which one and a range are trusted. */
const server = useServer(() => ({ TRUSTED_PROXIES: '127.0.0.2, 127.0.1.0/24' }));

const LIMIT = 60;

/** Begins a sign-in from an address, for whom its `X-Forwarded-For` names; gives the status. */
async function begin(from: string, forwardedFor?: string): Promise<number> {
  const { port } = server().services.config;
  const sent = get({
    host: '127.0.0.1',
    port,
    path: '/api/login',
    localAddress: from,
    agent: false,
    headers: forwardedFor === undefined ? {} : { 'X-Forwarded-For': forwardedFor },
  });
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  return response.statusCode ?? 0;
}

/** Uses up the sign-ins of a minute; gives the status of the next one. */
async function afterTheLimit(begins: (attempt: number) => Promise<number>): Promise<number> {
  for (let attempt = 0; attempt < LIMIT; attempt++) expect(await begins(attempt)).toBe(200);
  return begins(LIMIT);
}

describe('the sign-in limit', () => {
  test('counts the visitors of a trusted proxy, not the proxy', async () => {
    expect(await afterTheLimit(() => begin('127.0.0.2', '192.0.2.1'))).toBe(429);
    expect(await begin('127.0.0.2', '192.0.2.2')).toBe(200);
    // The same visitor by way of another trusted proxy.
    expect(await begin('127.0.1.9', '192.0.2.1')).toBe(429);
    expect(await begin('127.0.1.9', '192.0.2.1, 127.0.0.2')).toBe(429);
  });

  test('counts a visitor whatever addresses the visitor claims before the proxy’s own word', async () => {
    const claimed = (attempt: number) => begin('127.0.0.2', `198.51.100.${attempt}, 192.0.2.1`);
    expect(await afterTheLimit(claimed)).toBe(429);
  });

  test('believes nobody else, the own machine neither where others are named', async () => {
    const claimed = (attempt: number) => begin('127.0.0.3', `192.0.2.${attempt}`);
    expect(await afterTheLimit(claimed)).toBe(429);
    expect(await begin('127.0.0.3')).toBe(429);
    expect(await begin('127.0.0.4', '127.0.0.3')).toBe(200);
  });
});
