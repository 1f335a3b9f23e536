import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findChromium } from '#tests/support/browser/chromium.ts';

const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-extensions',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-sync',
  '--no-first-run',
  '--remote-debugging-port=0',
];

/** A time limit for the start, in milliseconds: longer than it takes on a busy machine. */
const START_DEADLINE = 60_000;

/** A browser that only Lighthouse drives, so that nothing of ours disturbs what it measures. */
export type DebuggedChromium = { port: number; stop: () => Promise<void> };

/** Starts Chromium on a profile that is deleted when it stops. Throws when it does not listen. */
export async function startChromium(): Promise<DebuggedChromium> {
  const profile = await mkdtemp(join(tmpdir(), 'tallyhour-lighthouse-'));
  const browser = spawn(findChromium(), [...FLAGS, `--user-data-dir=${profile}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  // Debian's command is a shell script that waits for the browser, so both are one group to be ended,
  // and only the closed pipe tells that both have.
  const closed = once(browser, 'close');
  const end = () => {
    if (browser.pid !== undefined) process.kill(-browser.pid);
  };
  const stop = async () => {
    end();
    await closed;
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  const deadline = setTimeout(end, START_DEADLINE);
  try {
    return { port: await readPort(createInterface(browser.stderr)), stop };
  } catch (error) {
    await stop();
    throw error;
  } finally {
    clearTimeout(deadline);
  }
}

async function readPort(lines: AsyncIterable<string>): Promise<number> {
  const written: string[] = [];
  for await (const line of lines) {
    const port = /^DevTools listening on ws:\/\/[^/]*:(\d+)\//.exec(line)?.[1];
    if (port !== undefined) return Number(port);
    written.push(line);
  }
  throw new Error(`Chromium does not listen:\n${written.join('\n')}`);
}
