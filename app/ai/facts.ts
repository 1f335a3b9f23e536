/** What sort of fact a piece of a note is. */
export type FactKind =
  | 'money'
  | 'percentage'
  | 'duration'
  | 'date'
  | 'weekday'
  | 'time'
  | 'number'
  | 'reference'
  | 'address'
  | 'version'
  | 'name';

/** A fact as its text has it: `£1,250`, `3 Nov`, `INC0012345`. */
export type Fact = { kind: FactKind; text: string };

/** One way to understand a fact. A text such as `3/11` or `1.250` has several. */
export type Reading =
  | { is: 'money'; currency: string; value: number }
  | { is: 'percentage'; value: number }
  /** `tolerance` allows for hours that were rounded to two decimals. */
  | { is: 'seconds'; value: number; tolerance: number }
  | { is: 'days'; value: number }
  | { is: 'months'; value: number }
  /** A month without a day has day null; a day of any year has year null. */
  | { is: 'date'; year: number | null; month: number; day: number | null }
  /** 0 is Sunday. */
  | { is: 'weekday'; day: number }
  /** Minutes since midnight. */
  | { is: 'time'; minute: number }
  | NumberReading
  /** Digits of a ticket, as in `#123`. */
  | { is: 'ticket'; digits: string }
  | { is: 'version'; digits: string }
  /** In lower case, without protocol and `www.`. */
  | { is: 'address'; key: string }
  /** Compared as `squeeze` has it. */
  | { is: 'word'; key: string }
  /** The first letters of a name of several words, in capitals. */
  | { is: 'initials'; key: string };

export type NumberReading = {
  is: 'number';
  value: number;
  unit: string | null;
  /** The words that follow, as `stemOf` has them: what is counted. None: only a number. */
  nouns: string[];
  /** Large or exact enough to be a price that lost its currency. */
  isPriceLike: boolean;
};

/** A fact found in a text, and all that it can mean. */
export type FoundFact = Fact & {
  start: number;
  readings: Reading[];
  /** Each alone says the same: `1 250` may be 1 and 250. */
  parts: FoundFact[];
  /** Evidence that a fact was kept ("a", "both", "first"), but no fact that must be kept. */
  isWeak: boolean;
};

/** What a reader makes of a match; null leaves the text to the readers after it. */
export type Discovery = {
  kind: FactKind;
  readings: Reading[];
  /** Where it is not the whole match. */
  text?: string;
  parts?: { text: string; kind: FactKind; readings: Reading[] }[];
  isWeak?: boolean;
};

/** Finds one sort of fact. `read` may also give an empty list: seen, and no fact. */
export type Reader = {
  pattern: RegExp;
  read: (match: RegExpExecArray, text: string) => Discovery | Discovery[] | null;
};

/** Stands where an earlier reader has taken the text: neither letter, digit nor space. */
export const TAKEN = '\u0001';

/** Runs the readers in their order; each sees what those before it left. */
export function runReaders(text: string, readers: Reader[]): { facts: FoundFact[]; rest: string } {
  const facts: FoundFact[] = [];
  let rest = text;
  for (const { pattern, read } of readers) {
    const before = rest;
    for (const match of before.matchAll(pattern)) {
      const discovered = read(match, before);
      if (discovered === null) continue;
      const end = match.index + match[0].length;
      rest = rest.slice(0, match.index) + TAKEN.repeat(end - match.index) + rest.slice(end);
      for (const discovery of [discovered].flat()) {
        facts.push(toFact(discovery, match[0], match.index));
      }
    }
  }
  return { facts, rest };
}

/** The text just before a match: enough to judge it by, however long the whole is. */
export function textBefore(match: RegExpExecArray, text: string): string {
  return text.slice(Math.max(0, match.index - 60), match.index);
}

function toFact(discovery: Discovery, matched: string, start: number): FoundFact {
  const { kind, readings, text = matched, parts = [], isWeak = false } = discovery;
  return {
    kind,
    text: text.trim(),
    start,
    readings,
    parts: parts.map((part) => toFact(part, part.text, start)),
    isWeak,
  };
}

/** A word without case, accents, spaces, hyphens and points: `Wi-Fi` and `wifi` are one. */
export function squeeze(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]s\b/g, '')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** A squeezed word without the commonest endings, so that `tested` and `Testing` are one. */
export function stemOf(word: string): string {
  const squeezed = squeeze(word);
  if (squeezed.length > 5) return squeezed.replace(/(?:ing|ed|es|s|e)$/, '');
  return squeezed.length > 3 ? squeezed.replace(/s$/, '') : squeezed;
}
