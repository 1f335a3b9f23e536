import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ALL_MODES, type Mode } from '#tests/support/browser/modes.ts';
import type { RowsLeft } from '#tests/support/data/rows-left.ts';
import { ELSEWHERE, TEN, type Elsewhere } from './explained.ts';

/** How a journey ended somewhere: `other rows` than with scripts on a desktop is a failure, too. */
export type Ending = 'passed' | 'failed' | 'other rows';
export type Place = Mode | Elsewhere;
/** How each journey ended, by its name and by where it was walked. */
export type Results = Record<string, Partial<Record<Place, Ending>>>;

const Report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(
        z.object({ ancestorTitles: z.array(z.string()), title: z.string(), status: z.string() }),
      ),
    }),
  ),
});

type Walked = { journey: string; place: Place; test: string; hasFailed: boolean };

const MODE = new RegExp(`(?:^|, |: | )with (${ALL_MODES.join('|')})$`);

/** Reads vitest's report and the rows that the journeys left. */
export function readResults(report: unknown, folder: string): Results {
  const walked = Report.parse(report).testResults.flatMap(({ assertionResults }) =>
    assertionResults.flatMap(({ ancestorTitles, title, status }): Walked[] => {
      if (status === 'skipped' || status === 'pending' || status === 'todo') return [];
      const hasFailed = status !== 'passed';
      const elsewhere = ELSEWHERE.find((name) => isAt(ancestorTitles[0] ?? '', name));
      const test = [...ancestorTitles, title].join(' > ');
      if (elsewhere !== undefined) {
        const journey = withoutWay(title);
        return TEN.includes(journey) ? [{ journey, place: elsewhere, test, hasFailed }] : [];
      }
      const mode = ALL_MODES.find((one) => one === MODE.exec(title)?.[1]);
      if (mode === undefined) return [];
      const journey = [...ancestorTitles, title.replace(MODE, '')].filter(Boolean).join(': ');
      return [{ journey, place: mode, test, hasFailed }];
    }),
  );
  return endingsOf(walked, rowsIn(folder));
}

/** `In lynx, by key presses`, `Chromium 87 (QtWebEngine 5.15)`. */
const isAt = (title: string, name: Elsewhere) => title.replace(/^In /, '').startsWith(name);

/** A journey is walked with scripts and without in one browser. */
const withoutWay = (title: string) => title.replace(/, (with|without) scripts$/, '');

function endingsOf(walked: Walked[], rows: Map<string, string>): Results {
  const results: Results = {};
  for (const { journey, place, test, hasFailed } of walked) {
    const reference = walked.find((one) => one.journey === journey && one.place === 'desktop');
    const left = rows.get(test);
    const isOther = reference !== undefined && left !== rows.get(reference.test);
    const ending: Ending = hasFailed ? 'failed' : isOther ? 'other rows' : 'passed';
    const present = (results[journey] ??= {});
    // Of several tests of one journey the worst counts.
    if (present[place] === undefined || present[place] === 'passed') present[place] = ending;
  }
  return results;
}

/** What each test left, as text. */
function rowsIn(folder: string): Map<string, string> {
  const lines = readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean));
  return new Map(
    lines.map((line) => {
      const { test, rows } = JSON.parse(line) as RowsLeft;
      return [test, JSON.stringify(Object.entries(rows).sort())];
    }),
  );
}
