import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '#db/connection.server.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** A text that changes whenever the tables or the contents do. */
function version(): string {
  const migrations = join(ROOT, 'db', 'migrations');
  const files = readdirSync(migrations)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => join(migrations, name));
  const hash = createHash('sha256');
  for (const file of [...files, join(import.meta.dirname, 'fill.ts')])
    hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 12);
}

/** The path of the database file of this name, which is filled at first use; that takes minutes. */
export function filledFile(name: string, fill: (file: string) => Database): string {
  const folder = join(tmpdir(), `tallyhour-bench-${version()}`, name.replaceAll(' ', '-'));
  const file = join(folder, 'database.sqlite');
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  const unfinished = join(folder, 'unfinished.sqlite');
  if (existsSync(unfinished)) throw new Error(`${unfinished} was left half-way. Delete it first.`);
  fill(unfinished).$client.close();
  renameSync(unfinished, file);
  return file;
}
