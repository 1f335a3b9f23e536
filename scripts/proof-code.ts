import { execFileSync } from 'node:child_process';
import type { Run } from './proofs-page.ts';

/** All files but the page that the runs are told on: a run that is noted does not make the code another one. */
const CODE = ['--', '.', ':!docs/proofs.md'];

const git = (folder: string, ...words: string[]) =>
  execFileSync('git', words, { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim();

/** The commit that is checked out, and “, changed” where files differ from it; null outside a repository. */
export function commitHere(folder: string): string | null {
  try {
    const changed = git(folder, 'status', '--porcelain', ...CODE) !== '';
    return git(folder, 'rev-parse', '--short=8', 'HEAD') + (changed ? ', changed' : '');
  } catch {
    return null;
  }
}

/** Whether a proof was kept on the very code that is here, whatever was committed of it or of its page since. */
export function isKeptHere(folder: string, run: Run | undefined): run is Run {
  if (!run?.isKept || commitHere(folder)?.includes('changed') !== false) return false;
  try {
    return git(folder, 'diff', '--name-only', run.commit, 'HEAD', ...CODE) === '';
  } catch {
    // The commit is unknown here, or the proof ran on changed files.
    return false;
  }
}
