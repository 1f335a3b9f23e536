import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright';

const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

/** The flags that Chromium is started with, so that it contacts no server by itself. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-component-update',
  '--disable-sync',
];

/** A page of a test lives for seconds: to compile its scripts once more, for speed, takes longer than that saves. */
export const FLAGS_FOR_TESTS = [...CHROMIUM_FLAGS, '--js-flags=--no-opt'];

/**
 * The path of the Chromium for the browser tests: the system's own, else the one that
 * Playwright fetched. Throws when there is none that runs.
 */
export function findChromium(): string {
  const folders = process.env.PATH?.split(delimiter).filter(Boolean) ?? [];
  const installed = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  const found = [
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    ...installed,
    chromium.executablePath(),
  ].find(runs);
  if (found !== undefined) return found;
  throw new Error('There is no Chromium: run "node scripts/ensure-chromium.ts", which gets one.');
}

// Each is tried, since Ubuntu has a `chromium-browser` that only says how to install one.
function runs(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
  } catch {
    return false;
  }
  return spawnSync(file, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0;
}
