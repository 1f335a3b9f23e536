import { spawnSync } from 'node:child_process';

const NAMES = ['firefox-esr', 'firefox'];

/** The Firefox that is installed; null when there is none that runs. */
export function findFirefox(): string | null {
  const runs = (name: string) =>
    spawnSync(name, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0;
  return NAMES.find(runs) ?? null;
}
