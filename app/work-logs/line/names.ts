/** A client or work type that a line may name. */
export type Named = {
  id: number;
  name: string;
  /** What is said of it where another one is written (nearly) alike. */
  label?: string | undefined;
  /** False for one that can no longer be chosen. */
  isActive?: boolean;
  isHardware?: boolean;
};

/** How well words fit a name: all of it, whole words of it, or the beginning of one. */
export type Strength = 'exact' | 'word' | 'start';

/** A name that some words fit. */
export type Fit<Option> = { option: Option; strength: Strength };

/** Looks names up by words that are {@link plain}. */
export type NameFinder<Option> = (words: string) => Fit<Option>[];

/** The letters and figures of a text, without case, accents and signs; `ß` is `ss`. */
export function plain(text: string): string {
  return wordsOf(text).join('').replace(/ß/g, 'ss');
}

/** The words of a text, without case, accents and signs. Keys that are stored are made of them, so `ß` stays. */
export function wordsOf(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

type Ending<Option> = {
  /** The name from one of its words on, as one word. */
  text: string;
  isWhole: boolean;
  ends: Set<number>;
  option: Option;
};

/**
 * A finder for these names. Words fit a name where they are the beginning of it, or of what follows
 * one of its words: `thorn`, `remote sup`, `onsite` and `on site`.
 */
export function nameFinder<Option extends Named>(options: Option[]): NameFinder<Option> {
  const byLetter = new Map<string, Ending<Option>[]>();
  for (const ending of options.flatMap(endingsOf)) {
    const letter = ending.text.charAt(0);
    const known = byLetter.get(letter);
    if (known) known.push(ending);
    else byLetter.set(letter, [ending]);
  }
  const found = new Map<string, Fit<Option>[]>();
  return (words) => {
    const known = found.get(words) ?? find(words);
    found.set(words, known);
    return known;
  };

  function find(words: string): Fit<Option>[] {
    const best = new Map<Option, Strength>();
    for (const { text, isWhole, ends, option } of byLetter.get(words.charAt(0)) ?? []) {
      if (!text.startsWith(words)) continue;
      const strength =
        isWhole && text.length === words.length
          ? 'exact'
          : ends.has(words.length)
            ? 'word'
            : 'start';
      best.set(option, stronger(strength, best.get(option)));
    }
    return Array.from(best, ([option, strength]) => ({ option, strength }));
  }
}

function endingsOf<Option extends Named>(option: Option): Ending<Option>[] {
  const words = wordsOf(option.name).map(plain);
  return words.map((_word, index) => {
    const rest = words.slice(index);
    let end = 0;
    const ends = new Set(rest.map((word) => (end += word.length)));
    return { text: rest.join(''), isWhole: index === 0, ends, option };
  });
}

const ORDER: Strength[] = ['start', 'word', 'exact'];

function stronger(one: Strength, other: Strength | undefined): Strength {
  return other !== undefined && ORDER.indexOf(other) > ORDER.indexOf(one) ? other : one;
}

/** What the words of a line say of a client or a work type, or of a duration. */
export type Part<Value> =
  { state: 'known'; value: Value } | { state: 'missing' } | { state: 'ambiguous'; among: Value[] };

/** The value of what is known; else null. */
export function knownOf<Value>(part: Part<Value>): Value | null {
  return part.state === 'known' ? part.value : null;
}

/** Words of a line, and the names that they fit. */
export type Evidence<Option> = { words: string; fits: Fit<Option>[] };

const isStrong = <Option>({ fits }: Evidence<Option>) =>
  fits.some(({ strength }) => strength !== 'start');
const isActive = ({ isActive: is }: Named) => is !== false;

/** The one name that all words fit; whole words count more than beginnings, and a name in full more than parts. */
export function resolve<One extends Evidence<Named>>(
  all: One[],
): { part: Part<Named>; used: One[] } {
  if (all.length === 0) return { part: { state: 'missing' }, used: [] };
  const ofActive = all.filter(({ fits }) => fits.some(({ option }) => isActive(option)));
  const weighed = ofActive.length > 0 ? ofActive : all;
  const strong = weighed.filter(isStrong);
  const used = common(weighed).length > 0 || strong.length === 0 ? weighed : strong;
  return { part: choose(used), used };
}

function choose<Option extends Named>(used: Evidence<Option>[]): Part<Option> {
  const left = common(used);
  if (left.length === 0)
    return { state: 'ambiguous', among: [...new Set(fitsOf(used).map(({ option }) => option))] };
  const inFull = new Set(
    fitsOf(used).map(({ option, strength }) => (strength === 'exact' ? option : null)),
  );
  const exact = left.filter((option) => inFull.has(option));
  const active = left.filter(isActive);
  for (const choice of [left, exact, active]) {
    const [only] = choice;
    if (only && choice.length === 1) return { state: 'known', value: only };
  }
  return { state: 'ambiguous', among: active.length > 0 ? active : left };
}

function common<Option>([first, ...others]: Evidence<Option>[]): Option[] {
  let options = first?.fits.map(({ option }) => option) ?? [];
  for (const { fits } of others) {
    if (options.length === 0) break;
    const fitting = new Set(fits.map(({ option }) => option));
    options = options.filter((option) => fitting.has(option));
  }
  return options;
}

const fitsOf = <Option>(all: Evidence<Option>[]) => all.flatMap(({ fits }) => fits);
