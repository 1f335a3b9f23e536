import { diffArrays } from 'diff';
import { AMOUNT_READERS, TAKEN, type Fact, type Reader } from './read-amounts.ts';
import { DATE_READERS } from './read-dates.ts';
import { MIXED_READER, readNames, REFERENCE_READERS, sayWords } from './read-names.ts';

/** A description and its rewrite, with their differences and what a person should check before use. */
export type Rewrite = {
  before: string;
  after: string;
  changes: WordChange[];
  /** Sentences about facts that were lost or made up; when empty, the text may be used at once. */
  warnings: string[];
};

/** Compares a description with its rewrite. */
export function judgeRewrite(before: string, after: string): Rewrite {
  const { missing, invented } = compareFacts(before, after);
  return {
    before,
    after,
    changes: wordChanges(before, after),
    warnings: [
      missing.length > 0 ? `Missing from the new text: ${missing.join(', ')}.` : '',
      invented.length > 0 ? `Not in your text: ${invented.join(', ')}.` : '',
    ].filter(Boolean),
  };
}

/** A rewrite in a form: in the field already, or only offered, as it has warnings, or the text was changed since. */
export type ShownRewrite = Rewrite & { state: 'applied' | 'offered' };

/** A new rewrite for a form: only offered when it has warnings. */
export function showRewrite(rewrite: Rewrite): ShownRewrite {
  return { ...rewrite, state: rewrite.warnings.length > 0 ? 'offered' : 'applied' };
}

const READERS = [...REFERENCE_READERS, ...DATE_READERS, ...AMOUNT_READERS, MIXED_READER];

type Differences = { missing: string[]; invented: string[] };

/**
 * The numbers, money, durations, dates, names, references and negations that a rewrite lost
 * (`missing`) or made up (`invented`). A fact may be written in another way (`90 min` and `1.5
 * hours`). Goes by rules alone and rather misses a difference than warns in vain: a hint for a
 * person, not a proof.
 */
export function compareFacts(before: string, after: string): Differences {
  const old = readText(before);
  const fresh = readText(after);
  return {
    missing: [...findUnsaid(old, fresh), ...lostNegation(before, after, AKIN)],
    invented: [...findUnsaid(fresh, old), ...lostNegation(after, before, TROUBLE)],
  };
}

type ReadText = { facts: Fact[]; said: Set<string> };

function readText(text: string): ReadText {
  const normal = text.normalize('NFC').replace(/[\u2010\u2011\u2212]/g, '-');
  const { facts, rest } = runReaders(normal, READERS);
  facts.push(...readNames(rest));
  facts.sort((one, other) => one.start - other.start);
  const said = sayWords(normal);
  for (const key of facts.flatMap(({ says }) => says)) said.add(key);
  return { facts, said };
}

function runReaders(text: string, readers: Reader[]): { facts: Fact[]; rest: string } {
  const facts: Fact[] = [];
  let rest = text;
  for (const { pattern, read } of readers) {
    let left = '';
    let end = 0;
    for (const match of rest.matchAll(pattern)) {
      const found = read(match);
      if (found === null) continue;
      for (const fact of [found].flat()) {
        facts.push({ text: match[0].trim(), start: match.index, needs: [], ...fact });
      }
      left += rest.slice(end, match.index) + TAKEN.repeat(match[0].length);
      end = match.index + match[0].length;
    }
    rest = left + rest.slice(end);
  }
  return { facts, rest };
}

function findUnsaid({ facts }: ReadText, { said }: ReadText): string[] {
  const missing = facts.filter(({ needs, noun }) => {
    if (needs.length === 0) return false;
    const isOtherNumber =
      said.has(`counted:${noun}`) &&
      !needs.some((key) => said.has(key.replace('number', noun ?? '')));
    return isOtherNumber || !needs.some((key) => said.has(key));
  });
  return [...new Set(missing.map(({ text }) => text))];
}

const NEGATION =
  /(?:\p{L}+ )?(?<!\p{L})(?:not|never|none|cannot|without|no(?! (?:longer|further|issues?|problems?|need)|\.? ?\d)|(?:did|do|does|was|were|is|are|has|have|had|ca|could|would|wo)n['’]?t)(?!\p{L})(?: \p{L}+)?/giu;
/** Words of similar meaning, which may replace a negation. */
const AKIN =
  /\b(?:nothing|neither|nor|unable|un\p{L}{4,}|fail\p{L}*|free|lack\p{L}*|missing|incomplete|outstanding|remain\p{L}*|refus\p{L}*|declin\p{L}*|absent|unsuccessful\p{L}*)\b/iu;
/** Words that a rewrite may express by a negation: "printer down", "the printer was not working". */
const TROUBLE = new RegExp(
  `${AKIN.source}|\\b(?:fix\\p{L}*|repair\\p{L}*|broke\\p{L}*|down|dead|issues?|problems?|errors?|faults?|faulty|wrong|stuck|slow|crash\\p{L}*|lost|bounc\\p{L}*|reject\\p{L}*|block\\p{L}*|offline|away|still|pending)\\b`,
  'iu',
);

function lostNegation(text: string, other: string, akin: RegExp): string[] {
  const [found] = text.match(NEGATION) ?? [];
  if (found === undefined || other.search(NEGATION) !== -1 || akin.test(other)) return [];
  return [found];
}

/** A stretch of text that both versions have, or that only one has. */
export type WordChange = { kind: 'same' | 'removed' | 'added'; text: string };

/** The pieces that are compared: a whole word or figure, a run of spaces, or a punctuation mark. */
const PIECES = /\s+|[\p{L}\p{M}\p{N}]+(?:[.,:'’/@_-][\p{L}\p{M}\p{N}]+)*|[^\s\p{L}\p{M}\p{N}]/gu;

/** Two texts with more differences than this count as wholly rewritten. */
const MOST_CHANGES = 1_000;

/**
 * The changes from one text to another, word by word. Joining `same` and `removed` gives `before`,
 * and joining `same` and `added` gives `after`, to the character. `removed` comes before `added`,
 * and two neighbours are never of the same kind.
 */
export function wordChanges(before: string, after: string): WordChange[] {
  const options = { maxEditLength: MOST_CHANGES };
  const parts = diffArrays(before.match(PIECES) ?? [], after.match(PIECES) ?? [], options) ?? [
    { removed: true, added: false, value: [before] },
    { removed: false, added: true, value: [after] },
  ];
  const changes: WordChange[] = [];
  let removed = '';
  let added = '';
  const endPhrase = () => {
    if (removed !== '') changes.push({ kind: 'removed', text: removed });
    if (added !== '') changes.push({ kind: 'added', text: added });
    removed = '';
    added = '';
  };
  parts.forEach((part, index) => {
    const text = part.value.join('');
    const isInPhrase =
      removed + added !== '' && index < parts.length - 1 && !/[\p{L}\p{N}]/u.test(text);
    if (part.removed) removed += text;
    else if (part.added) added += text;
    else if (isInPhrase) {
      // Only spaces or punctuation stand between two changes: they read better as one phrase.
      removed += text;
      added += text;
    } else {
      endPhrase();
      changes.push({ kind: 'same', text });
    }
  });
  endPhrase();
  return changes;
}
