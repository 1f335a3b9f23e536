import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillDatabase, fillPending } from './fill.ts';
import { load, signIn, startProcess, stopProcess, type Round } from './load.ts';
import { measureQueries } from './queries.ts';

/**
 * `npm run bench`: the Work Logs screen and its API beside a bare Node server, as ratios from
 * one run. Rounds of the two alternate, so that a noisy machine disturbs both alike.
 */
const SIZES = [100_000, 1_000_000];
const ROUNDS = 5;
const ROUND = { milliseconds: 3_000, connections: 8 };

const PATHS = [
  { name: 'Work Logs screen', path: '/work-logs' },
  { name: 'Work Logs API, 50 logs', path: '/api/work-logs?limit=50' },
];

function summarise(rounds: Round[]) {
  const latencies = rounds.flatMap((round) => round.latencies).sort((one, other) => one - other);
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? NaN;
  const answers = rounds.reduce((sum, round) => sum + round.answers, 0);
  const elapsed = rounds.reduce((sum, round) => sum + round.elapsed, 0);
  return { perSecond: (answers / elapsed) * 1000, p50: at(0.5), p99: at(0.99) };
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function row(name: string, { perSecond, p50, p99 }: ReturnType<typeof summarise>): string {
  const figures = [perSecond.toFixed(0), p50.toFixed(2), p99.toFixed(2)];
  return `${name.padEnd(34)}${figures.map((figure) => figure.padStart(10)).join('')}`;
}

async function compare(file: string): Promise<void> {
  const product = await startProcess('product-server.ts', file);
  const bare = await startProcess('bare-server.ts', file);
  const cookie = await signIn(product);
  print(`${''.padEnd(34)}${'per s'.padStart(10)}${'p50 ms'.padStart(10)}${'p99 ms'.padStart(10)}`);
  for (const { name, path } of PATHS) {
    const rounds = { product: [] as Round[], bare: [] as Round[] };
    for (let round = 0; round <= ROUNDS; round++) {
      const ofProduct = await load(product, path, { ...ROUND, cookie });
      const ofBare = await load(bare, path, ROUND);
      // The first round warms both up.
      if (round === 0) continue;
      rounds.product.push(ofProduct);
      rounds.bare.push(ofBare);
    }
    const ours = summarise(rounds.product);
    const theirs = summarise(rounds.bare);
    print(row(name, ours));
    print(row('  bare server', theirs));
    print(`  ratio ${(ours.perSecond / theirs.perSecond).toFixed(2)}`);
  }
  await stopProcess(product);
  await stopProcess(bare);
}

for (const size of SIZES) {
  const folder = join(tmpdir(), 'tallyhour-bench', String(size));
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'database.sqlite');
  if (!existsSync(file)) fillDatabase(file, size).$client.close();
  print(`\n${size.toLocaleString('en-GB')} work logs`);
  measureQueries(file).forEach(print);
  await compare(file);
}

/** Todoist Import with many tasks in review beside itself with few. */
const FEW = 50;
const MANY = 50_000;

async function comparePending(): Promise<void> {
  const fileOf = (count: number) => {
    const folder = join(tmpdir(), 'tallyhour-bench', `pending-${count}`);
    mkdirSync(folder, { recursive: true });
    const file = join(folder, 'database.sqlite');
    if (!existsSync(file)) fillPending(file, count).$client.close();
    return file;
  };
  const few = await startProcess('product-server.ts', fileOf(FEW));
  const many = await startProcess('product-server.ts', fileOf(MANY));
  const cookies = { few: await signIn(few), many: await signIn(many) };
  const rounds = { few: [] as Round[], many: [] as Round[] };
  const path = '/pending-work-logs';
  for (let round = 0; round <= ROUNDS; round++) {
    const ofMany = await load(many, path, { ...ROUND, cookie: cookies.many });
    const ofFew = await load(few, path, { ...ROUND, cookie: cookies.few });
    if (round === 0) continue;
    rounds.many.push(ofMany);
    rounds.few.push(ofFew);
  }
  const ours = summarise(rounds.many);
  const theirs = summarise(rounds.few);
  print(row(`Todoist Import, ${MANY} in review`, ours));
  print(row(`  the same with ${FEW}`, theirs));
  print(`  ratio ${(ours.perSecond / theirs.perSecond).toFixed(2)}`);
  await stopProcess(many);
  await stopProcess(few);
}

print('\nPending work logs');
await comparePending();
