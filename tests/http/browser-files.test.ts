import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ASSETS = 'build/client/assets';

/** The browser's scripts that hold this text. */
function scriptsWith(text: string): string[] {
  return readdirSync(ASSETS)
    .filter((name) => name.endsWith('.js'))
    .filter((name) => readFileSync(join(ASSETS, name), 'utf8').includes(text));
}

test('no browser is sent the schemas: every rule is the server’s', () => {
  expect(scriptsWith('ZodError')).toEqual([]);
  // A control: what is there is found.
  expect(scriptsWith('__remixContext')).not.toEqual([]);
});
