import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '../support/server/free-port.ts';
import { IS_SHORT } from '../bench/figures.ts';
import { sumsOf, writeEarlierDatabase } from '../support/data/earlier-version.ts';
import { folderSize } from '../figures/folder-size.ts';
import { firstAnswer, linkIn, memoryOf, pause, signInByLink } from '../figures/measure.ts';
import {
  basesOf,
  buildImage,
  configOf,
  makeBases,
  openStorage,
  type ImageConfig,
  type Storage,
} from './build.ts';
import { startContainer, type Container } from './container.ts';
import { missingInContext } from './context.ts';
import { commandsOf, type Commands } from './readme.ts';
import { check, failed, run, say, whatIsMissing } from './tools.ts';

/**
 * Builds the image by the README's first command and runs it by its second, without a container
 * engine: buildah builds the Dockerfile as it is, on a base made of Debian's packages, and runc runs
 * what comes out. Checks what a self-hoster relies on. Takes ten minutes, most of it for `npm ci`; a
 * folder named by STORAGE keeps the layers for the next time. `SHORT=yes` reads what a build would, and builds nothing.
 */
const ROOT = resolve(import.meta.dirname, '../..');
const IMAGE = 'tallyhour';
const OWNER = 1000;

/** How long a server without requests may take to close, in milliseconds. */
const CLOSE_WITHIN = 2_000;

type World = {
  folder: string;
  rootfs: string;
  config: ImageConfig;
  commands: Commands;
  port: number;
};

const running = new Set<Container>();

function start({ folder, rootfs, config, commands, port }: World, volume: string): Container {
  const environment = [...commands.run.environment, `PORT=${port}`];
  const container = startContainer({ folder, rootfs, config, volume, environment });
  running.add(container);
  return container;
}

async function stop(container: Container, signal = 'TERM'): Promise<number | null> {
  container.kill(signal);
  const code = await container.ended();
  running.delete(container);
  return code;
}

/** An empty volume, as an engine makes one: with the owner and mode that the image gives its folder. */
function makeVolume({ folder }: World, name: string): string {
  const volume = join(folder, name);
  mkdirSync(volume);
  chmodSync(volume, 0o700);
  chownSync(volume, OWNER, OWNER);
  return volume;
}

function checkDescription({ config, rootfs, commands }: World): void {
  check('It runs as user 1000', config.User === `${OWNER}:${OWNER}`, config.User);
  check('It has one volume, /data', Object.keys(config.Volumes).join() === '/data', config.Volumes);
  check('It listens on port 3000', Object.keys(config.ExposedPorts).join() === '3000/tcp');
  check('… of every address inside', config.Env.includes('HOST=0.0.0.0'), config.Env);
  check('The README keeps the volume', commands.run.volumes.join() === `${IMAGE}:/data`);
  const builders = ['npm', 'gcc', 'cc', 'make', 'python3', 'git'].filter((name) =>
    ['usr/bin', 'usr/local/bin'].some((bin) => existsSync(join(rootfs, bin, name))),
  );
  check('It has nothing to build with', builders.length === 0, builders);
  const settings = ['root/.npmrc', 'source', 'run/secrets'].filter((path) =>
    existsSync(join(rootfs, path)),
  );
  check('It has nothing that only the build knew', settings.length === 0, settings);
}

function checkInside(container: Container, config: ImageConfig): void {
  const { first, server } = container.processes();
  const uids = /^Uid:\s+(.+)$/m.exec(readFileSync(`/proc/${server}/status`, 'utf8'))?.[1];
  check(
    'The server is user 1000, whichever way one looks',
    /^(1000\s?){4}$/.test(uids ?? ''),
    uids,
  );
  const written = ['/x', '/etc/x', '/opt/tallyhour/x', '/var/x', '/usr/x', '/data/../x'].filter(
    (file) => container.exec(['sh', '-c', `: > ${file}`], { user: '0' }).status === 0,
  );
  check('Its root is read-only, even for root', written.length === 0, written);
  checkReaping(container, first);
  const [kind, ...words] = config.Healthcheck.Test;
  check('Its health is a command', kind === 'CMD', kind);
  check('It says that it is healthy', container.exec(words).status === 0);
  const elsewhere = container.exec(words, { environment: ['PORT=9'] });
  check('… and not when nothing answers', elsewhere.status === 1, elsewhere);
}

/** Leaves a process behind whose parent has ended, and looks who buries it. */
function checkReaping(container: Container, first: number): void {
  const orphan = container.exec(['sh', '-c', 'sleep 0.2 & echo $!']);
  const inside = orphan.stdout.trim();
  let state = '';
  for (let tries = 0; tries < 50; tries += 1) {
    state = container.exec(['cat', `/proc/${inside}/status`]).stdout;
    if (state === '') break;
    run('sleep', ['0.1']);
  }
  const name = readFileSync(`/proc/${first}/comm`, 'utf8').trim();
  check(
    `Its first process (${name}) buries what others left`,
    inside !== '' && state === '',
    state,
  );
}

