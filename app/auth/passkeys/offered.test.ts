import { expect, test } from 'vitest';
import { offersPasskeys, relyingPartyOf } from './offered.ts';

test.each([
  ['https://time.example.com', true],
  ['https://time.example.com:8443', true],
  ['http://localhost:3000', true],
  ['http://time.localhost', true],
  ['http://time.example.com', false],
  ['http://127.0.0.1:3000', false],
  ['https://192.0.2.7', false],
  ['https://[2001:db8::7]:8443', false],
  ['http://notlocalhost', false],
])('On %s passkeys are offered: %s', (origin, isOffered) => {
  expect(offersPasskeys({ origin, identityProvider: null })).toBe(isOffered);
  expect(offersPasskeys({ origin, identityProvider: {} })).toBe(false);
});

test('A passkey is bound to the host, whatever the port', () => {
  expect(relyingPartyOf({ origin: 'https://time.example.com:8443' })).toBe('time.example.com');
});
