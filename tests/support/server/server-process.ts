import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

/** The product as its users run it: a process of its own. */
export type ServerProcess = {
  port: number;
  /** The address of the product, without a trailing slash. */
  url: string;
  dataDir: string;
  child: ChildProcess;
  /** Everything that was printed so far. */
  output: () => { stdout: string; stderr: string };
  /** Waits until this text was printed. Throws when the process ends before. */
  waitFor: (text: string) => Promise<void>;
  /** Waits for the end; gives the exit code, or null when a signal ended it. */
  ended: () => Promise<number | null>;
};

type Options = {
  environment?: Record<string, string>;
  /** The data folder, which is kept; by default a new one, which is removed in the end. */
  dataDir?: string;
  /** The program to run; by default the product. */
  program?: string;
  /** Whether `tallyhour` starts it, with the limits that it gives Node. */
  asInstalled?: boolean;
};

const started: { child: ChildProcess; folder: string | null }[] = [];

/** Starts `node run.js`, `tallyhour` or another program, with none of our own variables but these. */
export async function startServerProcess(options: Options = {}): Promise<ServerProcess> {
  const port = await freePort();
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'tallyhour-process-'));
  const [program, words] = options.asInstalled
    ? ['./tallyhour', ['start']]
    : [process.execPath, [options.program ?? 'run.js']];
  const child = spawn(program, words, {
    cwd: join(import.meta.dirname, '../../..'),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir,
      BACKUPS: 'off',
      ...options.environment,
    },
  });
  started.push({ child, folder: options.dataDir === undefined ? dataDir : null });
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => (printed[name] += text));
  }
  const closed = once(child, 'close');

  return {
    port,
    url: `http://localhost:${port}`,
    dataDir,
    child,
    output: () => ({ ...printed }),
    waitFor: async (text) => {
      while (!printed.stdout.includes(text)) {
        await Promise.race([once(child.stdout, 'data'), closed]);
        if (child.exitCode !== null && !printed.stdout.includes(text)) {
          throw new Error(`It ended without "${text}": ${JSON.stringify(printed)}`);
        }
      }
    },
    ended: async () => {
      await closed;
      return child.exitCode;
    },
  };
}

/** Ends the processes that a test left running, and removes their folders. */
export async function discardServerProcesses(): Promise<void> {
  for (const { child, folder } of started.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'close');
    }
    if (folder !== null) rmSync(folder, { recursive: true, force: true });
  }
}
