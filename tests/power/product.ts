import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const ROOT = join(import.meta.dirname, '../..');

/** The email that may sign in. */
export const EMAIL = 'alex@example.com';

/** The product as its users run it, with something between it and its disk. */
export type Product = {
  url: string;
  pid: number;
  /** All that it has printed. */
  output: () => string;
  /** Asks it to end, and waits for that. */
  stop: () => Promise<void>;
  /** Ends it at once. */
  kill: () => Promise<void>;
  /** Resolves when it has ended, whatever ended it. */
  ended: Promise<void>;
  isRunning: () => boolean;
};

/** How it is started. */
export type ProductOptions = {
  port: number;
  dataDir: string;
  environment?: Record<string, string>;
};

/** How long a start may take, in milliseconds. */
const PATIENCE = 60_000;

/** Every product that was started and has not ended. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts the product without waiting for it. */
export function spawnProduct({ port, dataDir, environment }: ProductOptions): Product {
  const child = spawn(process.execPath, ['run.js'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir,
      APPROVED_EMAILS: EMAIL,
      BACKUPS: 'off',
      ...environment,
    },
  });
  running.add(child);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  }
  const ended = once(child, 'close').then(() => {
    running.delete(child);
  });
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const end = async (signal: NodeJS.Signals) => {
    if (isRunning()) child.kill(signal);
    await ended;
  };
  return {
    url: `http://localhost:${port}`,
    pid: child.pid ?? 0,
    output: () => printed,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    ended,
    isRunning,
  };
}

/** Waits until it listens; false when it ended before. Throws when it does neither. */
export async function listens(product: Product): Promise<boolean> {
  const until = performance.now() + PATIENCE;
  while (!product.output().includes('"listening"')) {
    if (!product.isRunning()) {
      await product.ended;
      return product.output().includes('"listening"');
    }
    if (performance.now() > until) throw new Error(`It does not listen: ${product.output()}`);
    await Promise.race([pause(5), product.ended]);
  }
  return true;
}

/** Starts the product and waits until it listens. Throws with what it printed when it does not. */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const product = spawnProduct(options);
  if (await listens(product)) return product;
  throw new Error(`The product did not start: ${product.output()}`);
}
