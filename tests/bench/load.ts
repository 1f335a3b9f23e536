import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { pressLink } from '../support/server/press-link.ts';

/** A server in a process of its own, apart from the one that sends the requests. */
export type BenchServer = { port: number; signInLink?: string; process: ChildProcess };

/** Starts a module of this folder, which reports the port on which it listens. */
export async function startProcess(
  module: string,
  file: string,
  execArgv: string[] = [],
): Promise<BenchServer> {
  const child = fork(join(import.meta.dirname, module), [file], {
    env: { ...process.env, NODE_ENV: 'production' },
    execArgv,
  });
  const [message] = (await once(child, 'message')) as [Omit<BenchServer, 'process'>];
  return { ...message, process: child };
}

/** Ends a server that {@link startProcess} started. */
export async function stopProcess({ process: child }: BenchServer): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** The session cookie of whoever the server printed a sign-in link for. */
export async function signIn({ signInLink = '' }: BenchServer): Promise<string> {
  const response = await pressLink(signInLink);
  const cookie = response.headers.getSetCookie().find((text) => text.startsWith('session='));
  return cookie?.split(';')[0] ?? '';
}

/** One round of load: the number of answers, the milliseconds it took, and those of each answer. */
export type Round = { answers: number; elapsed: number; latencies: number[] };

/** Asks for one address over and over, on several connections, for a while. */
export async function load(
  { port }: BenchServer,
  path: string,
  options: { cookie?: string; milliseconds: number; connections: number },
): Promise<Round> {
  const agent = new Agent({ keepAlive: true, maxSockets: options.connections });
  const latencies: number[] = [];
  const startedAt = performance.now();
  const headers = options.cookie ? { Cookie: options.cookie } : {};
  const ask = async () => {
    while (performance.now() - startedAt < options.milliseconds) {
      const askedAt = performance.now();
      await answerTo({ port, path, agent, headers });
      latencies.push(performance.now() - askedAt);
    }
  };
  await Promise.all(Array.from({ length: options.connections }, ask));
  agent.destroy();
  return { answers: latencies.length, elapsed: performance.now() - startedAt, latencies };
}

function answerTo(options: { port: number; path: string; agent: Agent; headers: object }) {
  return new Promise<void>((resolve, reject) => {
    get({ host: '127.0.0.1', ...options, headers: { ...options.headers } }, (response) => {
      if (response.statusCode !== 200) {
        reject(new Error(`${options.path} answered ${response.statusCode ?? 'nothing'}`));
      }
      response.resume();
      response.on('end', resolve);
      response.on('error', reject);
    }).on('error', reject);
  });
}
