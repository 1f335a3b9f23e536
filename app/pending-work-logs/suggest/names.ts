import { wordsOf } from '../../work-logs/line/names.ts';

/** Names of tasks, clients and work types, compared without case, accents and signs. Pure. */

/** The key by which tasks of one name are found; empty for a name without letters and figures. */
export function nameKey(name: string): string {
  return wordsOf(name).join(' ');
}

/** A client or work type that a text may name. */
export type Named = { id: number; name: string; isActive: boolean };

/** What a text names: exactly one, or nothing, also where it could be several. */
export type NameFinder<Option> = (text: string) => Option | null;

/**
 * Names are looked for in so many words of a text that follow each other, however short they are: `on site` may stand
 * for a name of one word. Longer names are looked for up to the most.
 */
const USUAL_WORDS = 8;
const MOST_WORDS = 20;
/** What parts a text: signs between words, but no hyphen within one. */
const PARTS = /\s[-–—]\s|[:|/()[\]\n]/;
/** How many letters the beginning of a name must have to stand for all of it. */
const SHORTEST_BEGINNING = 5;

type Known<Option> = {
  whole: Map<string, Option[]>;
  beginnings: Map<string, Option[]>;
  longest: number;
};

/**
 * A finder for these names: a text names the one whose whole name stands in it, else the one whose
 * name begins with all of a part of it (`onsite` for On-site support, `Thornbury: printer` for
 * Thornbury Dental). Active ones come first; where several fit alike there is none.
 */
export function nameFinder<Option extends Named>(options: Option[]): NameFinder<Option> {
  const active = know(options.filter(({ isActive }) => isActive));
  const others = know(options.filter(({ isActive }) => !isActive));
  const most = Math.min(MOST_WORDS, Math.max(USUAL_WORDS, active.longest, others.longest));
  return (text) => {
    const runs = runsOf(wordsOf(text), most);
    const parts = text.split(PARTS).map((part) => wholeRun(wordsOf(part)));
    for (const { whole, beginnings } of [active, others]) {
      for (const [pieces, names] of [
        [runs, whole],
        [parts, beginnings],
      ] as const) {
        const found = longest(pieces, names);
        if (found.size > 1) return null;
        const [only] = found;
        if (only) return only;
      }
    }
    return null;
  };
}

function know<Option extends Named>(options: Option[]): Known<Option> {
  const known: Known<Option> = { whole: new Map(), beginnings: new Map(), longest: 0 };
  const add = (names: Map<string, Option[]>, name: string, option: Option) => {
    const here = names.get(name);
    if (here === undefined) names.set(name, [option]);
    else if (!here.includes(option)) here.push(option);
  };
  for (const option of options) {
    const words = wordsOf(option.name);
    known.longest = Math.max(known.longest, words.length);
    add(known.whole, words.join(''), option);
    for (let count = 1; count < words.length; count += 1) {
      const beginning = words.slice(0, count).join('');
      if (beginning.length >= SHORTEST_BEGINNING) add(known.beginnings, beginning, option);
    }
  }
  return known;
}

type Run = { text: string; from: number; to: number };

function runsOf(words: string[], most: number): Run[] {
  const runs: Run[] = [];
  for (let length = Math.min(most, words.length); length > 0; length -= 1) {
    for (let from = 0; from + length <= words.length; from += 1) {
      runs.push({ text: words.slice(from, from + length).join(''), from, to: from + length });
    }
  }
  return runs;
}

/** The options that runs of the text name; what lies inside a longer name that fits does not count. */
const isInside = (run: Run, other: Run) =>
  run.from < run.to && other.from <= run.from && run.to <= other.to;

const wholeRun = (words: string[]): Run => ({ text: words.join(''), from: 0, to: 0 });

function longest<Option>(runs: readonly Run[], names: Map<string, Option[]>): Set<Option> {
  const taken: Run[] = [];
  const found = new Set<Option>();
  for (const run of runs) {
    const options = names.get(run.text);
    if (!options || taken.some((other) => isInside(run, other))) continue;
    taken.push(run);
    for (const option of options) found.add(option);
  }
  return found;
}
