import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium, type BrowserContext, type Page } from 'playwright';
import { PATIENCE } from './browser.ts';
import { FLAGS_FOR_TESTS, findChromium } from './chromium.ts';

/** A browser of one person, which keeps what is on its disk over a start and a kill. */
export type OwnBrowser = {
  page: Page;
  context: BrowserContext;
  /** The folder with all that it keeps. */
  profile: string;
  /** Ends the browser's processes at once, as a power cut does, and starts it anew. */
  killAndStart: () => Promise<void>;
  /** Ends it and removes its disk. */
  end: () => Promise<void>;
};

/**
 * Starts a Chromium with a profile of its own, with `more` flags, and the product's service worker. It is started by
 * hand, since Playwright does not say which process a browser with a profile is.
 */
export async function startOwnBrowser(more: string[] = []): Promise<OwnBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'tallyhour-browser-'));
  let running = await start(profile, more);
  const own: OwnBrowser = {
    page: running.page,
    context: running.context,
    profile,
    killAndStart: async () => {
      await running.kill();
      running = await start(profile, more);
      Object.assign(own, { page: running.page, context: running.context });
    },
    end: async () => {
      await running.kill();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  return own;
}

async function start(profile: string, more: string[]) {
  const flags = ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`];
  const process_ = spawn(findChromium(), [...FLAGS_FOR_TESTS, ...flags, ...more], {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  const closed = once(process_, 'close');
  const browser = await chromium.connectOverCDP(await readAddress(process_.stderr));
  const [context = await browser.newContext()] = browser.contexts();
  context.setDefaultTimeout(PATIENCE);
  const [page = await context.newPage()] = context.pages();
  return {
    context,
    page,
    kill: async () => {
      // Debian's command is a script around the browser: both are one group.
      if (process_.pid !== undefined) process.kill(-process_.pid, 'SIGKILL');
      await closed;
    },
  };
}

async function readAddress(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(output)) {
    const address = /^DevTools listening on (ws:\S+)/.exec(line)?.[1];
    if (address !== undefined) {
      // Whatever it writes later is read, or it would wait for a reader.
      output.resume();
      return address;
    }
  }
  throw new Error('Chromium does not listen.');
}
