import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import lighthouse, {
  desktopConfig,
  generateReport,
  type Config,
  type Flags,
  type Result,
  type RunnerResult,
} from 'lighthouse';
import { z } from 'zod';
import type { RunningProduct } from './product.ts';
import { startChromium } from './debugged-chromium.ts';

export const PRESETS = ['mobile', 'desktop'] as const;
export type Preset = (typeof PRESETS)[number];

const CATEGORIES = ['accessibility', 'best-practices', 'performance'] as const;
type Category = (typeof CATEGORIES)[number];

/** Without a config, Lighthouse measures a phone. */
const CONFIGS: Record<Preset, Config | undefined> = { mobile: undefined, desktop: desktopConfig };

/**
 * Has a phone's processor and line in the browser itself. Lighthouse otherwise measures a fast machine and works
 * out a phone: four times a task's length, with what the machine waited for others in it, and twice that of a layout.
 */
const SLOWED_DOWN: Flags = { throttlingMethod: 'devtools' };

/** The results of several runs of one address. Times in milliseconds. */
export type Figures = {
  path: string;
  preset: Preset;
  /** From 0 to 100: performance is the median of the runs, the others the worst of them. */
  scores: Record<Category, number>;
  /** The median of the runs. */
  largestContentfulPaint: number;
  totalBlockingTime: number;
  /** The longest task from the beginning on, the median of the runs; 0 where none takes 50 milliseconds. */
  longestTask: number;
  bytes: number;
  /** The worst of the runs, since a shift that happens only now and then is one, too. */
  layoutShift: number;
  /** The performance score of each run, worst first. */
  performances: number[];
  /** Lighthouse's figure for the speed of the machine; a desktop has 1,500 to 2,000. */
  benchmarkIndex: number;
  /** What lost points in any run. */
  faults: string[];
};

type Order = { product: RunningProduct; path: string; preset: Preset; runs: number };

/**
 * Has Lighthouse judge an address several times, each in a browser of its own, and writes the
 * report and the trace of the median run into the folder. Throws when a page was not shown.
 */
export async function measure(order: Order, folder: string): Promise<Figures> {
  const results = await runAll(order);
  const slowed = order.preset === 'mobile' ? await runAll(order, SLOWED_DOWN) : results;
  results.sort((one, other) => scoreOf(one, 'performance') - scoreOf(other, 'performance'));
  const { path, preset } = order;
  const middle = results[Math.floor((results.length - 1) / 2)];
  if (!middle) throw new Error('At least one run is needed.');
  await save(middle, join(folder, `${path.slice(1).replaceAll('/', '-')}-${preset}`));
  const worst = (category: Category) =>
    Math.min(...results.map((result) => scoreOf(result, category)));
  return {
    path,
    preset,
    scores: {
      accessibility: worst('accessibility'),
      'best-practices': worst('best-practices'),
      performance: scoreOf(middle, 'performance'),
    },
    largestContentfulPaint: median(results, 'largest-contentful-paint'),
    totalBlockingTime: median(results, 'total-blocking-time'),
    longestTask: middleOf(slowed.map(longestTaskOf)),
    bytes: median(results, 'total-byte-weight'),
    layoutShift: Math.max(...results.map((result) => valueOf(result, 'cumulative-layout-shift'))),
    performances: results.map((result) => scoreOf(result, 'performance')),
    benchmarkIndex: middle.lhr.environment.benchmarkIndex,
    faults: [...new Set(results.flatMap(({ lhr }) => faultsOf(lhr)))],
  };
}

async function runAll(order: Order, more: Flags = {}): Promise<RunnerResult[]> {
  const results: RunnerResult[] = [];
  for (let run = 0; run < order.runs; run += 1) results.push(await runOnce(order, more));
  return results;
}

async function runOnce({ product, path, preset }: Order, more: Flags): Promise<RunnerResult> {
  const chromium = await startChromium();
  try {
    const url = product.url + path;
    const result = await lighthouse(
      url,
      {
        port: chromium.port,
        logLevel: 'error',
        onlyCategories: [...CATEGORIES],
        extraHeaders: { Cookie: product.cookie },
        ...more,
      },
      CONFIGS[preset],
    );
    if (!result) throw new Error(`${path}: Lighthouse gave no result.`);
    const { runtimeError, finalDisplayedUrl } = result.lhr;
    if (runtimeError) throw new Error(`${path}: ${runtimeError.message}`);
    // After a redirect, another page would have been judged.
    if (finalDisplayedUrl !== url) throw new Error(`${path} led to ${finalDisplayedUrl}.`);
    return result;
  } finally {
    await chromium.stop();
  }
}

function scoreOf({ lhr }: RunnerResult, category: Category): number {
  const score = lhr.categories[category]?.score;
  if (score == null) throw new Error(`Lighthouse gave no score for ${category}.`);
  return Math.round(score * 100);
}

function valueOf({ lhr }: RunnerResult, audit: string): number {
  const value = lhr.audits[audit]?.numericValue;
  if (value === undefined) throw new Error(`Lighthouse gave no figure for ${audit}.`);
  return value;
}

/** Lighthouse lists the tasks that take 50 milliseconds or more on its phone. */
const LongTasks = z.object({ items: z.array(z.object({ duration: z.number() })) });

function longestTaskOf({ lhr }: RunnerResult): number {
  const { items } = LongTasks.parse(lhr.audits['long-tasks']?.details ?? { items: [] });
  return Math.max(0, ...items.map(({ duration }) => duration));
}

const median = (results: RunnerResult[], audit: string) =>
  middleOf(results.map((result) => valueOf(result, audit)));

function middleOf(values: number[]): number {
  const sorted = values.sort((one, two) => one - two);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}

/** The failed audits, among those that count towards a score. */
function faultsOf(lhr: Result): string[] {
  const counted = CATEGORIES.flatMap((category) => lhr.categories[category]?.auditRefs ?? []);
  return counted.flatMap(({ id, weight }) => {
    const audit = lhr.audits[id];
    if (!audit || weight === 0 || audit.score === null || audit.score >= 0.995) return [];
    return [`${audit.title} (${id})`];
  });
}

async function save({ lhr, artifacts }: RunnerResult, file: string): Promise<void> {
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(`${file}.html`, generateReport(lhr, 'html'));
  await writeFile(`${file}.json`, generateReport(lhr, 'json'));
  await writeFile(`${file}.trace.json`, JSON.stringify(artifacts.Trace));
}
