import { spawnSync } from 'node:child_process';

/** The programs that stand in for a container engine, and the Debian package of each. */
const PROGRAMS = ['buildah', 'mmdebstrap', 'runc'];

/** What keeps this machine from building and running an image; null when nothing does. */
export function whatIsMissing(): string | null {
  if (process.platform !== 'linux') return 'This needs Linux.';
  if (process.getuid?.() !== 0) return 'This needs root, which makes root file systems.';
  const missing = PROGRAMS.filter((name) => spawnSync('which', [name]).status !== 0);
  if (missing.length === 0) return null;
  return `Missing here: ${missing.join(', ')}. On Debian: apt-get install --no-install-recommends ${missing.join(' ')}`;
}

/** Runs a program to its end and gives what it printed. Throws with all of it when it fails. */
export function run(program: string, words: string[], input?: string): string {
  const { status, stdout, stderr, error } = spawnSync(program, words, {
    input,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status === 0) return stdout.trim();
  const reason = error?.message ?? `${stdout}${stderr}`.slice(-6_000);
  throw new Error(`${program} ${words.slice(0, 4).join(' ')} … failed:\n${reason}`);
}

export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

let failures = 0;

/** Prints whether something that must be so is so; a failure makes the command fail in the end. */
export function check(name: string, isSo: boolean, found: unknown = ''): void {
  say(
    `${isSo ? ' ok   ' : ' FAIL '} ${name}${isSo || found === '' ? '' : `: ${JSON.stringify(found)}`}`,
  );
  if (!isSo) failures += 1;
}

/** How many checks failed. */
export function failed(): number {
  return failures;
}
