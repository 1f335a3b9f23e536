import { execFile, fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Order, Reply } from './served.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Every product that was started and has not ended. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** The product in a process of its own, which lives in the time that it is told. */
export type Product = {
  pid: number;
  setClock: (now: number) => Promise<void>;
  /** A link that signs somebody in once. */
  link: (email: string) => Promise<string>;
  /** Asks it to end, and waits for that; throws with what it printed where it failed. */
  stop: () => Promise<void>;
  /** Ends it at once. */
  kill: () => Promise<void>;
  isRunning: () => boolean;
  ended: Promise<unknown>;
};

/** Starts the product on a data folder, and waits until it listens. Throws with what it printed where it does not. */
export async function startProduct(
  environment: Record<string, string>,
  now: number,
): Promise<Product> {
  const child = fork(join(import.meta.dirname, 'served.ts'), {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...environment, NOW: String(now) },
  });
  running.add(child);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed = (printed + text).slice(-10_000);
    });
  }
  const ended = once(child, 'close').then(() => running.delete(child));
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const replies: ((reply: Reply | null) => void)[] = [];
  child.on('message', (reply: Reply) => replies.shift()?.(reply));
  void ended.then(() => {
    for (const give of replies.splice(0)) give(null);
  });
  const nextReply = () => new Promise<Reply | null>((resolve) => replies.push(resolve));
  const ask = async (order: Order): Promise<Reply | null> => {
    if (!isRunning()) return null;
    const reply = nextReply();
    child.send(order, (error) => {
      // It is dying: what was asked is answered by its end.
      if (error && isRunning()) throw error;
    });
    return reply;
  };
  if ((await nextReply()) === null) throw new Error(`The product did not start: ${printed}`);
  return {
    pid: child.pid ?? 0,
    setClock: async (at) => {
      await ask({ kind: 'clock', now: at });
    },
    link: async (email) => {
      const reply = await ask({ kind: 'link', email });
      if (reply?.kind !== 'link') throw new Error('The product gave no link.');
      return reply.link;
    },
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      if (child.exitCode !== 0) throw new Error(`The product did not end well: ${printed}`);
    },
    kill: async () => {
      if (isRunning()) child.kill('SIGKILL');
      await ended;
    },
    isRunning,
    ended,
  };
}

/**
 * Runs one of the product's commands at an instant; gives what it printed. Throws where it fails. Nothing here stands still
 * meanwhile, or the product would close connections that are still thought to be open.
 */
export async function runCommand(
  dataDir: string,
  now: number,
  ...words: string[]
): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['run.js', ...words], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      CLOCK_AHEAD: String(now - Date.now()),
      NODE_OPTIONS: `--import=${join(import.meta.dirname, '../backups/other-clock.ts')}`,
    },
  });
  return stdout;
}