/** The first start, a person, a restart; on one volume. */
async function checkLife(world: World): Promise<void> {
  const { port, config } = world;
  const url = `http://localhost:${port}`;
  const volume = makeVolume(world, 'volume');
  const startedAt = performance.now();
  const container = start(world, volume);
  await firstAnswer(port);
  const milliseconds = performance.now() - startedAt;
  const visitor = await signInByLink(url, linkIn(container.output()));
  check('The printed link signs a person in', true);
  checkInside(container, config);
  const added = await visitor.api('POST', '/api/clients', { name: 'Kept' });
  check('A client is added', added.status === 201, added.text);
  await pause(3_000);
  const { now } = memoryOf(container.processes().server);

  const signalledAt = performance.now();
  const code = await stop(container);
  const closing = performance.now() - signalledAt;
  check('SIGTERM ends it with 0', code === 0, code);
  check(`… within ${CLOSE_WITHIN} ms`, closing < CLOSE_WITHIN, closing);
  check(
    '… having closed its database',
    container.output().includes('"closed"'),
    container.output(),
  );
  check('… with nothing left to write', !existsSync(join(volume, 'database.sqlite-wal')));
  const kept = ['database.sqlite', 'app-secret'].filter((name) => existsSync(join(volume, name)));
  check('Its database and its key are in the volume', kept.length === 2, kept);

  const second = start(world, volume);
  await firstAnswer(port);
  const { text } = await visitor.api('GET', '/api/clients');
  check('A restart keeps the session and the data', text.includes('"Kept"'), text);
  const printed = second.exec(['tallyhour', 'login-link', 'you@example.com']);
  await signInByLink(url, linkIn(printed.stdout + printed.stderr));
  check('A command inside prints another link', true);
  await stop(second, 'KILL');

  const third = start(world, volume);
  await firstAnswer(port);
  const after = await visitor.api('GET', '/api/clients');
  check('After SIGKILL it starts with all its data', after.text.includes('"Kept"'), after.text);
  await stop(third);
  say(
    `       first page after ${milliseconds.toFixed(0)} ms, container included; idle at ${now.toFixed(0)} MiB`,
  );
}

async function checkUpgrade(world: World): Promise<void> {
  const { port } = world;
  const volume = makeVolume(world, 'earlier-volume');
  const before = writeEarlierDatabase(volume);
  for (const name of readdirSync(volume)) chownSync(join(volume, name), OWNER, OWNER);
  const container = start(world, volume);
  await firstAnswer(port);
  const visitor = await signInByLink(`http://localhost:${port}`, linkIn(container.output()));
  const after = await sumsOf(visitor);
  check(
    `The volume of a version before 0.1.0 is served: ${before.logs} logs, ${before.pence} pence`,
    after.logs === before.logs && after.pence === before.pence,
    after,
  );
  await stop(container);
}

/** As another user, a folder of whom is mounted in place of the volume: `docker run --user 4321:4321`. */
async function checkOtherUser(world: World): Promise<void> {
  const [other, { port }] = [4321, world];
  const volume = makeVolume(world, 'of-another');
  chownSync(volume, other, other);
  const config = { ...world.config, User: `${other}:${other}` };
  const container = start({ ...world, config }, volume);
  await firstAnswer(port);
  await signInByLink(`http://localhost:${port}`, linkIn(container.output()));
  check('It runs as any other user, in a folder of theirs', true);
  await stop(container);
}

const readDockerfile = () => readFileSync(join(ROOT, 'Dockerfile'), 'utf8');

/** What a build begins from: the README's commands, the bases, and all files that it needs. */
function checkBuild(commands: Commands): void {
  const { debian } = basesOf(readDockerfile());
  check('The README builds this folder', commands.build.at(-1) === '.', commands.build);
  check(`It ends on ${debian}`, debian !== '');
  const missing = missingInContext(ROOT, readDockerfile());
  check('.dockerignore lets in all that a build reads', missing.length === 0, missing);
}

function build(storage: Storage, commands: Commands): void {
  makeBases(storage, readDockerfile());
  say(`Building by: docker ${['build', ...commands.build].join(' ')} …`);
  buildImage(storage, ROOT, commands.build);
}

async function main(): Promise<void> {
  const commands = commandsOf(ROOT);
  checkBuild(commands);
  if (IS_SHORT) return;
  const missing = whatIsMissing();
  if (missing !== null) throw new Error(missing);
  const folder = mkdtempSync(join(tmpdir(), 'tallyhour-image-'));
  const storage = openStorage(folder);
  try {
    build(storage, commands);
    const config = configOf(storage, IMAGE);
    const rootfs = storage.buildah('mount', storage.buildah('from', '--pull-never', IMAGE));
    const world = { folder, rootfs, config, commands, port: await freePort() };
    checkDescription(world);
    await checkLife(world);
    await checkUpgrade(world);
    await checkOtherUser(world);
    const own = folderSize(join(rootfs, 'opt/tallyhour'));
    say(
      `       ${megabytes(folderSize(rootfs))} in all, ${megabytes(own)} of it the product with its Node`,
    );
    check('The product with its Node is at most 130 MB', own <= 130e6, own);
  } finally {
    await cleanUp(folder, storage);
  }
}

async function cleanUp(folder: string, storage: Storage): Promise<void> {
  const { buildah } = storage;
  for (const container of running) await stop(container, 'KILL');
  buildah('umount', '--all');
  buildah('rm', '--all');
  for (const mount of [folder, storage.folder].flatMap(mountsBelow)) run('umount', [mount]);
  rmSync(folder, { recursive: true, force: true });
}

/** What is still mounted below a folder, the deepest first. */
function mountsBelow(folder: string): string[] {
  return readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((mount) => mount.startsWith(`${folder}/`))
    .toReversed();
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

try {
  await main();
  const done = IS_SHORT
    ? 'A short run builds no image and runs none.'
    : 'The image does what it should.';
  say(failed() === 0 ? `\n${done}` : `\n${failed()} checks failed.`);
  if (failed() > 0) process.exitCode = 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
