import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { openDatabase } from '#db/connection.server.ts';
import { clients } from '#db/schema.ts';
import {
  discardServerProcesses,
  startServerProcess,
  type ServerProcess,
} from '../../support/server/server-process.ts';
import { TEST_EMAIL } from '../../support/server/test-server.ts';
import { openLink } from '../../support/server/login-link.ts';
import { visit, type Visitor } from '../../support/server/visitor.ts';

const folders: string[] = [];

afterEach(async () => {
  await discardServerProcesses();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Starts a server, and signs somebody in with the link that it printed. */
async function startSignedIn(): Promise<{ server: ServerProcess; visitor: Visitor }> {
  const server = await startServerProcess({ environment: { APPROVED_EMAILS: TEST_EMAIL } });
  await server.waitFor('"listening"');
  const link = /^http\S+$/m.exec(server.output().stdout)?.[0] ?? '';
  const visitor = visit(server);
  expect((await openLink(visitor, link.replace(server.url, ''))).location).toBe('/');
  return { server, visitor };
}

const cookieOf = ({ cookies }: Visitor) => `session=${cookies.get('session')}`;

describe('a wrong environment stops the start', () => {
  test.each([
    [
      { TIME_ZONE: 'Mars/Olympus' },
      'TIME_ZONE should be an IANA time zone, such as Europe/London, but is "Mars/Olympus".',
    ],
    [
      { OAUTH2_CLIENT_SECRET: 'planted', APP_SECRET: 'planted-too' },
      'APP_SECRET should be at least 32 characters, kept secret, but is something else.',
    ],
  ])('%j', async (environment, line) => {
    const server = await startServerProcess({ environment });
    expect(await server.ended()).toBe(1);
    expect(server.output()).toEqual({ stdout: '', stderr: `${line}\n` });
    expect(existsSync(join(server.dataDir, 'database.sqlite'))).toBe(false);
  });

  test('a port that is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const server = await startServerProcess({ environment: { PORT: String(port) } });
    expect(await server.ended()).toBe(1);
    expect(server.output().stderr).toBe(
      'PORT should be free, but another program listens on it.\n',
    );
    other.close();
  });
});

test('the first start creates what it needs and prints one sign-in link, the second start prints none', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tallyhour-kept-'));
  folders.push(dataDir);
  const environment = { APPROVED_EMAILS: `${TEST_EMAIL},robin@example.com` };
  const run = async () => {
    const server = await startServerProcess({ environment, dataDir });
    await server.waitFor('"listening"');
    server.child.kill('SIGTERM');
    expect(await server.ended()).toBe(0);
    return { ...server.output(), secret: readFileSync(join(dataDir, 'app-secret'), 'utf8') };
  };
  const first = await run();
  expect(first.stdout).toMatch(
    /^Sign in as alex@example\.com with this link, once, within ten minutes:\nhttp:\/\/localhost:\d+\/api\/login\?token=[\w-]{43}\n/,
  );
  expect(first.stderr).toBe('');
  expect(statSync(join(dataDir, 'app-secret')).mode & 0o777).toBe(0o600);
  expect(first.secret.trim()).toMatch(/^[\w-]{43}$/);
  const second = await run();
  expect(second.stdout).not.toContain('Sign in');
  expect(second.secret).toBe(first.secret);
});

test('a start without anybody on the approved list says that nobody can sign in, and what to do', async () => {
  const sentence =
    'Nobody can sign in yet: the approved list is empty. Set APPROVED_EMAILS=you@example.com where the server gets its settings, and start it again.';
  const server = await startServerProcess();
  await server.waitFor('"listening"');
  expect(server.output().stdout.split('\n')[0]).toBe(sentence);
  const ask = (environment: Record<string, string> = {}) =>
    spawnSync(process.execPath, ['run.js', 'login-link', TEST_EMAIL], {
      env: { NODE_ENV: 'production', DATA_DIR: server.dataDir, ...environment },
      encoding: 'utf8',
    });
  expect(ask().stderr).toBe(`${sentence.replace('you@example.com', TEST_EMAIL)}\n`);
  // The command knows the server's address, whatever its own variables.
  const { stdout } = ask({ APPROVED_EMAILS: TEST_EMAIL });
  expect(stdout).toContain(`\n${server.url}/api/login?token=`);
  expect(ask({ APP_ORIGIN: 'https://time.example.com' }).stdout).toContain(
    '\nhttps://time.example.com/api/login?token=',
  );
  server.child.kill('SIGTERM');
  await server.ended();
});

describe('SIGTERM', () => {
  /** Sends the head and the first half of a new client, once the server is reading it. */
  async function sendHalf({ port }: ServerProcess, visitor: Visitor) {
    const body = JSON.stringify({ name: 'Sent around the signal' });
    const socket = connect(port, '127.0.0.1');
    const received = collect(socket);
    await once(socket, 'connect');
    const head = [
      'POST /api/clients HTTP/1.1',
      `Host: localhost:${port}`,
      `Cookie: ${cookieOf(visitor)}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      // The server answers when it has begun to read the request.
      'Expect: 100-continue',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    await received.until('100 Continue');
    socket.write(body.slice(0, 10));
    return { socket, received, rest: body.slice(10) };
  }

  function collect(socket: Socket) {
    let received = '';
    socket.setEncoding('utf8').on('data', (text: string) => (received += text));
    const ended = once(socket, 'close');
    return {
      text: () => received,
      until: async (wanted: string) => {
        while (!received.includes(wanted)) await once(socket, 'data');
      },
      ended,
    };
  }

  test('lets a running request finish, closes all connections, and ends with 0', async () => {
    const { server, visitor } = await startSignedIn();
    const idle = connect(server.port, '127.0.0.1');
    const idled = collect(idle);
    idle.write('GET /up HTTP/1.1\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\n');
    await idled.until('up\n');
    expect(idled.text()).toContain('Connection: keep-alive');
    const { socket, received, rest } = await sendHalf(server, visitor);
    const signalledAt = performance.now();
    server.child.kill('SIGTERM');
    await server.waitFor('"closing"');
    // Meanwhile no new connection is accepted.
    await expect(fetch(`${server.url}/up`)).rejects.toThrow('fetch failed');
    expect(server.child.exitCode).toBeNull();
    // A second signal does not cut the request short.
    server.child.kill('SIGTERM');
    socket.write(rest);
    await received.ended;
    expect(received.text()).toMatch(/HTTP\/1\.1 201 Created[\s\S]*"Sent around the signal"/);
    await idled.ended;
    expect(await server.ended()).toBe(0);
    // The server ended before connections are cut, ten seconds after the signal.
    expect(performance.now() - signalledAt).toBeLessThan(9_500);
    const { stdout, stderr } = server.output();
    expect(stdout).toContain('"closed"');
    expect(stderr).toBe('');
    // The database was closed: SQLite removed its write-ahead log, and the file has everything.
    expect(existsSync(join(server.dataDir, 'database.sqlite-wal'))).toBe(false);
    const db = openDatabase(join(server.dataDir, 'database.sqlite'));
    const names = db.select({ name: clients.name }).from(clients).all();
    db.$client.close();
    expect(names).toEqual([{ name: 'Sent around the signal' }]);
  });
});
