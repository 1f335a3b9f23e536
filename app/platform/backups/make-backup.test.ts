import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '#db/connection.server.ts';
import { workTypes } from '#db/schema.ts';
import {
  addLogs,
  backUp,
  MADE_AT,
  SCHEMA,
  useDataFolder,
} from '#tests/support/data/data-folder.ts';
import { checkFile } from './check.server.ts';

const folderOf = useDataFolder();

describe('a backup', () => {
  test('is one plain file of its owner alone, which knows the rows and the pence it holds', async () => {
    const data = folderOf();
    const { contents, size } = await backUp(data);
    expect(readdirSync(join(data.folder, 'backups'))).toEqual(['one.sqlite']);
    expect(statSync(data.file)).toMatchObject({ size });
    expect(statSync(data.file).mode & 0o777).toBe(0o600);
    expect(statSync(join(data.folder, 'backups')).mode & 0o777).toBe(0o700);
    expect(contents.work_logs).toEqual({
      rows: 20,
      pence: {
        billed_more_pence: '0',
        hourly_rate_pence: '120000',
        included_vat_pence: '0',
        total_pence: '120020',
      },
    });
    expect(checkFile(data.file, SCHEMA)).toMatchObject({
      contents,
      manifest: {
        kind: 'manual',
        madeAt: MADE_AT.toISOString(),
        schema: Math.max(...SCHEMA),
        contents,
      },
    });
    // Checking it made no files beside it.
    expect(readdirSync(join(data.folder, 'backups'))).toEqual(['one.sqlite']);
    const sqlite = new SqliteDatabase(data.file, { readonly: true });
    expect(sqlite.pragma('journal_mode', { simple: true })).toBe('delete');
    sqlite.close();
  });

  test('is of one instant, and ends although others write all the time', async () => {
    const data = folderOf();
    addLogs(data.db, 500);
    const other = openDatabase(data.databaseFile);
    let isOver = false;
    let written = 0;
    const write = () => {
      if (isOver) return;
      other
        .insert(workTypes)
        .values({
          name: 'x'.repeat(3_000),
          hourlyRatePence: 1,
          createdAt: MADE_AT,
          updatedAt: MADE_AT,
        })
        .run();
      written += 1;
      setImmediate(write);
    };
    write();
    const { contents } = await backUp(data, true);
    isOver = true;
    other.$client.close();
    expect(written).toBeGreaterThan(1);
    expect(contents.work_types?.rows).toBeLessThan(written + 1);
    expect(contents.work_logs?.rows).toBe(520);
    checkFile(data.file, SCHEMA);
  });

  test('of a damaged database is not made, and leaves nothing behind', async () => {
    const data = folderOf();
    addLogs(data.db, 500);
    data.db.$client.pragma('wal_checkpoint(TRUNCATE)');
    data.db.$client.close();
    const bytes = readFileSync(data.databaseFile);
    bytes.fill(0xff, 40 * 4096, 44 * 4096);
    writeFileSync(data.databaseFile, bytes);
    await expect(backUp(data, true)).rejects.toThrow(
      /^The database is damaged .* No backup was made/,
    );
    expect(readdirSync(join(data.folder, 'backups'))).toEqual([]);
    data.db = openDatabase(':memory:');
  });

  test('of which any one byte is another is refused', async () => {
    const data = folderOf();
    await backUp(data);
    const whole = readFileSync(data.file);
    // A letter of a description, which SQLite has no way to check.
    const letter = whole.indexOf('slow printer');
    for (const place of [60, letter, whole.length - 1]) {
      const bytes = Buffer.from(whole);
      bytes.writeUInt8((bytes.readUInt8(place) ^ 1) & 0xff, place);
      writeFileSync(data.file, bytes);
      expect(() => checkFile(data.file, SCHEMA)).toThrow('its checksum is wrong');
    }
    writeFileSync(data.file, whole.subarray(0, whole.length / 2));
    expect(() => checkFile(data.file, SCHEMA)).toThrow(/damaged|checksum/);
    writeFileSync(data.file, whole);
    checkFile(data.file, SCHEMA);
  });
});
