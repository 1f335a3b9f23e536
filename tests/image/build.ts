import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { run, say } from './tools.ts';

/** Where the stand-in for Node's image has what this machine trusts besides the usual. */
const CERTIFICATES = '/usr/local/share/trusted.crt';

/** Where buildah keeps its images, apart from those of the machine. */
export type Storage = {
  folder: string;
  /** Whether it is there before and after, so that a build takes over what did not change. */
  isKept: boolean;
  buildah: (...words: string[]) => string;
};

/** The storage in the folder that STORAGE names, which is kept, or else a new one below `parent`. */
export function openStorage(parent: string): Storage {
  const { STORAGE } = process.env;
  const folder = STORAGE ?? join(parent, 'buildah');
  mkdirSync(folder, { recursive: true });
  const own = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run')];
  const buildah = (...words: string[]) => run('buildah', [...own, ...words]);
  return { folder, isKept: STORAGE !== undefined, buildah };
}

const Image = z.object({
  Docker: z.object({
    config: z.object({
      User: z.string(),
      Env: z.array(z.string()),
      Entrypoint: z.array(z.string()),
      Cmd: z.array(z.string()),
      WorkingDir: z.string(),
      Volumes: z.record(z.string(), z.unknown()),
      ExposedPorts: z.record(z.string(), z.unknown()),
      Healthcheck: z.object({ Test: z.array(z.string()) }),
    }),
  }),
});

/** What an image says about how it is to be run. */
export type ImageConfig = z.infer<typeof Image>['Docker']['config'];

/** How an image says that it is to be run. */
export function configOf({ buildah }: Storage, image: string): ImageConfig {
  return Image.parse(JSON.parse(buildah('inspect', '--type', 'image', image))).Docker.config;
}

/** The images that the Dockerfile begins from, and Debian's release. Throws where they are others. */
export function basesOf(dockerfile: string): { node: string; debian: string; release: string } {
  // Those that are made here have other digests.
  const [node, debian] = [...dockerfile.matchAll(/^ARG \w+_BASE=([^\s@]+)/gm)].map(
    ([, name = '']) => name,
  );
  const release = /\/debian:(\w+)-slim$/.exec(debian ?? '')?.[1];
  if (node === undefined || debian === undefined || release === undefined) {
    throw new Error('The Dockerfile should begin from Node, then from a slim Debian.');
  }
  return { node, debian, release };
}

/**
 * Makes the bases that the Dockerfile names, since without an engine nothing is pulled: Debian's slim
 * image out of Debian's packages, as Debian itself makes it, and Node's out of that one with this
 * machine's Node and npm.
 */
export function makeBases({ folder, buildah }: Storage, dockerfile: string): void {
  const { node, debian, release } = basesOf(dockerfile);
  if (buildah('images', '--quiet', '--filter', `reference=${node}`) !== '') return;
  const file = join(folder, 'base.tar');
  say(`Making ${debian} out of Debian's packages …`);
  const docs = ['doc', 'man', 'info', 'locale'].map(
    (part) => `--dpkgopt=path-exclude=/usr/share/${part}/*`,
  );
  run('mmdebstrap', ['--variant=minbase', ...docs, release, file, mirror()]);
  const container = buildah('from', 'scratch');
  const commit = (name: string) =>
    buildah('commit', '--quiet', '--format', 'docker', container, name);
  buildah('add', '--quiet', container, file, '/');
  commit(debian);
  buildah('copy', '--quiet', container, realpathSync(process.execPath), '/usr/local/bin/node');
  buildah('copy', '--quiet', container, npmFolder(), '/usr/local/lib/node_modules/npm');
  const link = ['ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm'];
  buildah('run', '--isolation', 'chroot', container, ...link);
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  if (certificates !== undefined) {
    buildah('copy', '--quiet', container, certificates, CERTIFICATES);
    buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${CERTIFICATES}`, container);
  }
  commit(node);
  buildah('rm', container);
  rmSync(file);
}

/** The folder of this machine's npm. */
function npmFolder(): string {
  return resolve(realpathSync(run('which', ['npm'])), '../..');
}

/** Where this machine gets Debian's packages. */
function mirror(): string {
  const words = ['indextargets', '--format', '$(SITE)', 'Created-By: Packages'];
  return run('apt-get', words).split('\n')[0] ?? '';
}

/** Builds a folder's Dockerfile by the words of a `docker build` command. */
export function buildImage(
  { folder, isKept, buildah }: Storage,
  root: string,
  words: string[],
): void {
  const secret = join(folder, 'npmrc');
  writeFileSync(secret, npmSettings(), { mode: 0o600 });
  const without = ['--isolation', 'chroot', '--format', 'docker', '--pull-never'];
  // buildah allows a build fewer open files than an engine does, and npm opens many.
  const most = run('sh', ['-c', 'ulimit -Hn']);
  without.push('--ulimit', `nofile=${most}:${most}`);
  const { node, debian } = basesOf(readFileSync(join(root, 'Dockerfile'), 'utf8'));
  without.push('--build-arg', `NODE_BASE=${node}`, '--build-arg', `DEBIAN_BASE=${debian}`);
  const context = words.map((word) => (word === '.' ? root : word));
  const layers = `--layers=${isKept}`;
  buildah('build', ...without, layers, '--secret', `id=npmrc,src=${secret}`, ...context);
  rmSync(secret);
}

/** This machine's way to the packages of npm, which the image must not keep. */
function npmSettings(): string {
  const own = join(homedir(), '.npmrc');
  return [
    existsSync(own) ? readFileSync(own, 'utf8') : '',
    `registry=${run('npm', ['config', 'get', 'registry'])}`,
    '',
  ].join('\n');
}
