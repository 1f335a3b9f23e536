import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seal, unseal } from './sealed.server.ts';

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
  expect(unseal(APP_SECRET, 'todoist', `A${stored.slice(1)}`)).toBeNull();
  expect(unseal(APP_SECRET, 'todoist', '')).toBeNull();
});
