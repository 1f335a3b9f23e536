import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import license, { type Dependency } from 'rollup-plugin-license';
import type { Plugin } from 'vite';

/** What may be bundled with a program under the MIT licence, and passed on. */
const MAY_BE_BUNDLED = '(MIT OR ISC OR 0BSD OR BSD-2-Clause OR BSD-3-Clause OR Apache-2.0)';

/** What the build of one side, the browser's or the server's, writes down about its packages. */
const listOf = (root: string, side: 'browser' | 'server') =>
  join(root, `build/licences-${side}.txt`);

/**
 * Writes down which packages went into a build, under which licences. The build fails where one
 * has none, or one that asks more of us than to be named.
 */
export function listLicences(root: string, side: 'browser' | 'server'): Plugin {
  const plugin = license({
    thirdParty: {
      multipleVersions: true,
      allow: { test: MAY_BE_BUNDLED, failOnUnlicensed: true, failOnViolation: true },
      output: (dependencies) => {
        mkdirSync(join(root, 'build'), { recursive: true });
        writeFileSync(listOf(root, side), dependencies.map(describe).join(''));
      },
    },
  });
  return { ...plugin, apply: 'build' } as Plugin;
}

const RULE = `\n${'-'.repeat(80)}\n\n`;

function describe({ name, version, license: kind, licenseText }: Dependency): string {
  return section(`${name} ${version} (${kind})`, licenseText ?? '');
}

const section = (title: string, text: string) => `${title}\n\n${text.trim()}\n${RULE}`;

/** The licences of all that an installation holds besides our own code, as one text. */
export function allLicences(root: string): string {
  const driver = join(root, 'node_modules/better-sqlite3/LICENSE');
  const node = join(dirname(process.execPath), '../LICENSE');
  return [
    section('What is in this installation besides Tallyhour', INTRODUCTION),
    section('Node.js', readFileSync(node, 'utf8')),
    section(
      'better-sqlite3, with SQLite, which is in the public domain',
      readFileSync(driver, 'utf8'),
    ),
    readFileSync(listOf(root, 'server'), 'utf8'),
    readFileSync(listOf(root, 'browser'), 'utf8'),
  ].join('');
}

const INTRODUCTION =
  'Node.js; the SQLite driver; the packages that are bundled for the server, then those that are bundled for browsers.';
