import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commitHere, isKeptHere } from './proof-code.ts';
import { lastWords, proofsPage, runsOf, thisMachine, type Run } from './proofs-page.ts';

/** What is made ready before a proof. */
const CHROMIUM = 'node scripts/ensure-chromium.ts';
const BUILD_IF_STALE = 'node scripts/build-if-stale.ts';
const BUILD = 'npm run --silent build';
const PACKAGE = 'npm run --silent package';

type Proof = {
  shows: string;
  /** On two cores. */
  takes: string;
  /** Commands, one after another. The last one is the proof: it is given the environment and all further words. */
  steps: string[];
  environment?: Record<string, string>;
};

const PRODUCTION = { NODE_ENV: 'production' };

/** What takes minutes to show, by the name that `npm run prove -- NAME` is given. */
export const PROOFS: Record<string, Proof> = {
  'exactly-once': {
    shows: '2,000 schedules of faults and crashes around the making of invoices; SEED=, SCHEDULES=',
    takes: '20 min',
    steps: ['node tests/exactly-once/exactly-once.ts'],
  },
  mutations: {
    shows:
      'money, VAT, rates, durations, calendar, claims and settling, changed in one place after another: the tests notice; ONLY=',
    takes: '20 min',
    steps: ['node tests/mutations/mutations.ts'],
  },
  backups: {
    shows:
      'a backup of 50 MiB under load, 200 kills and restores, docs/operating.md followed; ONLY=',
    takes: '15 min',
    steps: [BUILD_IF_STALE, 'node tests/backups/backups.ts'],
  },
  year: {
    shows:
      'a year of three people from the database of the first release, two power cuts and a restored backup in it: at each month’s end books, lists, reports, history and Xero agree to the penny; SEED=',
    takes: '10 min',
    steps: [BUILD_IF_STALE, 'node tests/year/year.ts'],
  },
  power: {
    shows:
      '10,000 power cuts, SIGKILL at 500 calls, a broken and a full disk; SEED=, ONLY= (needs a C compiler)',
    takes: '15 min',
    steps: [BUILD_IF_STALE, 'node tests/power/command.ts'],
  },
  imports: {
    shows:
      'a gigabyte of one line, NUL bytes, 20,000 lines and the like, each within 256 MiB; 20,000 lines of four products move in',
    takes: '15 min',
    steps: [
      BUILD_IF_STALE,
      'vitest run --project faults --project slow tests/faults/imports-hostile tests/http/files/imports-move-in',
    ],
    environment: { IMPORTS: 'hostile' },
  },
  line: {
    shows:
      'every form, and 2,000 logs, over a line that loses three requests in ten and three answers in ten, in Chromium too',
    takes: '20 min',
    steps: [
      CHROMIUM,
      BUILD_IF_STALE,
      'vitest run --project faults tests/faults/every-form tests/faults/flaky-line',
    ],
    environment: { LINE: 'whole' },
  },
  accessibility: {
    shows: 'axe-core on every screen in both themes, at five widths and 400 % zoom',
    takes: '10 min',
    steps: [
      CHROMIUM,
      BUILD_IF_STALE,
      'vitest run --project screens tests/screens/axe tests/screens/every-screen-desktop',
    ],
    environment: { ACCESSIBILITY: 'whole' },
  },
  walk: {
    shows:
      'presses by chance, in two windows, three ways: nothing throws, no page is too wide, sums agree; SEED=, STEPS=, ONLY=',
    takes: '10 min',
    steps: [CHROMIUM, BUILD_IF_STALE, 'node tests/walk/walk.ts'],
    environment: PRODUCTION,
  },
  matrix: {
    shows:
      'every journey in six ways and five browsers, their rows compared (docs/browsers.md); --write',
    takes: '30 min',
    steps: [`${CHROMIUM} firefox old-engines`, BUILD_IF_STALE, 'node tests/matrix/matrix.ts'],
  },
  'old-engines': {
    shows:
      'Chromium 87 and 102 themselves: every screen on a phone, five journeys (docs/browsers.md)',
    takes: '2 min',
    steps: [`${CHROMIUM} old-engines`, BUILD_IF_STALE, 'vitest run --project old-engines'],
    environment: { OLD_ENGINES: 'yes' },
  },
  proxies: {
    shows: 'Caddy and nginx with the files of deploy/, where they are installed',
    takes: '1 min',
    steps: [BUILD_IF_STALE, 'vitest run --project proxies'],
  },
  attack: {
    shows:
      'wapiti and sqlmap, as somebody signed in, find nothing; and find the holes of a server that has them (Debian’s packages)',
    takes: '15 min',
    steps: [BUILD_IF_STALE, 'node tests/attack/attack.ts'],
  },
  'security-table': {
    shows:
      'docs/security.md: no row of OWASP ASVS missing or empty, each test there, level 1 whole and level 2 at 95 %',
    takes: '1 min',
    steps: ['vitest run --project rules app/security-table.test.ts app/security-source.test.ts'],
  },
  'security-routes': {
    shows:
      'writes docs/security-routes.md: every address × method × visitor, asked over HTTP; test:all compares it',
    takes: '2 min',
    steps: [BUILD_IF_STALE, 'vitest run --project slow tests/http/security/route-table.test.ts'],
    environment: { WRITE_ROUTES: 'yes' },
  },
  bench: {
    shows: 'every figure of docs/performance.md that belongs to the server; ONLY=',
    takes: '5 min',
    steps: [BUILD, 'node tests/bench/bench.ts'],
    environment: PRODUCTION,
  },
  profile: {
    shows: 'where the time of the Work Logs screen goes, after bench; it has no limits',
    takes: '1 min',
    steps: [BUILD, 'node tests/bench/profile.ts'],
    environment: PRODUCTION,
  },
  soak: {
    shows:
      '200 at once with files and invoices, then 200,000 mixed requests; names each stall; SOAK_REQUESTS=, SOAK_SECONDS=',
    takes: '20 min',
    steps: [BUILD, 'node tests/soak/soak.ts'],
    environment: PRODUCTION,
  },
  extremes: {
    shows:
      'what every screen costs at most, in memory and in the time others wait, with a million logs and 5,000 clients; ONLY=',
    takes: '10 min',
    steps: [BUILD_IF_STALE, 'node tests/extremes/extremes.ts'],
    environment: PRODUCTION,
  },
  figures: {
    shows: 'size, start and memory of an installation',
    takes: '2 min',
    steps: [PACKAGE, 'node tests/figures/figures.ts'],
  },
  budgets: {
    shows: 'paint and tasks of each screen on a slow phone, a log on 2G; ONLY=, RUNS=',
    takes: '10 min',
    steps: [CHROMIUM, BUILD_IF_STALE, 'node tests/budgets/budgets.ts'],
  },
  lighthouse: {
    shows: 'Lighthouse on three screens, on a phone and a desktop; ONLY=, RUNS=',
    takes: '5 min',
    steps: [CHROMIUM, BUILD, 'node tests/lighthouse/lighthouse.ts'],
  },
  actions: {
    shows: 'keys, clicks and taps that work takes, counted into docs/actions.md: none grew',
    takes: '2 min',
    steps: [CHROMIUM, BUILD_IF_STALE, 'node tests/actions/actions.ts'],
  },
  screenshots: {
    shows: 'a picture of every screen and dialog, in screenshots/index.html; ONLY=dashboard',
    takes: '5 min',
    steps: [CHROMIUM, BUILD, 'node tests/screenshots/screenshots.ts'],
    environment: PRODUCTION,
  },
  image: {
    shows:
      'the container image: built and run without an engine (buildah, runc, mmdebstrap; as root)',
    takes: '10 min',
    steps: ['node tests/image/image.ts'],
  },
};

