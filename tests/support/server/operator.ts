import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from '#app/platform/command.ts';
import type { TestServer } from './test-server.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** Runs a command as an operator does, beside the running server. */
export async function runCommand(server: TestServer, command: Command, ...words: string[]) {
  const printed: string[] = [];
  const { config } = server.services;
  const environment = { DATA_DIR: config.dataDir, APP_ORIGIN: server.url };
  const print = (text: string) => printed.push(text);
  const code = await command({ words, environment, root: ROOT, print });
  return { code, printed };
}

/** Every row of every table as text, and the bytes of the files. */
export function everythingIn({ services }: TestServer): { rows: string; bytes: string } {
  const { db, config } = services;
  const tables = db.$client
    .prepare(`select name from sqlite_schema where type = 'table' and sql not like '%virtual%'`)
    .pluck()
    .all() as string[];
  const rows = tables.map((name) => db.$client.prepare(`select * from "${name}"`).all());
  const bytes = ['', '-wal']
    .map((suffix) => readFileSync(`${config.databaseFile}${suffix}`, 'latin1'))
    .join('');
  return { rows: JSON.stringify(rows), bytes };
}
