import { existsSync, globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const FOLDER = join(import.meta.dirname, '../../../build/server');

const THREADS = ['backup-thread.js', 'export-thread.js', 'import-thread.js'];

/** What the files of the server's bundle import, apart from each other and from Node. */
function foreignImports(): Set<string> {
  const files = globSync('**/*.js', { cwd: FOLDER });
  const imported = files.flatMap((file) => importsOf(readFileSync(join(FOLDER, file), 'utf8')));
  return new Set(imported.filter((name) => !name.startsWith('.') && !isBuiltin(name)));
}

/** The modules that a file names in its import statements, and loads lazily. */
function importsOf(code: string): string[] {
  const statements = /(?:^|[;}])(?:import|export)(?:[\w*{}\s,$]*\bfrom)?\s*["']([^"']+)["']/gm;
  const lazy = /\bimport\(["']([^"']+)["']\)/g;
  return [statements, lazy].flatMap((kind) =>
    [...code.matchAll(kind)].map(([, name = '']) => name),
  );
}

test('The licences of all that is bundled are written down with it', () => {
  const read = (side: string) =>
    readFileSync(join(FOLDER, `../licences-${side}.txt`), 'utf8').match(/^\S+ \d\S+ \(.+\)$/gm);
  expect(read('server')?.join()).toMatch(/express 4.*xero-node 20/s);
  expect(read('browser')?.join()).toMatch(/react 18.*@conform-to\/react/s);
});

describe('The bundle of the server', () => {
  test('needs no package beside it but the driver of SQLite, which has a native file', () => {
    expect([...foreignImports()]).toEqual(['better-sqlite3']);
  });

  test('is a few files: what makes invoices, rewrites text, checks passkeys and serves assistants is loaded when it is needed', () => {
    const index = readFileSync(join(FOLDER, 'index.js'), 'utf8');
    const atOnce = importsOf(index).filter((name) => name.startsWith('.'));
    // All that the server needs at once, and apart from it what its threads share with it.
    const shared = atOnce.filter((name) => !name.startsWith('./server-build-'));
    expect([atOnce.length, shared.length]).toEqual([2, 1]);
    for (const thread of THREADS) {
      const imports = importsOf(readFileSync(join(FOLDER, thread), 'utf8'));
      expect(imports.filter((name) => name.startsWith('.'))).toEqual(shared);
    }
    expect(globSync('*.js', { cwd: FOLDER }).length - THREADS.length).toBeLessThan(9);
  });

  test('has no sign beyond ASCII: for one, all of a file’s code would take twice the memory', () => {
    for (const file of globSync('*.js', { cwd: FOLDER })) {
      expect(readFileSync(join(FOLDER, file), 'utf8')).not.toMatch(/[^\0-\x7f]/);
    }
  });

  test('comes with what Node compiled of it, so that a start takes less time and memory', () => {
    expect(existsSync(join(FOLDER, '../compiled'))).toBe(true);
  });
});
