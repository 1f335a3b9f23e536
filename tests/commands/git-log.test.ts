import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { makeToken } from '../../app/auth/tokens/tokens.server.ts';
import { pendingRows } from '../support/data/pending-work-logs.ts';
import { useServer } from '../support/server/use-server.ts';
import { visitSignedIn } from '../support/server/visitor.ts';

const SCRIPT = join(import.meta.dirname, '../../docs/git-log.mjs');
const run = promisify(execFile);
const server = useServer();

const ANN = { GIT_AUTHOR_NAME: 'Ann', GIT_AUTHOR_EMAIL: 'ann@example.com' };
const BEN = { GIT_AUTHOR_NAME: 'Ben', GIT_AUTHOR_EMAIL: 'ben@example.com' };

test('the commits of one author come into the review, each once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tallyhour-git-'));
  const repository = join(folder, 'harbour-view');
  const git = (words: string[], who: Record<string, string> = {}) =>
    execFileSync('git', ['-C', folder, ...words], {
      env: {
        NODE_ENV: 'test',
        PATH: process.env.PATH,
        GIT_CONFIG_GLOBAL: '/dev/null',
        ...{ GIT_COMMITTER_NAME: 'Ann', GIT_COMMITTER_EMAIL: 'ann@example.com', ...who },
      },
    });
  const commit = (date: string, words: string[], who = ANN) => {
    const text = words.flatMap((word) => ['-m', word]);
    const dates = { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
    git(['-C', repository, 'commit', '--allow-empty', '-q', ...text], { ...who, ...dates });
  };
  try {
    git(['init', '-q', repository]);
    git(['-C', repository, 'config', 'user.email', 'ann@example.com']);
    commit('2026-03-01T10:00:00Z', ['Too old']);
    commit('2026-03-26T10:00:00+01:00', ['Mend the login form', 'It lost the\nsecond key.']);
    commit('2026-03-26T11:00:00Z', ['Somebody else’s'], BEN);
    commit('2026-03-27T12:00:00Z', ['Say “hello” to\u00a0all; 🧑🏽‍💻']);

    await visitSignedIn(server());
    const { token } = makeToken(server().services, 1, {
      ...{ name: 'git', scopes: ['propose'], days: null, writesBackDays: null },
    });
    const ask = (secret = token) =>
      run(process.execPath, [SCRIPT, repository, '2026-03-20'], {
        env: {
          NODE_ENV: 'test',
          PATH: process.env.PATH,
          TALLYHOUR_URL: server().url,
          TALLYHOUR_TOKEN: secret,
        },
      });
    expect((await ask()).stdout).toBe('2 new, 0 known\n');
    const [first, second, ...others] = pendingRows(server());
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      ...{ source: 'git', taskName: 'Mend the login form', projectName: 'harbour-view' },
      ...{ description: 'It lost the\nsecond key.', completedAt: new Date('2026-03-26T09:00:00Z') },
    });
    expect(second?.taskName).toBe('Say “hello” to\u00a0all; 🧑🏽‍💻');
    expect((await ask()).stdout).toBe('0 new, 2 known\n');
    commit('2026-03-28T12:00:00Z', ['One more']);
    expect((await ask()).stdout).toBe('1 new, 2 known\n');
    await expect(ask('th_wrong')).rejects.toThrow('401');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
