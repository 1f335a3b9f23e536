import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keyId, seal, unseal } from './sealed.server.ts';

const APP_SECRET = 'a secret of the app, long enough to be one';

test('a sealed secret opens again, whatever is in it, and does not show', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 6, unit: 'grapheme' }), (secret) => {
      const stored = seal(APP_SECRET, 'todoist', secret);
      expect(stored).not.toContain(secret);
      expect(unseal(APP_SECRET, 'todoist', stored)).toBe(secret);
    }),
  );
});

test('the same secret is never sealed the same way twice', () => {
  expect(seal(APP_SECRET, 'todoist', 'token')).not.toBe(seal(APP_SECRET, 'todoist', 'token'));
});

test('another secret of the app, another purpose, or a changed letter opens nothing', () => {
  const stored = seal(APP_SECRET, 'todoist', 'token');
  expect(unseal('another secret of the app, as long as that', 'todoist', stored)).toBeNull();
  expect(unseal(APP_SECRET, 'xero', stored)).toBeNull();
  const changed = stored.replace(/.(?=.{8}$)/, (letter) => (letter === 'A' ? 'B' : 'A'));
  expect(unseal(APP_SECRET, 'todoist', changed)).toBeNull();
  expect(unseal(APP_SECRET, 'todoist', '')).toBeNull();
});

test('what is sealed names its key, and tells nothing about it; what was sealed before that still opens', () => {
  const stored = seal(APP_SECRET, 'todoist', 'token');
  expect(stored.split('.')).toEqual([
    'v2',
    keyId(APP_SECRET),
    expect.stringMatching(/^[\w-]{40,}$/),
  ]);
  expect(keyId(APP_SECRET)).toMatch(/^[\w-]{8}$/);
  expect(keyId('another secret of the app, as long as that')).not.toBe(keyId(APP_SECRET));
  const bare = stored.split('.')[2] ?? '';
  expect(unseal(APP_SECRET, 'todoist', bare)).toBe('token');
  // Another key's name on our own value.
  const renamed = `v2.${keyId('another secret of the app, as long as that')}.${bare}`;
  expect(unseal(APP_SECRET, 'todoist', renamed)).toBeNull();
});
