import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import type { Command } from '#app/platform/command.ts';
import type { TestServer } from './test-server.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** Runs a command as an operator does, beside the running server. */
export function runCommand(server: TestServer, command: Command, ...words: string[]) {
  return runCommandWith(server, { APP_ORIGIN: server.url }, command, ...words);
}

/** The same with other variables; `errors` is what it said on standard error. */
export async function runCommandWith(
  server: TestServer,
  variables: Record<string, string>,
  command: Command,
  ...words: string[]
) {
  const printed: string[] = [];
  const environment = { DATA_DIR: server.services.config.dataDir, ...variables };
  const print = (text: string) => printed.push(text);
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    const code = await command({ words, environment, root: ROOT, print });
    return { code, printed, errors: said.mock.calls.map(([text]) => String(text)).join('') };
  } finally {
    said.mockRestore();
  }
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
