import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Builds the product if one of these files has changed since the last build. */
const SOURCES = ['app/**/*.{ts,tsx,css,js,svg}', 'db/**/*.ts', 'public/**/*.*'];
const SETTINGS = [
  'docs/connecting.md',
  'package-lock.json',
  'remix.config.js',
  'vite.config.ts',
  'tsconfig.json',
  'run.js',
  'tallyhour',
  'scripts/own-files.ts',
  'scripts/older-styles.ts',
  'scripts/compress-assets.ts',
  'scripts/warm-up.ts',
];
const STAMP = join('build', 'made-of.txt');

function fingerprint(): string {
  const hash = createHash('sha256');
  const files = globSync(SOURCES).filter((name) => !name.includes('.test.'));
  for (const name of [...files.sort(), ...SETTINGS]) {
    hash.update(name).update('\0').update(readFileSync(name)).update('\0');
  }
  return hash.digest('hex');
}

const present = fingerprint();
if (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== present) {
  execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
  writeFileSync(STAMP, present);
}
