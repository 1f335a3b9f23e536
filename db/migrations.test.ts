import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateSQLiteDrizzleJson, generateSQLiteMigration } from 'drizzle-kit/api';
import { expect, test } from 'vitest';
import * as schema from './schema.ts';

const META = join(import.meta.dirname, 'migrations', 'meta');

test('the migrations end with the tables of the schema', async () => {
  const last = readdirSync(META)
    .filter((name) => name.endsWith('_snapshot.json'))
    .sort()
    .at(-1);
  /* eslint-disable @typescript-eslint/no-unsafe-assignment -- a type that drizzle-kit names comes with no package of it */
  const now = await generateSQLiteDrizzleJson(schema);
  const snapshot = JSON.parse(readFileSync(join(META, last ?? ''), 'utf8')) as typeof now;
  expect(await generateSQLiteMigration(snapshot, now)).toEqual([]);
});
