import { join } from 'node:path';
import { IS_SHORT } from '../bench/figures.ts';
import { startEmptyPage } from './empty-page.ts';
import { measure, PRESETS, type Figures } from './measure.ts';
import { startProduct } from './product.ts';

/**
 * `npm run prove -- lighthouse`: has Lighthouse judge the most used screens. `RUNS=` says how often to
 * judge each, `ONLY=` names one address. `SHORT=yes` judges it on a desktop, and no time.
 */
const PATHS = ['/work-logs', '/dashboard', '/pending-work-logs'];

/** A phone is judged twice as often, and slowly. */
const JUDGED_ON = IS_SHORT ? (['desktop'] as const) : PRESETS;

const FOLDER = join('test-results', 'lighthouse');

const RUNS = Number(process.env.RUNS ?? 3);

const HEADINGS = [
  'address',
  'preset',
  'acc.',
  'best',
  'perf.',
  'LCP',
  'TBT',
  'task',
  'CLS',
  'bytes',
];
const WIDTHS = [20, 9, 5, 5, 6, 9, 8, 8, 7, 10];

/** A row of the table: the first two columns are words, the others are figures. */
function toRow(cells: string[]): string {
  const column = (cell: string, index: number) => {
    const width = WIDTHS[index] ?? 0;
    return index < 2 ? cell.padEnd(width) : cell.padStart(width);
  };
  return cells.map(column).join(' ').trimEnd();
}

function toCells(figures: Figures): string[] {
  const { path, preset, scores, layoutShift, bytes } = figures;
  const milliseconds = (value: number) => `${Math.round(value).toLocaleString('en-GB')} ms`;
  return [
    path,
    preset,
    String(scores.accessibility),
    String(scores['best-practices']),
    String(scores.performance),
    milliseconds(figures.largestContentfulPaint),
    milliseconds(figures.totalBlockingTime),
    milliseconds(figures.longestTask),
    layoutShift.toFixed(layoutShift === 0 ? 0 : 4),
    Math.round(bytes).toLocaleString('en-GB'),
  ];
}

/** What a screen must reach. A phone has a simulated slow line, on which scripts cost points. */
const LIMITS = {
  desktop: { performance: 98, bytes: 175_000 },
  mobile: { performance: 95, bytes: 175_000 },
};
/** What the screen with the most controls must reach on a phone, too; it is judged with 500 clients. */
const MOST_CONTROLS = '/pending-work-logs';
const FULL_REVIEW = join(import.meta.dirname, 'full-review.ts');
const WITH_MOST_CONTROLS = 98;
const LONGEST_TASK = 50;

/** Which limits a screen misses, each as a sentence. */
function misses({ path, preset, scores, layoutShift, bytes, longestTask }: Figures): string[] {
  const limit = { ...LIMITS[preset] };
  if (path === MOST_CONTROLS) limit.performance = WITH_MOST_CONTROLS;
  return [
    scores.accessibility < 100 ? 'accessibility must be 100' : '',
    scores['best-practices'] < 100 ? 'best practices must be 100' : '',
    !IS_SHORT && scores.performance < limit.performance
      ? `performance must be at least ${limit.performance}`
      : '',
    !IS_SHORT && path === MOST_CONTROLS && longestTask > LONGEST_TASK
      ? `no task may take more than ${LONGEST_TASK} ms`
      : '',
    layoutShift > 0 ? 'nothing may shift' : '',
    bytes > limit.bytes
      ? `at most ${limit.bytes.toLocaleString('en-GB')} bytes may be transferred`
      : '',
  ].filter(Boolean);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function main(): Promise<void> {
  if (!Number.isInteger(RUNS) || RUNS < 1) throw new Error('RUNS must be a whole number from 1.');
  const paths = PATHS.filter((path) => (process.env.ONLY ?? path) === path);
  if (paths.length === 0) throw new Error(`ONLY must be one of ${PATHS.join(', ')}.`);
  const all: Figures[] = [];
  say(`Each ${RUNS} times, with Lighthouse's own throttling and an empty cache. Performance, LCP,`);
  say(
    'TBT, the longest task (0: none of 50 ms; on a phone with the browser itself slowed down) and',
  );
  say('bytes are the median; accessibility, best practices and CLS the worst.\n');
  say(toRow(HEADINGS));
  for (const path of paths) {
    const product = await startProduct(path === MOST_CONTROLS ? FULL_REVIEW : undefined);
    try {
      for (const preset of JUDGED_ON) {
        const figures = await measure({ product, path, preset, runs: RUNS }, FOLDER);
        all.push(figures);
        say(toRow(toCells(figures)));
      }
    } finally {
      await product.stop();
    }
  }
  const empty = await measureEmpty();
  say('\nPerformance in each run, and how fast the machine was meanwhile:');
  for (const { path, preset, performances, benchmarkIndex } of all) {
    say(`  ${path} ${preset}: ${performances.join(', ')} (${Math.round(benchmarkIndex)})`);
  }
  say(`Reports and traces: ${FOLDER}/`);
  const failing = all.filter((figures) => misses(figures).length > 0);
  if (failing.length === 0) {
    say('\nEvery limit is kept.');
    return;
  }
  say('\nLimits that were missed, and what Lighthouse found:');
  for (const figures of failing) {
    say(`  ${figures.path} ${figures.preset}: ${misses(figures).join('; ')}`);
    say(`    ${figures.faults.join('; ')}`);
  }
  const low = failing.map(({ path, preset, scores }) => `${path} ${preset} ${scores.performance}`);
  say(
    `\nMissed by ${low.join(', ')}; here an empty page has ${empty.scores.performance}, and a task of ${Math.round(empty.longestTask)} ms`,
  );
  process.exitCode = 1;
}

/** What a page with nothing on it has on this machine: no other can have more. */
async function measureEmpty(): Promise<Figures> {
  const product = await startEmptyPage();
  try {
    const preset = IS_SHORT ? 'desktop' : 'mobile';
    const figures = await measure({ product, path: '/empty', preset, runs: RUNS }, FOLDER);
    say(toRow(toCells(figures)));
    return figures;
  } finally {
    await product.stop();
  }
}

await main();
