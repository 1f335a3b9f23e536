import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { expect, test } from 'vitest';

const TEXT = readFileSync(join(import.meta.dirname, '../docs/privacy.md'), 'utf8');

/** Every table, without the parts of the index of words. */
function tables(): string[] {
  const sqlite = new SqliteDatabase(process.env.EMPTY_DATABASE ?? '', { readonly: true });
  const names = sqlite
    .prepare(
      `select name from pragma_table_list where schema = 'main' and type = 'table'
       and name not like 'sqlite\\_%' escape '\\' order by name`,
    )
    .pluck()
    .all() as string[];
  sqlite.close();
  return names;
}

test('docs/privacy.md names every table, and none that is not there', () => {
  const named = new Set([...TEXT.matchAll(/`(\w+)`/g)].map(([, name = '']) => name));
  const all = tables();
  expect(all.length).toBeGreaterThan(40);
  expect(all.filter((name) => !named.has(name))).toEqual([]);
  const lookLikeTables = [...named].filter((name) => /^[a-z_]+$/.test(name) && name.includes('_'));
  expect(lookLikeTables.filter((name) => !all.includes(name))).toEqual([]);
});