const ROOT = join(import.meta.dirname, '..');
const PAGE = join(ROOT, 'docs/proofs.md');

/** What makes less of a proof: then its run is not told as a whole one. */
const NARROWING = ['ONLY', 'RUNS', 'STEPS', 'SCHEDULES', 'SOAK_REQUESTS', 'SOAK_SECONDS', 'SHORT'];

/** Runs one command; npm has put the tools on the PATH. Gives its exit code, 1 if a signal ended it, and its output. */
async function run(words: string[], environment: Record<string, string> = {}) {
  const [program = '', ...rest] = words;
  const child = spawn(program, rest, {
    stdio: ['inherit', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    process.stdout.write(text);
    // A soak says a lot; what it concludes with is at the end.
    output = (output + text).slice(-20_000);
  });
  const pass = (signal: NodeJS.Signals) => child.kill(signal);
  process.on('SIGTERM', pass).on('SIGINT', pass);
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  process.off('SIGTERM', pass).off('SIGINT', pass);
  return { code: code ?? 1, output, isEnded: signal !== null };
}

type Ended = { code: number; said: string };

/** Runs a proof, and tells of it in docs/proofs.md if it ran whole. */
async function runProof(name: string, proof: Proof, words: string[]): Promise<Ended> {
  const start = Date.now();
  // What the proof writes itself, such as another document, is none of the changes that it ran on.
  const commit = commitHere(ROOT);
  const last = proof.steps.length - 1;
  let ended = { code: 0, output: '', isEnded: false };
  for (const [index, step] of proof.steps.entries()) {
    ended =
      index === last
        ? await run([...step.split(' '), ...words], proof.environment)
        : await run(step.split(' '));
    if (ended.code !== 0) break;
  }
  const said = lastWords(ended.output);
  const isWhole = words.length === 0 && !NARROWING.some((variable) => process.env[variable]);
  if (isWhole && !ended.isEnded && commit !== null) {
    noteRun(name, {
      day: new Date().toISOString().slice(0, 10),
      commit,
      machine: thisMachine(),
      minutes: Math.max(1, Math.round((Date.now() - start) / 60_000)),
      isKept: ended.code === 0,
      said,
    });
  }
  return { code: ended.code, said };
}

const readRuns = () => (existsSync(PAGE) ? runsOf(readFileSync(PAGE, 'utf8')) : {});

function noteRun(name: string, run: Run): void {
  const shows = Object.fromEntries(Object.entries(PROOFS).map(([one, { shows }]) => [one, shows]));
  writeFileSync(PAGE, proofsPage(shows, { ...readRuns(), [name]: run }));
}

/**
 * All proofs, one after another, whatever the others come to; ends with a table. One that was kept on this very code is not
 * run again, so that what takes hours can be broken off and gone on with. Gives the exit code.
 */
async function proveAll(): Promise<number> {
  const ended: [string, Ended][] = [];
  for (const [name, proof] of Object.entries(PROOFS)) {
    process.stdout.write(`\n── ${name} ──\n`);
    const before = readRuns()[name];
    if (isKeptHere(ROOT, before)) {
      process.stdout.write(`Kept on this code already (${before.commit}).\n`);
      ended.push([name, { code: 0, said: before.said }]);
    } else {
      ended.push([name, await runProof(name, proof, [])]);
    }
  }
  process.stdout.write('\n');
  for (const [name, { code, said }] of ended) {
    process.stdout.write(`${name.padEnd(16)}${code === 0 ? 'kept    ' : 'NOT KEPT'}  ${said}\n`);
  }
  return ended.some(([, { code }]) => code !== 0) ? 1 : 0;
}

function list(): string {
  const runs = readRuns();
  const lines = Object.entries(PROOFS).map(([name, { shows, takes }]) => {
    const run = runs[name];
    const last = run
      ? `last whole on ${run.day} (${run.commit}): ${run.isKept ? 'kept' : 'not kept'}`
      : 'not run whole yet';
    return `${name.padEnd(16)}${takes.padStart(6)}  ${shows}\n${''.padEnd(24)}${last}\n`;
  });
  return `npm run prove -- NAME, where NAME is “all” or one of:\n\n${lines.join('')}`;
}

/** `npm run prove -- NAME [WORD …]` runs a proof, or `all`; without a name it lists them. Gives the exit code. */
async function prove([name, ...words]: string[]): Promise<number> {
  if (name === 'all') return proveAll();
  const proof = name !== undefined && Object.hasOwn(PROOFS, name) ? PROOFS[name] : undefined;
  if (name !== undefined && proof !== undefined) return (await runProof(name, proof, words)).code;
  process.stdout.write(list());
  if (name === undefined) return 0;
  process.stderr.write(`\nThere is no proof “${name}”.\n`);
  return 1;
}

if (import.meta.main) process.exitCode = await prove(process.argv.slice(2));
