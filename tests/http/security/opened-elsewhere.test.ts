import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { visibleText } from '../../support/html.ts';
import { useServer } from '../../support/server/use-server.ts';

/** A set address, and a proxy at a loopback address of its own. */
const server = useServer(() => ({
  APP_ORIGIN: 'https://time.example.com',
  TRUSTED_PROXIES: '127.0.0.2',
}));

/** Opens a page by a host, from an address; gives what it says. */
async function open(path: string, headers: Record<string, string>, localAddress = '127.0.0.1') {
  const { port } = server().services.config;
  const all = { Accept: 'text/html', ...headers };
  const sent = request({ host: '127.0.0.1', port, path, localAddress, headers: all }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return visibleText((await answer.setEncoding('utf8').toArray()).join(''));
}

const said = (host: string) =>
  `This page was opened at ${host}, but the address of this server is https://time.example.com`;
const warnings = () =>
  server()
    .logLines()
    .filter(({ msg }) => msg === 'opened at an address that is not ours');

describe('a page that is opened at another address than APP_ORIGIN', () => {
  test('says so at the start and at sign-in, and in the log once', async () => {
    for (const path of ['/', '/api/login', '/']) {
      expect(await open(path, { Host: '192.168.1.20:3000' })).toContain(said('192.168.1.20:3000'));
    }
    expect(warnings()).toMatchObject([
      { opened: '192.168.1.20:3000', expected: 'https://time.example.com' },
    ]);
    expect(String(warnings()[0]?.help)).toContain('APP_ORIGIN');
  });

  test('says so behind a proxy that tells the host', async () => {
    const host = { Host: 'tallyhour:3000', 'X-Forwarded-For': '192.0.2.1' };
    const told = { ...host, 'X-Forwarded-Host': 'other.example.com' };
    expect(await open('/', told, '127.0.0.2')).toContain(said('other.example.com'));
    const right = { ...host, 'X-Forwarded-Host': 'time.example.com' };
    expect(await open('/', right, '127.0.0.2')).not.toContain('was opened at');
  });

  test('says nothing where a proxy keeps the host to itself, or where all is well', async () => {
    const forwarded = { Host: 'tallyhour:3000', 'X-Forwarded-For': '192.0.2.1' };
    expect(await open('/', forwarded, '127.0.0.2')).not.toContain('was opened at');
    expect(await open('/', { Host: 'Time.example.com' })).not.toContain('was opened at');
    expect(warnings()).toEqual([]);
  });

  test('believes nobody else a host, and logs no text of a visitor’s', async () => {
    const claimed = { Host: 'time.example.com', 'X-Forwarded-Host': 'evil.example' };
    expect(await open('/', claimed)).not.toContain('was opened at');
    for (let at = 0; at < 9; at++) await open('/', { Host: `host-${at}.example` });
    await open('/', { Host: '<b>planted</b>' });
    expect(warnings()).toHaveLength(5);
    expect(JSON.stringify(server().logLines())).not.toMatch(/evil|planted/);
  });
});
