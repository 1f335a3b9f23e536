import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ImageConfig } from './build.ts';
import { run } from './tools.ts';

/** How an image is to be run: like the options of `docker run`. */
export type Order = {
  /** A folder for the description of the container. */
  folder: string;
  rootfs: string;
  config: ImageConfig;
  /** What is mounted at the image's volume. */
  volume: string;
  environment: string[];
};

/** A container that was started. */
export type Container = {
  /** Everything that it printed so far. */
  output: () => string;
  /** Sends a signal to its first process. */
  kill: (signal: string) => void;
  /** Waits for the end; gives the exit code. */
  ended: () => Promise<number | null>;
  /** Runs a command in it, by default as the image's user. */
  exec: (words: string[], options?: { user?: string; environment?: string[] }) => Executed;
  /** The first process of the container, and its child, by their numbers on this machine. */
  processes: () => { first: number; server: number };
};

type Executed = { status: number | null; stdout: string; stderr: string };

let count = 0;

/** Runs an image with its root read-only, in namespaces of its own but for the network's. */
export function startContainer(order: Order): Container {
  count += 1;
  const name = `tallyhour-image-${process.pid}-${count}`;
  const bundle = join(order.folder, name);
  mkdirSync(bundle, { recursive: true });
  writeFileSync(join(bundle, 'config.json'), JSON.stringify(specification(order)));
  const child = spawn('runc', ['run', '--bundle', bundle, name], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  const closed = once(child, 'close');
  return {
    output: () => output,
    kill: (signal) => {
      run('runc', ['kill', name, signal]);
    },
    ended: async () => {
      await closed;
      return child.exitCode;
    },
    exec: (words, { user = order.config.User, environment = [] } = {}) => {
      const options = environment.flatMap((variable) => ['--env', variable]);
      const { status, stdout, stderr } = spawnSync(
        'runc',
        ['exec', '--user', user, ...options, name, ...words],
        { encoding: 'utf8' },
      );
      return { status, stdout, stderr };
    },
    processes: () => {
      const { pid } = JSON.parse(run('runc', ['state', name])) as { pid: number };
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
      return { first: pid, server: Number(children[0]) };
    },
  };
}

/** The container's description, as the Open Container Initiative has it. */
function specification({ rootfs, config, volume, environment }: Order) {
  const [uid = 0, gid = 0] = config.User.split(':').map(Number);
  const [mountPoint = ''] = Object.keys(config.Volumes);
  const safe = ['nosuid', 'noexec', 'nodev'];
  return {
    ociVersion: '1.0.2',
    process: {
      terminal: false,
      user: { uid, gid },
      args: [...config.Entrypoint, ...config.Cmd],
      env: [...config.Env, ...environment],
      cwd: config.WorkingDir,
      capabilities: { bounding: [], effective: [], permitted: [] },
      noNewPrivileges: true,
    },
    root: { path: rootfs, readonly: true },
    mounts: [
      { destination: '/proc', type: 'proc', source: 'proc' },
      { destination: '/dev', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'mode=755'] },
      { destination: '/tmp', type: 'tmpfs', source: 'tmpfs', options: [...safe, 'mode=1777'] },
      { destination: mountPoint, type: 'bind', source: volume, options: ['rbind', 'rw'] },
    ],
    linux: {
      namespaces: ['pid', 'mount', 'ipc', 'uts'].map((type) => ({ type })),
      maskedPaths: ['/proc/kcore', '/proc/keys'],
      readonlyPaths: ['/proc/sys', '/proc/sysrq-trigger'],
    },
  };
}
