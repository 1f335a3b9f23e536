import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '#tests/support/server/free-port.ts';

/**
 * Run after a build: starts the product once and asks for two pages, so that Node keeps what it
 * compiled in `build/compiled`. Every later start takes less time and memory.
 */
const ROOT = resolve(import.meta.dirname, '..');

async function main(): Promise<void> {
  rmSync(join(ROOT, 'build/compiled'), { recursive: true, force: true });
  const dataDir = mkdtempSync(join(tmpdir(), 'tallyhour-warm-up-'));
  try {
    await runOnce(dataDir);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function runOnce(dataDir: string): Promise<void> {
  const port = await freePort();
  const child = spawn(join(ROOT, 'tallyhour'), ['start'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir,
      BACKUPS: 'off',
    },
  });
  const closed = once(child, 'close');
  try {
    await listening(child.stdout, closed);
    for (const path of ['/', '/work-logs']) await fetch(`http://127.0.0.1:${port}${path}`);
  } finally {
    child.kill('SIGTERM');
    await closed;
  }
}

async function listening(output: NodeJS.ReadableStream, closed: Promise<unknown>): Promise<void> {
  let printed = '';
  const heard = new Promise<boolean>((resolve) => {
    output.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      if (printed.includes('"listening"')) resolve(true);
    });
  });
  if (!(await Promise.race([heard, closed.then(() => false)]))) {
    throw new Error('The product that was just built does not start.');
  }
}

await main();
