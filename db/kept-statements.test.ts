import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { watchStatements } from '#tests/support/watch-statements.ts';
import { migrateDatabase, openDatabase, type Database } from './connection.server.ts';
import { clients, settings } from './schema.ts';

let db: Database;

beforeEach(() => {
  db = openDatabase(':memory:');
  migrateDatabase(db);
  db.insert(settings).values({ name: 'one', value: '1' }).run();
});

describe('a query that is asked again', () => {
  test('is not compiled again', () => {
    const compiled = new Set<unknown>();
    let runs = 0;
    watchStatements(db, (statement) => {
      compiled.add(statement);
      runs += 1;
    });
    for (let time = 0; time < 5; time += 1) db.select().from(settings).all();
    expect({ compiled: compiled.size, runs }).toEqual({ compiled: 1, runs: 5 });
  });

  test('gives its rows each time as they are asked for', () => {
    const query = db.select({ name: settings.name, value: settings.value }).from(settings);
    const plain = sql.raw(query.toSQL().sql);
    const row = { name: 'one', value: '1' };
    for (let time = 0; time < 2; time += 1) {
      expect(query.all()).toEqual([row]);
      expect(db.all(plain)).toEqual([row]);
      expect(query.get()).toEqual(row);
      expect(db.get(plain)).toEqual(row);
    }
  });

  test('sees a column that came since', () => {
    const plain = sql.raw('select * from settings');
    expect(db.all(plain)).toEqual([{ name: 'one', value: '1' }]);
    db.$client.exec(`alter table settings add column later text default 'x'`);
    expect(db.all(plain)).toEqual([{ name: 'one', value: '1', later: 'x' }]);
  });

  test('failed before, and then succeeds', () => {
    const add = () => db.insert(settings).values({ name: 'two', value: '2' }).run();
    add();
    expect(add).toThrow('UNIQUE');
    db.$client.exec(`delete from settings where name = 'two'`);
    expect(add().changes).toBe(1);
  });
});

test('Of queries that differ each time, the first are compiled anew, and the database can be closed', () => {
  for (let size = 1; size <= 400; size += 1) {
    const ids = Array.from({ length: size }, (_, id) => id);
    expect(
      db
        .select()
        .from(clients)
        .where(sql`${clients.id} in ${ids}`)
        .all(),
    ).toEqual([]);
  }
  expect(db.select().from(settings).all()).toHaveLength(1);
  db.$client.close();
  expect(() => db.select().from(settings).all()).toThrow('The database connection is not open');
});
