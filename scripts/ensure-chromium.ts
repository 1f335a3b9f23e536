import { spawnSync } from 'node:child_process';
import { findChromium } from '#tests/support/browser/chromium.ts';
import { findFirefox } from '#tests/support/browser/find-firefox.ts';

/** Chromium without windows: its interface is a page too, and costs as much as the tests' own. */
const HEADLESS = 'chromium-headless-shell';

/** Debian's packages with Chromium 87 and 102. */
const OLD_ENGINES = ['python3-pyqt5.qtwebengine', 'python3-pyqt6.qtwebengine'];

/**
 * Makes sure that the browser tests have Chromium and, if they can be installed, w3m and, where a
 * word of the command asks for it, `firefox` or `old-engines`.
 */
function main(): void {
  if (!hasProgram(HEADLESS)) getChromium();
  if (!hasProgram('w3m')) {
    say('The tests with a text browser need w3m, which is missing.');
    if (!installPackage('w3m') || !hasProgram('w3m')) {
      say('w3m could not be installed, so those tests will be skipped.');
    }
  }
  if (process.argv.includes('firefox') && findFirefox() === null) {
    say('The tests with Firefox need it, and it is missing.');
    if (!installPackage('firefox-esr') || findFirefox() === null) {
      say('Firefox could not be installed, so those tests will be skipped.');
    }
  }
  if (process.argv.includes('old-engines')) {
    for (const name of OLD_ENGINES) {
      if (!installPackage(name)) process.exitCode = 1;
    }
  }
}

function getChromium(): void {
  const hasOther = hasChromium();
  say(
    hasOther
      ? `The browser tests take half the time with ${HEADLESS}, which is missing.`
      : 'The browser tests need Chromium, which is missing; this may take a few minutes.',
  );
  if (installPackage(HEADLESS) || hasOther) return;
  if (installPackage('chromium') && hasChromium()) return;
  // If packages may be installed, Playwright also installs the libraries that its Chromium needs.
  const isAllowed = administratorPrefix() !== null && hasProgram('apt-get');
  run(['npx', 'playwright', 'install', ...(isAllowed ? ['--with-deps'] : []), 'chromium']);
  if (hasChromium()) return;
  say('No Chromium could be installed. Install one as "chromium" and run this again.');
  process.exitCode = 1;
}

function hasChromium(): boolean {
  try {
    findChromium();
    return true;
  } catch {
    return false;
  }
}

let isPackageListFresh = false;

/** Installs a Debian package where that is possible and allowed; says whether it worked. */
function installPackage(name: string): boolean {
  const prefix = administratorPrefix();
  if (prefix === null || !hasProgram('apt-get')) return false;
  const aptGet = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get'];
  isPackageListFresh ||= run([...aptGet, 'update', '-q']);
  return run([...aptGet, 'install', '-q', '-y', '--no-install-recommends', name]);
}

/** The words before a command that changes the system, such as `sudo`; null when not allowed. */
function administratorPrefix(): string[] | null {
  if (process.getuid?.() === 0) return [];
  return spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0
    ? ['sudo', '-n']
    : null;
}

function hasProgram(name: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' }).status === 0;
}

function run([program = '', ...words]: string[]): boolean {
  say(`$ ${[program, ...words].join(' ')}`);
  return spawnSync(program, words, { stdio: 'inherit' }).status === 0;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

main();
