import { describe, expect, test } from 'vitest';
import { createLogger } from './logger.server.ts';

/** The lines that some calls of the logger write. */
function logged(write: (logger: ReturnType<typeof createLogger>) => void): string[] {
  const lines: string[] = [];
  write(createLogger({ destination: { write: (line) => lines.push(line) } }));
  return lines;
}

const SECRET = 'planted-5ecret';

describe('a secret never reaches a log line', () => {
  const names = [
    'authorization',
    'cookie',
    'set-cookie',
    'token',
    'accessToken',
    'access_token',
    'refreshToken',
    'refresh_token',
    'idToken',
    'id_token',
    'clientSecret',
    'client_secret',
    'appSecret',
    'secret',
    'password',
    'apiToken',
    'openaiApiKey',
  ];

  test.each(names)('under the name %s, at any depth that is logged', (name) => {
    const secret = { [name]: SECRET, kept: 'visible' };
    const lines = logged((logger) => {
      logger.info(secret, 'here');
      logger.info({ a: secret }, 'one deeper');
      logger.info({ a: { b: secret } }, 'two deeper');
      logger.info({ a: { b: { c: secret } } }, 'three deeper');
      logger.error({ list: [secret] }, 'in a list');
      logger.child({ request: secret }).warn('from a child');
    });
    expect(lines).toHaveLength(6);
    for (const line of lines) {
      expect(line).not.toContain(SECRET);
      expect(line).toContain('"[redacted]"');
      expect(line).toContain('"kept":"visible"');
    }
  });

  test.each(['Authorization', 'Cookie', 'Set-Cookie', 'APP_SECRET', 'OAUTH2_CLIENT_SECRET'])(
    'under the name %s, as headers and the environment write it',
    (name) => {
      const [line = ''] = logged((logger) => {
        logger.info({ headers: { [name]: SECRET, kept: 'visible' } }, 'here');
      });
      expect(line).not.toContain(SECRET);
      expect(line).toContain('"kept":"visible"');
    },
  );

  test('however deep it lies, also in what contains itself', () => {
    const circle: Record<string, unknown> = { password: SECRET, kept: 'visible' };
    circle.again = circle;
    const lines = logged((logger) => {
      logger.info({ a: { b: { c: { d: { e: { token: SECRET, kept: 'visible' } } } } } }, 'deep');
      logger.info({ circle }, 'a circle');
      logger.info({ a: { toJSON: () => ({ headers: { Cookie: SECRET, kept: 'visible' } }) } });
      logger.info({ a: [[Object.assign(new Error('no'), { cookie: SECRET, kept: 'visible' })]] });
    });
    expect(lines).toHaveLength(4);
    for (const line of lines) {
      expect(line).not.toContain(SECRET);
      expect(line).toContain('"kept":"visible"');
    }
  });

  test('in the properties of an error and of its cause', () => {
    const cause = Object.assign(new Error('The provider answered 400'), { token: SECRET });
    const error = Object.assign(new Error('It failed', { cause }), {
      request: { headers: { authorization: SECRET } },
    });
    const [line = ''] = logged((logger) => {
      logger.error({ error }, 'A page failed');
    });
    expect(line).not.toContain(SECRET);
    expect(line).toContain('It failed');
    expect(line).toContain('The provider answered 400');
  });
});

test('a log line is one JSON object with a time, a level and a message', () => {
  const [line = ''] = logged((logger) => {
    logger.info({ path: '/a\nb' }, 'request');
  });
  expect(line.trimEnd()).not.toContain('\n');
  expect(JSON.parse(line)).toEqual({
    level: 30,
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as unknown,
    path: '/a\nb',
    msg: 'request',
  });
});

test('dates and addresses are written as themselves', () => {
  const [line = ''] = logged((logger) => {
    logger.info({
      at: new Date('2026-02-03T10:00:00Z'),
      of: { link: new URL('https://a.example/b') },
    });
  });
  expect(JSON.parse(line)).toMatchObject({
    at: '2026-02-03T10:00:00.000Z',
    of: { link: 'https://a.example/b' },
  });
});

test('a thrown value that is not an Error is logged, too', () => {
  const [line = ''] = logged((logger) => {
    logger.error({ error: 'just a text' }, 'It failed');
  });
  expect(JSON.parse(line)).toMatchObject({ error: { message: 'just a text' } });
});
