import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { discardServerProcesses, startServerProcess } from '../support/server/server-process.ts';

const ROOT = join(import.meta.dirname, '../..');
const EMAIL = 'alex@example.com';

afterEach(discardServerProcesses);

test('what operators run does its work on an installation', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tallyhour-operator-'));
  const dataDir = join(folder, 'data');
  const run = (program: string, ...words: string[]) => {
    const { status, stdout, stderr } = spawnSync(program, words, {
      cwd: ROOT,
      env: {
        NODE_ENV: 'production',
        PATH: process.env.PATH,
        DATA_DIR: dataDir,
        APPROVED_EMAILS: EMAIL,
      },
      encoding: 'utf8',
    });
    expect({ program, words, status, stderr }).toEqual({ program, words, status: 0, stderr: '' });
    return stdout;
  };
  const runScript = (name: string, ...words: string[]) =>
    run(process.execPath, join('scripts', `${name}.ts`), ...words);
  try {
    const server = await startServerProcess({ dataDir, environment: { APPROVED_EMAILS: EMAIL } });
    await server.waitFor('"listening"');
    server.child.kill('SIGTERM');
    expect(await server.ended()).toBe(0);
    expect(runScript('login-link', EMAIL)).toContain('http://localhost:');
    const backup = join(folder, 'backup.sqlite');
    runScript('backup', backup);
    runScript('backup-verify', backup);
    runScript('restore', backup);
    run('./tallyhour', 'history:verify');
    run('./tallyhour', 'person:export', EMAIL, join(folder, 'person.json'));
    expect(existsSync(join(folder, 'person.json'))).toBe(true);
    run('./tallyhour', 'person:remove', EMAIL);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('the product runs on Vite’s modules', async () => {
  const server = await startServerProcess({
    program: 'scripts/dev.ts',
    environment: { APPROVED_EMAILS: EMAIL, NODE_ENV: 'development' },
  });
  await server.waitFor('listening');
  const page = await fetch(server.url);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('/app/entry.client.tsx');
});
