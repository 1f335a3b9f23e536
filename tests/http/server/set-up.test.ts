import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { writeSecret } from '#app/platform/settings-store.server.ts';
import { describeSetUp } from '#app/set-up.server.ts';
import { openDatabase } from '#db/connection.server.ts';
import { settings } from '#db/schema.ts';
import { discardServerProcesses, startServerProcess } from '../../support/server/server-process.ts';
import { startTestServer } from '../../support/server/test-server.ts';

const ROOT = join(import.meta.dirname, '../../..');

afterEach(discardServerProcesses);

test('the start says in three lines where it is, how people sign in, and what is connected', async () => {
  const provider = { OAUTH2_CLIENT_ID: 'id', OAUTH2_CLIENT_SECRET: 'planted-secret' };
  const server = await startTestServer({
    ...{ ...provider, OAUTH2_ISSUER: 'https://id.example.com', AUTH_HEADER: 'Remote-Email' },
    ...{ XERO_CLIENT_ID: 'id', XERO_CLIENT_SECRET: 'planted-secret', XERO_WEBHOOK_KEY: 'planted' },
  });
  try {
    const lines = server.logLines();
    const first = lines.findIndex(({ msg }) => msg === 'listening');
    expect(lines.slice(first)).toMatchObject([
      { address: server.url },
      {
        msg: "Sign-in: by a trusted proxy's header remote-email (AUTH_HEADER), and at https://id.example.com (OAUTH2_ISSUER)",
      },
      { msg: 'Connected: Xero no, webhooks taken, Todoist no, AI no' },
    ]);
    expect(JSON.stringify(lines)).not.toContain('planted');
    writeSecret(server.services, 'todoist.token', 'planted');
    writeSecret(server.services, 'ai.key', 'planted');
    expect(describeSetUp(server.services)[1]).toBe(
      'Connected: Xero no, webhooks taken, Todoist yes, AI yes',
    );
  } finally {
    await server.stop();
  }
});

test('a copy of .env.example starts, and says what to fill in', async () => {
  const environment = parseEnv(readFileSync(join(ROOT, '.env.example'), 'utf8'));
  const server = await startServerProcess({
    environment: { ...environment, TALLYHOUR: 'docker compose exec tallyhour tallyhour' },
  });
  await server.waitFor('Connected: ');
  const { stdout, stderr } = server.output();
  expect(stderr).toBe('');
  expect(stdout).toContain(
    'Nobody can sign in yet: the approved list is empty. Set APPROVED_EMAILS=you@example.com where the server gets its settings',
  );
  expect(stdout).toContain('docker compose exec tallyhour tallyhour login-link you@example.com');
  expect(stdout).toContain('Xero no (XERO_CLIENT_ID is not set)');
  const page = await (await fetch(`${server.url}/api/login`)).text();
  expect(page).toContain('docker compose exec tallyhour tallyhour login-link you@example.com');
  expect((await fetch(`${server.url}/up`)).status).toBe(200);
});

test('the container asks /up whether it is healthy', () => {
  const [check = ''] =
    /^HEALTHCHECK[^]*?\n.*$/m.exec(readFileSync(join(ROOT, 'Dockerfile'), 'utf8')) ?? [];
  expect(check).toContain('/up`');
});

test('a database that came without its log is said to be so, and makes no invoice before Xero was asked', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tallyhour-log-'));
  try {
    const first = await startServerProcess({ dataDir });
    await first.waitFor('"listening"');
    first.child.kill('SIGKILL');
    await first.ended();
    // What a kill leaves has all three files, and is whole.
    const second = await startServerProcess({ dataDir });
    await second.waitFor('Connected: ');
    expect(second.output().stdout).not.toContain('without its log');
    second.child.kill('SIGTERM');
    await second.ended();
    writeFileSync(join(dataDir, 'database.sqlite-shm'), '');
    const third = await startServerProcess({ dataDir });
    await third.waitFor('Connected: ');
    expect(third.output().stdout).toContain(
      'database.sqlite came without its log: database.sqlite-shm is there, but database.sqlite-wal is missing.',
    );
    third.child.kill('SIGTERM');
    await third.ended();
    const db = openDatabase(join(dataDir, 'database.sqlite'));
    const names = db.select({ name: settings.name }).from(settings).all();
    db.$client.close();
    expect(names).toContainEqual({ name: 'restored.at' });
  } finally {
    await discardServerProcesses();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
