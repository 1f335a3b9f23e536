import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillDatabase } from './fill.ts';
import { IS_SHORT } from './figures.ts';
import { filledFile } from './filled.ts';
import { load, signIn, startProcess } from './load.ts';

/**
 * `npm run prove -- profile`: where the time of the Work Logs screen goes, from the CPU profile of
 * a server under load.
 */
type Frame = { functionName: string; url: string };
type Node = { id: number; callFrame: Frame; children?: number[] };
type Profile = { nodes: Node[]; samples: number[]; timeDeltas: number[] };

const LOGS = IS_SHORT ? 1_000 : 100_000;
const LOAD = { milliseconds: IS_SHORT ? 500 : 8_000, connections: 8 };

/** The package, or the part of the product, that a function belongs to. */
function placeOf({ url, functionName }: Frame): string {
  if (functionName === '(garbage collector)') return 'garbage collection';
  const inPackage = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
  if (inPackage) return inPackage;
  if (url.startsWith('node:')) return 'node';
  if (url === '') return functionName === '(idle)' ? '(idle)' : 'V8';
  return url.includes('/build/server/') ? 'the product, built' : 'the product, server';
}

/** Adds up milliseconds by the name of each frame; with `isWhole`, a function's time includes its callees'. */
function sum(profile: Profile, nameOf: (frame: Frame) => string, isWhole: boolean) {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const parents = new Map<number, number>();
  for (const node of profile.nodes)
    for (const child of node.children ?? []) parents.set(child, node.id);
  const times = new Map<string, number>();
  profile.samples.forEach((sample, index) => {
    const time = (profile.timeDeltas[index] ?? 0) / 1000;
    const names = new Set<string>();
    for (let id: number | undefined = sample; id !== undefined; id = parents.get(id)) {
      const node = nodes.get(id);
      if (node) names.add(nameOf(node.callFrame));
      if (!isWhole) break;
    }
    for (const name of names) times.set(name, (times.get(name) ?? 0) + time);
  });
  return times;
}

function print(title: string, times: Map<string, number>, busy: number, count: number): void {
  process.stdout.write(`\n${title}\n`);
  const rows = [...times]
    .filter(([name]) => name !== '(idle)')
    .sort(([, one], [, other]) => other - one);
  for (const [name, time] of rows.slice(0, count)) {
    process.stdout.write(`${((100 * time) / busy).toFixed(1).padStart(6)} %  ${name}\n`);
  }
}

const folder = mkdtempSync(join(tmpdir(), 'tallyhour-profile-'));
const database = filledFile(`${LOGS} logs`, (file) => fillDatabase(file, LOGS));
const server = await startProcess('product-server.ts', database, [
  '--cpu-prof',
  `--cpu-prof-dir=${folder}`,
]);
const cookie = await signIn(server);
await load(server, '/work-logs', { ...LOAD, cookie });
const ended = once(server.process, 'exit');
server.process.disconnect();
await ended;
const [file = ''] = readdirSync(folder);
const profile = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Profile;
rmSync(folder, { recursive: true });
const places = sum(profile, placeOf, false);
const busy = [...places].reduce((total, [name, time]) => total + (name === '(idle)' ? 0 : time), 0);
if (!places.has('the product, built')) throw new Error('The profile has nothing of the product.');
print('Own time, by package', places, busy, 25);
const functions = (frame: Frame) => `${frame.functionName || 'anonymous'}  (${placeOf(frame)})`;
print('Whole time, by function', sum(profile, functions, true), busy, 70);
