import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { readResults, type Results } from './results.ts';
import { tablesOf } from './table.ts';

/**
 * Walks every journey in every way a page can come, and some in other browsers, compares the rows that each leaves, and
 * holds docs/browsers.md to the table. `ONLY=todoist,timer` walks a part, whose cells replace the last ones;
 * `--write` writes the table, which otherwise must be there already.
 */
const ROOT = join(import.meta.dirname, '../..');
const PAGE = join(ROOT, 'docs/browsers.md');
/** The cells so far, of runs of parts. */
const CELLS = join(ROOT, 'test-results/matrix.json');
const START = '<!-- matrix: `npm run prove -- matrix --write` writes what follows -->';
const END = '<!-- /matrix -->';

const { ONLY = '' } = process.env;
const parts = ONLY.split(',').filter(Boolean);

async function walk(): Promise<Results> {
  const folder = await mkdtemp(join(tmpdir(), 'tallyhour-matrix-'));
  const report = join(folder, 'report.json');
  const projects = ['core', 'journeys', 'old-engines'].flatMap((name) => ['--project', name]);
  const names =
    'with (desktop|phone|no scripts|scripts blocked mid-load|Lite|styles lost)$|^In (lynx|w3m|Firefox)|^Chromium';
  const words = ['vitest', 'run', ...projects, '--testNamePattern', names, ...parts];
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const environment = { MATRIX: folder, TEST_SCOPE: 'whole', OLD_ENGINES: 'yes' };
  const child = spawn('npx', [...words, ...reporters], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  await once(child, 'exit');
  const results = readResults(JSON.parse(await readFile(report, 'utf8')), folder);
  if (Object.keys(results).length === 0) throw new Error('No journey was walked.');
  await rm(folder, { recursive: true });
  return results;
}

/** The cells of the earlier runs of parts, which a run of all forgets. */
async function earlier(): Promise<Results> {
  if (parts.length === 0) return {};
  return JSON.parse(await readFile(CELLS, 'utf8').catch(() => '{}')) as Results;
}

async function putInPage(page: string, tables: string): Promise<string> {
  const [before, rest] = page.split(START);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`${PAGE} has no ${START}`);
  const text = `${before}${START}\n\n${tables}\n\n${END}${after}`;
  return format(text, { ...(await resolveConfig(PAGE)), filepath: PAGE });
}

const before = await earlier();
const walked = await walk();
const results = { ...before };
for (const [journey, cells] of Object.entries(walked)) {
  results[journey] = { ...results[journey], ...cells };
}
await mkdir(join(ROOT, 'test-results'), { recursive: true });
await writeFile(CELLS, JSON.stringify(results, null, 1));

const { text, red } = tablesOf(results);
process.stdout.write(`\n${text}\n\n`);
const page = await readFile(PAGE, 'utf8');
const wanted = await putInPage(page, text);
if (process.argv.includes('--write')) await writeFile(PAGE, wanted);
const isTrue = process.argv.includes('--write') || page === wanted;
for (const { journey, place, ending } of red) {
  process.stdout.write(`Not green: ${journey}, ${place}: ${ending}\n`);
}
if (!isTrue && parts.length === 0) {
  process.stdout.write('docs/browsers.md says otherwise: npm run prove -- matrix --write\n');
}
const cells = Object.values(results).flatMap((places) => Object.keys(places)).length;
process.stdout.write(`${cells} journeys in their ways and browsers, ${red.length} not green\n`);
process.exitCode = red.length > 0 || (!isTrue && parts.length === 0) ? 1 : 0;
