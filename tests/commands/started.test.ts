import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { discardServerProcesses, startServerProcess } from '../support/server/server-process.ts';

const ROOT = join(import.meta.dirname, '../..');
const EMAIL = 'alex@example.com';

afterEach(discardServerProcesses);

test('what operators run by npm does its work on an installation', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tallyhour-operator-'));
  const dataDir = join(folder, 'data');
  const run = (script: string, ...words: string[]) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(ROOT, 'scripts', `${script}.ts`), ...words],
      {
        cwd: ROOT,
        env: { NODE_ENV: 'production', DATA_DIR: dataDir, APPROVED_EMAILS: EMAIL },
        encoding: 'utf8',
      },
    );
    expect({ script, status, stderr }).toEqual({ script, status: 0, stderr: '' });
    return stdout;
  };
  try {
    const server = await startServerProcess({ dataDir, environment: { APPROVED_EMAILS: EMAIL } });
    await server.waitFor('"listening"');
    server.child.kill('SIGTERM');
    expect(await server.ended()).toBe(0);
    expect(run('login-link', EMAIL)).toContain('http://localhost:');
    const backup = join(folder, 'backup.sqlite');
    run('backup', backup);
    run('backup-verify', backup);
    run('restore', backup);
    run('history-verify');
    run('person-export', EMAIL, join(folder, 'person.json'));
    expect(existsSync(join(folder, 'person.json'))).toBe(true);
    run('person-remove', EMAIL);
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
