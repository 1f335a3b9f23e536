import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll } from 'vitest';
import { z } from 'zod';
import { findFirefox } from './find-firefox.ts';

/**
 * The system's own Firefox, driven by WebDriver BiDi, the protocol that it speaks by itself.
 * Playwright needs a Firefox of its own make.
 */

/** A window of Firefox. */
export type Firefox = {
  setCookie: (url: string, name: string, value: string) => Promise<void>;
  /** Opens an address, and waits until its page has loaded. */
  open: (url: string) => Promise<void>;
  /** Goes back. The page before may still be loading then. */
  back: () => Promise<void>;
  /** Runs an expression in the page; gives its value, which is a text. */
  run: (expression: string) => Promise<string>;
  /** Presses the keys of a text, one after another, in the field that has the focus. */
  type: (text: string) => Promise<void>;
};

/** So that it contacts no server by itself. */
const PREFERENCES = {
  'app.update.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.enabled': false,
};

/** A Firefox for a test file. */
export function useFirefox(): () => Firefox {
  let running: { window: Firefox; stop: () => Promise<void> } | null = null;

  beforeAll(async () => {
    running = await start();
  });

  afterAll(async () => {
    await running?.stop();
  });

  return () => {
    if (!running) throw new Error('Firefox is not started yet');
    return running.window;
  };
}

async function start() {
  const program = findFirefox();
  if (program === null) throw new Error('There is no Firefox.');
  const profile = await mkdtemp(join(tmpdir(), 'tallyhour-firefox-'));
  const lines = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  await writeFile(join(profile, 'user.js'), lines.join('\n'));
  const words = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
  const child = spawn(program, words, { stdio: ['ignore', 'ignore', 'pipe'] });
  const socket = new WebSocket(`${await addressOf(child)}/session`);
  const send = await talk(socket);
  return {
    window: await openWindow(send),
    stop: async () => {
      socket.close();
      const ended = once(child, 'exit');
      child.kill();
      await ended;
      await rm(profile, { recursive: true, force: true });
    },
  };
}

/** The address at which Firefox listens, which it writes to its standard error. */
async function addressOf({ stderr }: ChildProcess): Promise<string> {
  if (!stderr) throw new Error('Firefox has no standard error.');
  for await (const line of createInterface({ input: stderr })) {
    const address = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1];
    if (address !== undefined) {
      stderr.resume();
      return address;
    }
  }
  throw new Error('Firefox ended before it listened.');
}

const Reply = z.object({
  id: z.number().nullish(),
  type: z.string(),
  /** Not in an error. */
  result: z.unknown().optional(),
  message: z.string().optional(),
});

type Send = (method: string, parameters: object) => Promise<unknown>;

/** Sends commands, each with a number that its answer repeats. */
async function talk(socket: WebSocket): Promise<Send> {
  const waiting = new Map<number, (reply: z.infer<typeof Reply>) => void>();
  socket.addEventListener('message', ({ data }) => {
    const reply = Reply.parse(JSON.parse(String(data)));
    if (reply.id != null) waiting.get(reply.id)?.(reply);
  });
  await once(socket, 'open');
  let count = 0;
  return async (method, params) => {
    const id = (count += 1);
    const answered = new Promise<z.infer<typeof Reply>>((answer) => waiting.set(id, answer));
    socket.send(JSON.stringify({ id, method, params }));
    const { type, result, message } = await answered;
    waiting.delete(id);
    if (type === 'error') throw new Error(`${method}: ${message ?? 'failed'}`);
    return result;
  };
}

async function openWindow(send: Send): Promise<Firefox> {
  const prompts = { unhandledPromptBehavior: { default: 'accept', beforeUnload: 'accept' } };
  await send('session.new', { capabilities: { alwaysMatch: prompts } });
  const made = await send('browsingContext.create', { type: 'tab' });
  const { context } = z.object({ context: z.string() }).parse(made);
  return {
    setCookie: async (url, name, value) => {
      const { hostname } = new URL(url);
      const cookie = { name, value: { type: 'string', value }, domain: hostname, path: '/' };
      await send('storage.setCookie', { cookie });
    },
    open: async (url) => {
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    back: async () => {
      await send('browsingContext.traverseHistory', { context, delta: -1 });
    },
    run: async (expression) => {
      const parameters = { expression, target: { context }, awaitPromise: true };
      const answer = await send('script.evaluate', { ...parameters, userActivation: true });
      const parsed = z.object({ result: z.object({ value: z.string() }) }).safeParse(answer);
      if (parsed.success) return parsed.data.result.value;
      throw new Error(`${expression}: ${JSON.stringify(answer)}`);
    },
    type: async (text) => {
      const actions = Array.from(text).flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      await send('input.performActions', {
        context,
        actions: [{ type: 'key', id: 'keyboard', actions }],
      });
    },
  };
}
