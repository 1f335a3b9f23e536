import { describe, expect, test } from 'vitest';
import { toLedgerError } from './faults.server.ts';

describe('what a failed call becomes', () => {
  test.each([
    [
      'a 400 with Xero’s reasons',
      sdkError(400, { Elements: [{ ValidationErrors: [{ Message: 'No.' }] }] }),
      'refused',
      false,
    ],
    [
      'a 400 about the key of an earlier call',
      sdkError(400, { Message: 'Idempotency-Key is used with a different request' }),
      'refused',
      true,
    ],
    ['Xero’s 403', sdkError(403, { Detail: 'AuthenticationUnsuccessful' }), 'no-access', false],
    ['another 403 in JSON', sdkError(403, { Title: 'Forbidden' }), 'connection-gone', false],
    ['a 403 page of a firewall', sdkError(403, '<h1>Blocked</h1>'), 'unreadable', true],
    ['a 404 in JSON', sdkError(404, { Message: 'Not found' }), 'refused', false],
    [
      'a 409, an earlier call is at work',
      sdkError(409, { Title: 'Conflict' }),
      'unavailable',
      true,
    ],
    ['a redirect', sdkError(302, ''), 'unreadable', true],
    ['a gateway’s time-out', sdkError(504, ''), 'unavailable', true],
    ['a refused connection', sdkError(0, 'connect ECONNREFUSED 127.0.0.1:1'), 'unavailable', false],
    ['an unknown host', sdkError(0, 'getaddrinfo ENOTFOUND api.example'), 'unavailable', false],
    ['no way there', sdkError(0, 'connect EHOSTUNREACH 192.0.2.1:443'), 'unavailable', false],
    ['a way that was lost', sdkError(0, 'read EHOSTUNREACH'), 'unavailable', true],
    ['a reset', sdkError(0, 'read ECONNRESET'), 'unavailable', true],
    ['nothing at all', sdkError(0, undefined), 'unavailable', true],
    ['an Error', new TypeError('x is undefined'), 'unreadable', true],
    ['text that is no JSON', 'what?', 'unreadable', true],
    ['undefined', undefined, 'unreadable', true],
  ] as const)('%s', (_, thrown, kind, isOutcomeUnknown) => {
    const now = new Date();
    expect(toLedgerError(thrown, { isWrite: true, now })).toMatchObject({ kind, isOutcomeUnknown });
    expect(toLedgerError(thrown, { isWrite: false, now }).isOutcomeUnknown).toBe(false);
  });

  test.each([
    [{ 'retry-after': '30', 'x-rate-limit-problem': 'minute' }, 'minute', 30],
    [{ 'retry-after': '20000', 'x-rate-limit-problem': 'Day' }, 'day', 20_000],
    [{ 'retry-after': '20000' }, 'day', 20_000],
    [{ 'x-rate-limit-problem': 'DayLimit' }, 'day', 3_600],
    [{ 'x-rate-limit-problem': 'concurrent' }, 'concurrent', 1],
    [{}, 'minute', 60],
    [{ 'retry-after': 'Mon, 02 Nov 2026 09:00:10 GMT' }, 'minute', 10],
    [{ 'retry-after': '99999999999999' }, 'day', 86_400],
    [{ 'retry-after': '1e308' }, 'day', 86_400],
    [{ 'retry-after': 'Tue, 02 Nov 2066 09:00:00 GMT' }, 'day', 86_400],
    [{ 'retry-after': '-5' }, 'minute', 60],
    [{ 'retry-after': '' }, 'minute', 60],
  ])('a limit with %j is for the %s, %i seconds', (headers, limit, retryAfterSeconds) => {
    const now = new Date('2026-11-02T09:00:00Z');
    const error = toLedgerError(sdkError(429, {}, headers), { isWrite: true, now });
    expect(error).toMatchObject({ limit, isOutcomeUnknown: false });
    expect(error.retryAt).toEqual(new Date(now.getTime() + retryAfterSeconds * 1000));
    expect(error.message).not.toContain('NaN');
  });
});

test('a long reason of Xero’s is cut between two characters, and says that it was cut', () => {
  const body = { Elements: [{ ValidationErrors: [{ Message: `${'x'.repeat(499)}😀 and more` }] }] };
  const error = toLedgerError(sdkError(400, body), { isWrite: true, now: new Date() });
  expect(error.messages).toEqual([`${'x'.repeat(499)}…`]);
  expect(error.message.isWellFormed()).toBe(true);
});

/** An error in the form in which the SDK rejects. */
function sdkError(statusCode: number, body: unknown, headers: object = {}): string {
  return JSON.stringify({ response: { statusCode, body, headers, request: {} }, body });
}
