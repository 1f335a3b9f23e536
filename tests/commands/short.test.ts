import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { PROOFS } from '../../scripts/prove.ts';
import { ELSEWHERE, PROVED_ELSEWHERE } from './elsewhere.ts';

/**
 * Commands that take minutes, run short (`SHORT=yes`): set up, one round on tiny data, their control, their conclusion. So
 * one that no longer runs is noticed at once; what it measures is judged where it can be in seconds, and never a time.
 */
const ROOT = join(import.meta.dirname, '../..');

/** A proof or a script of npm, what it is given, and what it must say in the end. `FOLDER` is removed afterwards. */
type Short = { command: string; words?: string[]; with?: Record<string, string>; says: RegExp };

const KEPT = /Every limit is kept/;
const SHORT: Record<string, Short[]> = {
  bench: [{ command: 'bench', says: KEPT }],
  profile: [{ command: 'profile', says: /Whole time, by function\n.*\d %/ }],
  soak: [{ command: 'soak', says: KEPT }],
  mutations: [{ command: 'mutations', says: /^9 mutants, 9 killed .*Every limit is kept/m }],
  extremes: [{ command: 'extremes', says: KEPT }],
  'package, figures': [
    { command: 'package', words: ['FOLDER/dist'], says: /Start it with: / },
    { command: 'figures', words: ['FOLDER/dist'], says: KEPT },
  ],
  // tests/faults/backups.test.ts kills servers; docs/operating.md takes minutes to follow, and is left out.
  backups: [{ command: 'backups', with: { ONLY: 'load' }, says: KEPT }],
  year: [{ command: 'year', says: /^2 months, 3 people, .* agree; .* Every limit is kept\.$/m }],
  budgets: [{ command: 'budgets', with: { ONLY: '/timer', RUNS: '1' }, says: KEPT }],
  lighthouse: [{ command: 'lighthouse', with: { ONLY: '/dashboard', RUNS: '1' }, says: KEPT }],
  screenshots: [
    {
      command: 'screenshots',
      words: ['FOLDER/pictures'],
      with: { ONLY: 'work-logs-filtered' },
      says: /^6 pictures in /m,
    },
  ],
  walk: [
    {
      command: 'walk',
      with: { SEED: '1', STEPS: '20', ONLY: 'phone' },
      says: /of 20 steps, sums of \d+ filters\nphone: 0 faults \(SEED=1\)/,
    },
  ],
  // Without wapiti and sqlmap.
  attack: [{ command: 'attack', says: /7 addresses can be attacked/ }],
  matrix: [
    {
      command: 'matrix',
      with: { ONLY: 'tests/journeys/edited-meanwhile' },
      says: /deleted meanwhile stays( \| ✓){6} \|/,
    },
  ],
  // Without buildah and runc.
  image: [{ command: 'image', says: /builds no image/ }],
};

const Package = z.object({ scripts: z.record(z.string(), z.string()) });
const { scripts } = Package.parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')));

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tallyhour-short-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the last step of a proof or script: what it makes ready before is there. Gives how it ended, and what it said. */
async function run({ command, words = [], with: more }: Short) {
  const proof = PROOFS[command];
  const last = proof?.steps.at(-1) ?? scripts[command]?.split(' && ').at(-1) ?? 'false';
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|TEST|SEED$|NODE_ENV$)/.test(name),
  );
  const given = words.map((word) => word.replace('FOLDER', folder));
  const environment = {
    ...Object.fromEntries(own),
    PATH: [join(ROOT, 'node_modules/.bin'), process.env.PATH].join(delimiter),
    // Those that need another one say so.
    NODE_ENV: 'development' as const,
    TMPDIR: folder,
    SHORT: 'yes',
    ...proof?.environment,
    ...more,
  };
  const child = spawn('sh', ['-c', `${last} "$@"`, 'sh', ...given], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environment,
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  }
  await once(child, 'close');
  return { code: child.exitCode, said };
}

test.each(Object.entries(SHORT))('%s still runs', async (_names, commands) => {
  for (const one of commands) {
    const { code, said } = await run(one);
    expect(said).toMatch(one.says);
    expect({ code, said: code === 0 ? '' : said }).toEqual({ code: 0, said: '' });
  }
});

test('every script and every proof has a short form, or a test that does what it does', () => {
  expect(Object.keys(scripts).length).toBeLessThanOrEqual(16);
  const short = Object.values(SHORT).flatMap((commands) => commands.map(({ command }) => command));
  const shortScripts = short.filter((name) => name in scripts);
  expect([...shortScripts, ...Object.keys(ELSEWHERE)].sort()).toEqual(Object.keys(scripts).sort());
  const shortProofs = short.filter((name) => name in PROOFS);
  expect([...shortProofs, ...Object.keys(PROVED_ELSEWHERE)].sort()).toEqual(
    Object.keys(PROOFS).sort(),
  );
  const files = [...Object.values(ELSEWHERE), ...Object.values(PROVED_ELSEWHERE)];
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});
