import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commitHere, isKeptHere } from '../../scripts/proof-code.ts';
import { PROOFS } from '../../scripts/prove.ts';
import { lastWords, proofsPage, runsOf, type Run } from '../../scripts/proofs-page.ts';

const RUN: Run = {
  day: '2026-11-30',
  commit: '4a3d6212, changed',
  machine: '2 × x64, 24 GiB, Node 24.21.0',
  minutes: 12,
  isKept: false,
  said: 'p99 of 20 at once 0.61 s   at most 0.5 s   MISSED',
};

test('what ran is read back from the page as it was, and the others have not run yet', () => {
  const page = proofsPage({ bench: 'figures, here | there', soak: 'a rush' }, { bench: RUN });
  expect(runsOf(page)).toEqual({ bench: RUN });
  expect(page).toContain('| **not kept** |');
  expect(page).toContain('| soak | a rush | not yet |');
});

test('a run replaces the one before, and no other', () => {
  const both = proofsPage({ bench: '', soak: '' }, { bench: RUN, soak: RUN });
  const again = proofsPage(
    { bench: '', soak: '' },
    { ...runsOf(both), soak: { ...RUN, isKept: true } },
  );
  expect(runsOf(again)).toEqual({ bench: RUN, soak: { ...RUN, isKept: true } });
});

test('the last words are the count of tests, or else the last line, without colours', () => {
  expect(lastWords('\u001b[32m  Tests  \u001b[1m10 passed\u001b[22m (10)\n  Duration 2 s\n')).toBe(
    'Tests 10 passed (10)',
  );
  expect(lastWords('one\nEvery limit is kept.\n\n')).toBe('Every limit is kept.');
  expect(lastWords('')).toBe('nothing');
});

test('docs/proofs.md has a row for each proof, as the command writes them', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/proofs.md'), 'utf8');
  const shows = Object.fromEntries(
    Object.entries(PROOFS).map(([name, { shows }]) => [name, shows]),
  );
  expect(page).toBe(proofsPage(shows, runsOf(page)));
});

test('what was kept on this very code needs no second run; of other code, or changed, or missed, it does', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tallyhour-code-'));
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...words], {
      cwd: folder,
      stdio: 'pipe',
    });
  const commit = (file: string) => {
    writeFileSync(join(folder, file), String(Math.random()));
    git('add', '.');
    git('commit', '-m', file);
  };
  try {
    expect(commitHere(folder)).toBeNull();
    git('init');
    mkdirSync(join(folder, 'docs'));
    commit('code.ts');
    const run: Run = { ...RUN, isKept: true, commit: commitHere(folder) ?? '' };
    const isKept = (change: Partial<Run> = {}) => isKeptHere(folder, { ...run, ...change });
    expect(isKept()).toBe(true);
    expect(isKept({ isKept: false })).toBe(false);
    expect(isKept({ commit: 'feedbeef' })).toBe(false);
    expect(isKept({ commit: `${run.commit}, changed` })).toBe(false);
    commit('docs/proofs.md');
    expect(isKept()).toBe(true);
    writeFileSync(join(folder, 'code.ts'), 'edited');
    expect(isKept()).toBe(false);
    commit('code.ts');
    expect(isKept()).toBe(false);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
