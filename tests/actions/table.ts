import { format, resolveConfig } from 'prettier';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Count } from './hands.ts';
import { isPromised, MODES, type Mode, type Taken, type Walk } from './walk.ts';

/** The committed table. */
const FILE = join(import.meta.dirname, '../../docs/actions.md');

const UNITS = ['keys', 'clicks', 'taps', 'scrolls'] as const;
const ONE = { keys: 'key', clicks: 'click', taps: 'tap', scrolls: 'scroll' };
const HEADINGS: Record<Mode, string> = { scripts: 'with scripts', none: 'without' };

const INTRODUCTION = `# What work takes

How many keys, clicks and taps it takes, from the Dashboard, besides typing the description;
for a review, from Todoist Import. \`npm run actions\` counts
them: it drives Chromium at the built product with the sample data of the demo, makes each press itself, looks over the
API whether the right log is stored, and writes this file. It fails when a number grows, or when a promise is missed.

A key is each key that goes down: \`N\` is two, with Shift. On a phone each letter is a key, and a list or a calendar of
the phone itself is a tap to open it, and one for each choice in it. A scroll is a screenful. Names are told apart by as
few letters as the ten clients of the sample allow: one in a list, two in the line. Without scripts there are no keys of
ours, so that promises about the keyboard are for pages with them.`;

const total = (count: Count) => UNITS.reduce((sum, unit) => sum + count[unit], 0);

function say(count: Count | undefined): string {
  if (!count) return '';
  const said = UNITS.filter((unit) => count[unit] > 0).map(
    (unit) => `${count[unit]} ${count[unit] === 1 ? ONE[unit] : unit}`,
  );
  return said.join(', ') || 'nothing';
}

const nameOf = ({ what, by }: Pick<Walk, 'what' | 'by'>) => `${what} | ${by}`;

/** The table in words, as prettier leaves it. */
export async function writeTable(taken: Taken[]): Promise<void> {
  const rows = taken.map(({ walk, counts }) => {
    const cells = [nameOf(walk), ...MODES.map((mode) => say(counts[mode])), promiseOf(walk)];
    return `| ${cells.join(' | ')} |`;
  });
  const headings = ['what', 'by', ...MODES.map((mode) => HEADINGS[mode]), 'promise'];
  const lines = [headings, headings.map(() => '-')].map((cells) => `| ${cells.join(' | ')} |`);
  const text = `${INTRODUCTION}\n\n${[...lines, ...rows].join('\n')}\n`;
  await writeFile(FILE, await format(text, { ...(await resolveConfig(FILE)), filepath: FILE }));
}

function promiseOf({ promise, isPromisedWithout }: Walk): string {
  if (promise === undefined) return '';
  return isPromisedWithout ? `at most ${promise}` : `at most ${promise}, with scripts`;
}

/** The committed counts of each walk, by its name; empty where there is no table yet. */
async function readTable(): Promise<Map<string, Record<Mode, Count>>> {
  const text = await readFile(FILE, 'utf8').catch(() => '');
  const rows = text.split('\n').filter((line) => line.startsWith('|'));
  return new Map(
    rows.slice(2).map((row) => {
      const [, what = '', by = '', scripts = '', none = ''] = row
        .split('|')
        .map((cell) => cell.trim());
      return [`${what} | ${by}`, { scripts: read(scripts), none: read(none) }];
    }),
  );
}

function read(cell: string): Count {
  const count = { keys: 0, clicks: 0, taps: 0, scrolls: 0 };
  for (const unit of UNITS) {
    const found = new RegExp(`(\\d+) ${ONE[unit]}s?\\b`).exec(cell);
    count[unit] = Number(found?.[1] ?? 0);
  }
  return count;
}

/** What is wrong with these counts, each as a sentence: numbers that grew, promises that are missed. */
export async function faultsOf(taken: Taken[], { mayBeNew }: { mayBeNew: boolean }) {
  const committed = await readTable();
  const faults: string[] = [];
  for (const { walk, counts } of taken) {
    const before = committed.get(nameOf(walk));
    if (!before && !mayBeNew) faults.push(`${nameOf(walk)} is not in docs/actions.md.`);
    for (const mode of MODES) {
      const [now, name] = [counts[mode], `${nameOf(walk)}, ${HEADINGS[mode]}`];
      if (!now) continue;
      if (isPromised(walk, mode) && total(now) > (walk.promise ?? Infinity)) {
        faults.push(`${name}: ${say(now)}; promised are ${walk.promise ?? ''} at most.`);
      }
      if (before && UNITS.some((unit) => now[unit] > before[mode][unit])) {
        faults.push(`${name}: ${say(now)}; it was ${say(before[mode])}.`);
      }
    }
  }
  return faults;
}

/** The counts of a walk in a line. */
export function sayTaken({ walk, counts }: Taken): string {
  return `${nameOf(walk).padEnd(62)} ${MODES.map((mode) => say(counts[mode]).padEnd(24)).join(' ')}`;
}
